import { expect } from "chai";
import { createAwsProber } from "../../src/adapters/aws/cloud-prober.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { ProbeFailed } from "../../src/probe/prober.ts";
import { ACCOUNT, baseCredentials, type LookOptions, look, resource, roleOf } from "../support/aws.ts";
import { type Answer, assumed, type FakeAws, fakeAws, json, jsonError, queryError } from "../support/fake-aws.ts";

const mapped = resource({ resourceId: "/shop" });
const inAnHour = (): number => Date.now() + 60 * MINUTE_MS;

describe("cloud tools and an AWS that", function () {
  this.timeout(20_000);
  let aws: FakeAws;
  let restore: () => void;
  before(() => {
    restore = baseCredentials();
  });
  after(() => restore());
  afterEach(() => aws.close());

  /** Answers AssumeRole, and what else is asked as the test says. */
  const answering = async (answer: Answer): Promise<void> => {
    aws = await fakeAws((request, response) =>
      request.operation === "AssumeRole" ? assumed(response, inAnHour()) : answer(request, response),
    );
  };
  const logs = (options: LookOptions = {}) => look(aws.url, "getCloudLogs", mapped, options);
  const failure = async (asked: Promise<unknown>): Promise<string> => {
    const error = await asked.catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ProbeFailed);
    const { message } = error as ProbeFailed;
    expect(message).not.to.match(/secret|ASIA|token-|arn:aws:sts|127\.0\.0\.1/);
    return message;
  };
  const asked = (operation: string) => aws.requests.filter((request) => request.operation === operation);

  it("is asked to assume the role for one incident, shortly, with no more rights than the tool needs", async () => {
    await answering((_request, response) => json(response, { events: [] }));
    await logs();
    const form = Object.fromEntries(new URLSearchParams(asked("AssumeRole")[0]?.body));
    expect(form).to.include({
      RoleArn: `arn:aws:iam::${ACCOUNT}:role/tocsin-probes`,
      RoleSessionName: `tocsin-${mapped.incidentId}`,
      DurationSeconds: "900",
      ExternalId: "shared-id",
    });
    expect(JSON.parse(form["Policy"] ?? "")).to.deep.equal({
      Version: "2012-10-17",
      Statement: [{ Effect: "Allow", Action: ["logs:FilterLogEvents"], Resource: "*" }],
    });
    expect(asked("FilterLogEvents")[0]?.authorization).to.include("Credential=ASIAEXAMPLE/");
  });

  it("has given a session is not asked for another until it is about to end", async () => {
    let now = Date.now();
    aws = await fakeAws(({ operation }, response) =>
      operation === "AssumeRole" ? assumed(response, now + 15 * MINUTE_MS) : json(response, { events: [] }),
    );
    const prober = createAwsProber({
      roles: [roleOf(ACCOUNT)],
      externalId: undefined,
      endpointUrl: aws.url,
      clock: { now: () => now },
    });
    await logs({ prober });
    await logs({ prober });
    expect(asked("AssumeRole")).to.have.length(1);
    await look(aws.url, "getCloudLogs", { ...mapped, incidentId: "another" }, { prober });
    expect(asked("AssumeRole"), "another incident has a session of its own").to.have.length(2);
    now += 14 * MINUTE_MS;
    await logs({ prober });
    expect(asked("AssumeRole")).to.have.length(3);
  });

  it("is given words in quotes, so that none of them is an expression", async () => {
    await answering((_request, response) => json(response, { events: [] }));
    await logs({ tool: { contains: 'say "no" \\ { $.x = 1 }\n?' } });
    expect(JSON.parse(asked("FilterLogEvents")[0]?.body ?? "")).to.include({
      filterPattern: '"say \\"no\\" \\\\ { $.x = 1 } ?"',
      startFromHead: false,
      logGroupName: "/shop",
    });
  });

  it("sends hostile lines: each stays one line, within the bytes, at a time within the window", async () => {
    const message = `\u001b[31m\u0000a\r\nb\u2028c\u202ed ${"x".repeat(100_000)}`;
    const events = [{ timestamp: 1e20, message }, { timestamp: -1, message: "" }, {}];
    await answering((_request, response) => json(response, { events }));
    const { text } = await logs();
    expect(text.split("\n")).to.have.length(4);
    expect(text).to.include("[31m a b cd xxx");
    expect(text).not.to.match(/[\u0000-\u0009\u000b-\u001f\u2028\u202e]/);
    expect(text.length).to.be.below(5_000);
  });

  it("never comes to the last page is asked for so many and no more", async () => {
    await answering((_request, response) => json(response, { events: [], nextToken: "more" }));
    const { truncated } = await logs();
    expect(truncated).to.equal(true);
    expect(asked("FilterLogEvents")).to.have.length(20);
  });

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
      await answering((_request, response) => jsonError(response, code, message));
      const said = await failure(logs());
      if (typeof expected === "string") expect(said).to.equal(expected);
      else expect(said).to.match(expected);
      expect(asked("FilterLogEvents")).to.have.length(tries);
    });
  }

  it("doesn't let the role be assumed", async () => {
    aws = await fakeAws((_request, response) =>
      queryError(response, 403, "AccessDenied", "arn:aws:sts::1:user/secret"),
    );
    expect(await failure(logs())).to.equal(
      "AWS doesn't let the daemon assume the account's role (sts:AssumeRole): look at the role's trust policy and the external id.",
    );
  });

  it("can't be asked without credentials of the daemon", async () => {
    aws = await fakeAws((_request, response) => void response.end());
    const none = baseCredentials({
      AWS_ACCESS_KEY_ID: undefined,
      AWS_SECRET_ACCESS_KEY: undefined,
      AWS_EC2_METADATA_DISABLED: "true",
      AWS_CONFIG_FILE: "/nowhere",
      AWS_SHARED_CREDENTIALS_FILE: "/nowhere",
    });
    try {
      expect(await failure(logs())).to.match(/^The daemon has no AWS credentials/);
    } finally {
      none();
    }
    expect(aws.requests).to.deep.equal([]);
  });

  it("doesn't answer in time is left, at any step", async () => {
    aws = await fakeAws(() => undefined);
    expect(await failure(logs({ signal: AbortSignal.timeout(100) }))).to.equal(
      "AWS didn't answer sts:AssumeRole in time.",
    );
    await aws.close();
    await answering(() => undefined);
    expect(await failure(logs({ signal: AbortSignal.timeout(500) }))).to.match(
      /didn't answer logs:FilterLogEvents in time/,
    );
  });

  it("isn't there", async () => {
    await answering(() => undefined);
    const { url } = aws;
    await aws.close();
    aws = await fakeAws(() => undefined);
    expect(await failure(look(url, "getCloudLogs", mapped))).to.equal("AWS couldn't be reached for sts:AssumeRole.");
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
      await answering((_request, response) => void send(response));
      const said = await logs().then(
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
    await answering(({ operation }, response) => {
      if (operation === "DescribeDBInstances") response.writeHead(200, { "content-type": "text/xml" }).end(xml);
      else jsonError(response, "AccessDenied");
    });
    const { findings } = await look(aws.url, "getManagedDbHealth", resource({ resourceId: "orders" }));
    expect(findings[0]).to.equal("Database orders is storage-full.");
    expect(findings[1]).to.match(/^There are no metrics: /);
  });

  it("tells of a function: its environment and code stay there", async () => {
    await answering(({ operation }, response) => {
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
    const { text, findings } = await look(aws.url, "getFunctionErrors", resource({ resourceId: "pay" }));
    expect(findings[0]).to.equal("The function is Failed.");
    expect(text)
      .to.include("State reason: The image was deleted")
      .and.not.match(/DATABASE_PASSWORD|secret/);
    expect(
      aws.requests.some(({ operation }) => operation.startsWith("/2015-03-31/functions/pay/configuration")),
    ).to.equal(true);
  });
});
