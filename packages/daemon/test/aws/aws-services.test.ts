import {
  CreateClusterCommand,
  CreateServiceCommand,
  ECSClient,
  RegisterTaskDefinitionCommand,
} from "@aws-sdk/client-ecs";
import { CreateFunctionCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { expect } from "chai";
import { ACCOUNT, look, REGION, resource } from "../support/aws.ts";
import { hasMoto, motoQuery } from "../support/moto.ts";
import { awsAccount } from "./aws-account.ts";

const moto = hasMoto();
const suite = moto ? describe : describe.skip;
const arn = (service: string, rest: string, account = ACCOUNT): string =>
  `arn:aws:${service}:${REGION}:${account}:${rest}`;

suite(`the cloud tools on a counterpart of AWS${moto ? "" : " (pending: moto_server isn't installed)"}`, function () {
  this.timeout(60_000);
  const world = awsAccount();

  it("getContainerServiceHealth counts tasks, and says why a service is missing", async () => {
    const ecs = new ECSClient(world.config);
    await ecs.send(new CreateClusterCommand({ clusterName: "main" }));
    await ecs.send(
      new RegisterTaskDefinitionCommand({
        family: "web",
        containerDefinitions: [
          { name: "web", image: "web:1", memory: 128, environment: [{ name: "KEY", value: "s3cret" }] },
        ],
      }),
    );
    await ecs.send(
      new CreateServiceCommand({ cluster: "main", serviceName: "web", taskDefinition: "web", desiredCount: 3 }),
    );
    const { text, findings } = await look(
      world.server.url,
      "getContainerServiceHealth",
      resource({ resourceId: "main/web" }),
    );
    expect(findings[0]).to.equal("0 of 3 tasks run, 3 are pending.");
    expect(text).to.include(`Service web in ${REGION}: ACTIVE, desired 3`).and.not.include("s3cret");
    const missing = resource({ resourceArn: arn("ecs", "service/main/gone") });
    expect(await world.failure(look(world.server.url, "getContainerServiceHealth", missing))).to.equal(
      "AWS knows no such resource: gone in the cluster main (MISSING).",
    );
  });

  it("getFunctionErrors tells how many invocations failed, and no environment", async () => {
    await motoQuery(
      world.server,
      "iam",
      "2010-05-08",
      { Action: "CreateRole", RoleName: "pay", AssumeRolePolicyDocument: "{}" },
      world.config.credentials.accessKeyId,
    );
    await new LambdaClient(world.config).send(
      new CreateFunctionCommand({
        FunctionName: "pay",
        Runtime: "nodejs22.x",
        Role: `arn:aws:iam::${ACCOUNT}:role/pay`,
        Handler: "index.handler",
        Code: { ZipFile: Buffer.from("PK\u0005\u0006".padEnd(22, "\0"), "latin1") },
        Timeout: 30,
        Environment: { Variables: { API_KEY: "s3cret" } },
      }),
    );
    await world.put(
      "AWS/Lambda",
      { FunctionName: "pay" },
      { Errors: 12, Invocations: 100, Throttles: 2, Duration: 29_900 },
    );
    const { text, findings } = await look(
      world.server.url,
      "getFunctionErrors",
      resource({ resourceArn: arn("lambda", "function:pay") }),
    );
    expect(findings).to.deep.equal([
      "12 of 100 invocations failed (12%).",
      "2 invocations were throttled.",
      "The slowest took 29,900 ms of 30,000 ms allowed.",
    ]);
    expect(text)
      .to.include("Function: pay")
      .and.include("State: Active")
      .and.not.match(/API_KEY|s3cret/);
  });
});
