import { expect } from "chai";
import { ProbeFailed } from "../../src/probe/prober.ts";
import { baseCredentials, look, resource } from "../support/aws.ts";
import { type Answer, fakeAws, json, jsonError, queryError } from "../support/fake-aws.ts";
import { awsFailuresWorld, mapped } from "./aws-failures-world.ts";

describe("cloud tools and an AWS that, in its answers,", function () {
  this.timeout(20_000);
  const world = awsFailuresWorld();

  for (const [code, expected, tries] of [
    ["AccessDeniedException", "The account's role isn't allowed logs:FilterLogEvents: add it to the role's policy.", 1],
    ["ResourceNotFoundException", "AWS knows no such resource: /shop.", 1],
    ["ExpiredTokenException", "AWS says that the credentials have expired.", 1],
    ["UnrecognizedClientException", "AWS doesn't know the credentials, or their region isn't enabled.", 1],
    [
      "ThrottlingException",
      "AWS answers no more of logs:FilterLogEvents for now, since too much is asked; try again later.",
      3,
    ],
    [
      "InvalidParameterException",
      "AWS answered logs:FilterLogEvents with an error (InvalidParameterException), status 400.",
      1,
    ],
    ["<script>alert(1)</script>", /^AWS answered logs:FilterLogEvents with an error[^<]*$/, 1],
  ] as const) {
    it(`answers ${code} is quoted with no more than its name`, async () => {
      const message = "User: arn:aws:sts::111122223333:assumed-role/x with ASIAEXAMPLE and secret";
      await world.answering((_request, response) => jsonError(response, code, message));
      const said = await world.failure(world.logs());
      if (typeof expected === "string") expect(said).to.equal(expected);
      else expect(said).to.match(expected);
      expect(world.asked("FilterLogEvents")).to.have.length(tries);
    });
  }

  it("doesn't let the role be assumed", async () => {
    world.aws = await fakeAws((_request, response) =>
      queryError(response, 403, "AccessDenied", "arn:aws:sts::1:user/secret"),
    );
    expect(await world.failure(world.logs())).to.equal(
      "AWS doesn't let the daemon assume the account's role (sts:AssumeRole): look at the role's trust policy and the external id.",
    );
  });

  it("can't be asked without credentials of the daemon", async () => {
    world.aws = await fakeAws((_request, response) => void response.end());
    const none = baseCredentials({
      AWS_ACCESS_KEY_ID: undefined,
      AWS_SECRET_ACCESS_KEY: undefined,
      AWS_EC2_METADATA_DISABLED: "true",
      AWS_CONFIG_FILE: "/nowhere",
      AWS_SHARED_CREDENTIALS_FILE: "/nowhere",
    });
    try {
      expect(await world.failure(world.logs())).to.match(/^The daemon has no AWS credentials/);
    } finally {
      none();
    }
    expect(world.aws.requests).to.deep.equal([]);
  });

  it("doesn't answer in time is left, at any step", async () => {
    world.aws = await fakeAws(() => undefined);
    expect(await world.failure(world.logs({ signal: AbortSignal.timeout(100) }))).to.equal(
      "AWS didn't answer sts:AssumeRole in time.",
    );
    await world.aws.close();
    await world.answering(() => undefined);
    expect(await world.failure(world.logs({ signal: AbortSignal.timeout(500) }))).to.match(
      /didn't answer logs:FilterLogEvents in time/,
    );
  });

  it("isn't there", async () => {
    await world.answering(() => undefined);
    const { url } = world.aws;
    await world.aws.close();
    world.aws = await fakeAws(() => undefined);
    expect(await world.failure(look(url, "getCloudLogs", mapped))).to.equal(
      "AWS couldn't be reached for sts:AssumeRole.",
    );
  });

  for (const [what, send] of [
    [
      "HTML with status 500",
      (response) => response.writeHead(500, { "content-type": "text/html" }).end("<h1>secret</h1>"),
    ],
    ["half of a JSON text", (response) => response.end('{"events":[{"message":"sec')],
    ["another shape", (response) => response.end('{"events":"secret"}')],
    ["no object", (response) => response.end('"secret"')],
    ["a broken connection", (response) => response.destroy()],
  ] as const satisfies readonly (readonly [string, (response: Parameters<Answer>[1]) => unknown])[]) {
    it(`answers with ${what}`, async () => {
      await world.answering((_request, response) => void send(response));
      const said = await world.logs().then(
        ({ text }) => text,
        (error: unknown) => {
          expect(error).to.be.instanceOf(ProbeFailed);
          return (error as Error).message;
        },
      );
      expect(said).not.to.include("sec");
    });
  }

  it("denies metrics: the rest is told, and what is missing", async () => {
    // Amazon RDS API reference, DescribeDBInstances; CloudWatch's answer is one of the query protocol.
    const xml =
      "<DescribeDBInstancesResponse><DescribeDBInstancesResult><DBInstances><DBInstance><DBInstanceIdentifier>orders" +
      "</DBInstanceIdentifier><DBInstanceStatus>storage-full</DBInstanceStatus></DBInstance></DBInstances>" +
      "</DescribeDBInstancesResult></DescribeDBInstancesResponse>";
    await world.answering(({ operation }, response) => {
      if (operation === "DescribeDBInstances") response.writeHead(200, { "content-type": "text/xml" }).end(xml);
      else jsonError(response, "AccessDenied");
    });
    const { findings } = await look(world.aws.url, "getManagedDbHealth", resource({ resourceId: "orders" }));
    expect(findings[0]).to.equal("Database orders is storage-full.");
    expect(findings[1]).to.match(/^There are no metrics: /);
  });

  it("tells of a function: its environment and code stay there", async () => {
    await world.answering(({ operation }, response) => {
      if (!operation.includes("/functions/")) return jsonError(response, "InternalFailure");
      // AWS Lambda API reference, GetFunctionConfiguration.
      json(response, {
        FunctionName: "pay",
        State: "Failed",
        StateReason: "The image was deleted",
        Timeout: 30,
        Environment: { Variables: { DATABASE_PASSWORD: "secret" } },
      });
    });
    const { text, findings } = await look(world.aws.url, "getFunctionErrors", resource({ resourceId: "pay" }));
    expect(findings[0]).to.equal("The function is Failed.");
    expect(text)
      .to.include("State reason: The image was deleted")
      .and.not.match(/DATABASE_PASSWORD|secret/);
    expect(
      world.aws.requests.some(({ operation }) => operation.startsWith("/2015-03-31/functions/pay/configuration")),
    ).to.equal(true);
  });
});
