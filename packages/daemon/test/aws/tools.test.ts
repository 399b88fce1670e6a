import { CloudWatchClient, PutMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import {
  CloudWatchLogsClient,
  CreateLogGroupCommand,
  CreateLogStreamCommand,
  PutLogEventsCommand,
} from "@aws-sdk/client-cloudwatch-logs";
import {
  CreateClusterCommand,
  CreateServiceCommand,
  ECSClient,
  RegisterTaskDefinitionCommand,
} from "@aws-sdk/client-ecs";
import {
  CreateListenerCommand,
  CreateLoadBalancerCommand,
  CreateTargetGroupCommand,
  ElasticLoadBalancingV2Client,
  RegisterTargetsCommand,
} from "@aws-sdk/client-elastic-load-balancing-v2";
import { CreateFunctionCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { CreateDBInstanceCommand, RDSClient } from "@aws-sdk/client-rds";
import { CreateQueueCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { expect } from "chai";
import { ProbeFailed } from "../../src/probe/prober.ts";
import {
  ACCOUNT,
  accountConfig,
  baseCredentials,
  look,
  OTHER_ACCOUNT,
  REGION,
  resource,
  roleOf,
} from "../support/aws.ts";
import { hasMoto, type Moto, motoQuery, startMoto } from "../support/moto.ts";

const moto = hasMoto();
const suite = moto ? describe : describe.skip;
const arn = (service: string, rest: string, account = ACCOUNT): string =>
  `arn:aws:${service}:${REGION}:${account}:${rest}`;

suite(`the cloud tools on a counterpart of AWS${moto ? "" : " (pending: moto_server isn't installed)"}`, function () {
  this.timeout(60_000);
  let server: Moto;
  let restore: () => void;
  let config: Awaited<ReturnType<typeof accountConfig>>;

  /** What is made with the account's own credentials stands in that account. */
  before(async () => {
    restore = baseCredentials();
    server = await startMoto();
    config = await accountConfig(server.url, ACCOUNT);
  });
  after(() => {
    server?.stop();
    restore?.();
  });

  const put = (
    namespace: string,
    dimensions: Record<string, string>,
    values: Record<string, number>,
  ): Promise<unknown> =>
    new CloudWatchClient(config).send(
      new PutMetricDataCommand({
        Namespace: namespace,
        MetricData: Object.entries(values).map(([MetricName, Value]) => ({
          MetricName,
          Value,
          Timestamp: new Date(Date.now() - 120_000),
          Dimensions: Object.entries(dimensions).map(([Name, each]) => ({ Name, Value: each })),
        })),
      }),
    );
  const failure = async (asked: Promise<unknown>): Promise<string> => {
    const error = await asked.catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ProbeFailed);
    return (error as ProbeFailed).message;
  };

  describe("getCloudLogs", () => {
    const group = "/shop/checkout";
    before(async () => {
      const logs = new CloudWatchLogsClient(config);
      await logs.send(new CreateLogGroupCommand({ logGroupName: group }));
      await logs.send(new CreateLogStreamCommand({ logGroupName: group, logStreamName: "one" }));
      const message = (index: number): string =>
        index === 3 ? 'timeout "after" 30 s\nINFO forged line' : `request ${index} done`;
      const logEvents = [...Array(2500).keys()].map((index) => ({
        timestamp: Date.now() - 600_000 + index * 100,
        message: message(index),
      }));
      await logs.send(new PutLogEventsCommand({ logGroupName: group, logStreamName: "one", logEvents }));
    });

    it("reads all pages of the window, the oldest line first", async () => {
      const mapped = resource({ resourceArn: arn("logs", `log-group:${group}:*`) });
      const { text, truncated, findings } = await look(server.url, "getCloudLogs", mapped);
      const lines = text.split("\n");
      expect(lines).to.have.length(2501);
      expect(lines[1]).to.match(/^\d{4}-.*Z request 0 done$/);
      expect(lines.at(-1)).to.match(/request 2499 done$/);
      expect(findings).to.deep.equal(["2,500 lines."]);
      expect(truncated).to.equal(false);
    });

    it("keeps to one line what a message breaks into several", async () => {
      const { text } = await look(server.url, "getCloudLogs", resource({ resourceId: group }));
      expect(text).to.include('timeout "after" 30 s INFO forged line\n');
    });

    it("finds words as they are, quotes and all", async () => {
      const mapped = resource({ resourceId: group });
      const found = await look(server.url, "getCloudLogs", mapped, { tool: { contains: "timeout" } });
      expect(found.findings).to.deep.equal(['1 line with "timeout".']);
      const none = await look(server.url, "getCloudLogs", mapped, { tool: { contains: '{ $.level = "error" } -' } });
      expect(none.findings[0]).to.match(/^No lines with/);
    });

    it("looks back as far as it is told", async () => {
      const mapped = resource({ resourceId: group });
      const { findings } = await look(server.url, "getCloudLogs", mapped, { tool: { sinceSeconds: 60 } });
      expect(findings).to.deep.equal(["No lines."]);
    });

    it("keeps to the bytes and says that there is more", async () => {
      const mapped = resource({ resourceId: group });
      const { text, truncated, findings } = await look(server.url, "getCloudLogs", mapped, { bytes: 2048 });
      expect(Buffer.byteLength(text)).to.be.within(1900, 2048);
      expect(truncated).to.equal(true);
      expect(findings[0]).to.match(/and there are more\.$/);
    });
  });

  it("getManagedDbHealth tells state and metrics of a database, and nothing of its password", async () => {
    await new RDSClient(config).send(
      new CreateDBInstanceCommand({
        DBInstanceIdentifier: "orders",
        DBInstanceClass: "db.m5.large",
        Engine: "postgres",
        AllocatedStorage: 100,
        MasterUsername: "admin",
        MasterUserPassword: "hunter2-hunter2",
      }),
    );
    await put("AWS/RDS", { DBInstanceIdentifier: "orders" }, { CPUUtilization: 97, FreeStorageSpace: 2 * 1024 ** 3 });
    const { text, findings } = await look(
      server.url,
      "getManagedDbHealth",
      resource({ resourceArn: arn("rds", "db:orders") }),
    );
    expect(findings).to.deep.equal([
      "Database orders is available.",
      "CPU up to 97%.",
      "Free storage down to 2 GiB (2%).",
    ]);
    expect(text).to.include("Engine: postgres").and.include("ReplicaLag (maximum, seconds): no data");
    expect(text).to.match(/CPUUtilization \(maximum, percent\): \d\d:\d\d 97/);
    expect(text).not.to.match(/hunter2|admin/);
  });

  it("getQueueBacklog counts what waits, how long, and names where failures go", async () => {
    const sqs = new SQSClient(config);
    await sqs.send(new CreateQueueCommand({ QueueName: "mail-dead" }));
    const redrive = JSON.stringify({ deadLetterTargetArn: arn("sqs", "mail-dead"), maxReceiveCount: 3 });
    const { QueueUrl } = await sqs.send(
      new CreateQueueCommand({ QueueName: "mail", Attributes: { RedrivePolicy: redrive } }),
    );
    for (const MessageBody of ["a", "b", "c"]) await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    await put("AWS/SQS", { QueueName: "mail" }, { ApproximateAgeOfOldestMessage: 3600 });
    const url = `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/mail`;
    for (const mapped of [{ resourceArn: arn("sqs", "mail") }, { resourceId: "mail" }, { resourceId: url }]) {
      const { findings } = await look(server.url, "getQueueBacklog", resource(mapped));
      expect(findings).to.deep.equal([
        "3 messages wait, 0 are being worked on.",
        "The oldest message waited up to 3,600 s.",
        "What fails goes to the dead-letter queue mail-dead.",
      ]);
    }
  });

  it("getContainerServiceHealth counts tasks, and says why a service is missing", async () => {
    const ecs = new ECSClient(config);
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
      server.url,
      "getContainerServiceHealth",
      resource({ resourceId: "main/web" }),
    );
    expect(findings[0]).to.equal("0 of 3 tasks run, 3 are pending.");
    expect(text).to.include(`Service web in ${REGION}: ACTIVE, desired 3`).and.not.include("s3cret");
    const missing = resource({ resourceArn: arn("ecs", "service/main/gone") });
    expect(await failure(look(server.url, "getContainerServiceHealth", missing))).to.equal(
      "AWS knows no such resource: gone in the cluster main (MISSING).",
    );
  });

  it("getFunctionErrors tells how many invocations failed, and no environment", async () => {
    await motoQuery(
      server,
      "iam",
      "2010-05-08",
      { Action: "CreateRole", RoleName: "pay", AssumeRolePolicyDocument: "{}" },
      config.credentials.accessKeyId,
    );
    await new LambdaClient(config).send(
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
    await put("AWS/Lambda", { FunctionName: "pay" }, { Errors: 12, Invocations: 100, Throttles: 2, Duration: 29_900 });
    const { text, findings } = await look(
      server.url,
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

  it("getLoadBalancer5xxMetrics counts what failed and where, and names ill targets", async () => {
    const ec2 = (form: Record<string, string>): Promise<string> =>
      motoQuery(server, "ec2", "2016-11-15", form, config.credentials.accessKeyId);
    const subnets = [...(await ec2({ Action: "DescribeSubnets" })).matchAll(/<subnetId>(.*?)</g)].map(
      ([, id]) => id ?? "",
    );
    const VpcId = /<vpcId>(.*?)</.exec(await ec2({ Action: "DescribeVpcs" }))?.[1];
    const client = new ElasticLoadBalancingV2Client(config);
    const made = await client.send(new CreateLoadBalancerCommand({ Name: "front", Subnets: subnets.slice(0, 2) }));
    const LoadBalancerArn = made.LoadBalancers?.[0]?.LoadBalancerArn ?? "";
    const group = await client.send(
      new CreateTargetGroupCommand({ Name: "web", Protocol: "HTTP", Port: 80, VpcId, TargetType: "ip" }),
    );
    const TargetGroupArn = group.TargetGroups?.[0]?.TargetGroupArn;
    await client.send(
      new CreateListenerCommand({
        LoadBalancerArn,
        Protocol: "HTTP",
        Port: 80,
        DefaultActions: [{ Type: "forward", TargetGroupArn }],
      }),
    );
    await client.send(new RegisterTargetsCommand({ TargetGroupArn, Targets: [{ Id: "10.0.0.1", Port: 80 }] }));
    const LoadBalancer = LoadBalancerArn.split(":loadbalancer/")[1] ?? "";
    await put(
      "AWS/ApplicationELB",
      { LoadBalancer },
      { HTTPCode_Target_5XX_Count: 120, HTTPCode_ELB_5XX_Count: 3, RequestCount: 1000, TargetResponseTime: 1.5 },
    );
    for (const mapped of [{ resourceArn: LoadBalancerArn }, { resourceId: "front" }, { resourceId: LoadBalancer }]) {
      const { text, findings } = await look(server.url, "getLoadBalancer5xxMetrics", resource(mapped));
      expect(findings).to.deep.equal([
        "120 answers 5xx by targets and 3 by the load balancer itself, of 1,000 requests (12.3%).",
        "0 of 1 targets aren't healthy.",
        "Targets answered in up to 1.5 s on average.",
      ]);
      expect(text).to.include("Target group web: 1 targets\n  10.0.0.1:80: healthy");
    }
  });

  it("look at the account that the ARN names, with the role of that account", async () => {
    const roles = [roleOf(ACCOUNT), roleOf(OTHER_ACCOUNT)];
    const queue = (account: string) => resource({ resourceArn: arn("sqs", "only-here", account) });
    await new SQSClient(config).send(new CreateQueueCommand({ QueueName: "only-here" }));
    expect((await look(server.url, "getQueueBacklog", queue(ACCOUNT), { roles })).findings[0]).to.match(/^0 messages/);
    expect(await failure(look(server.url, "getQueueBacklog", queue(OTHER_ACCOUNT), { roles }))).to.equal(
      "AWS knows no such resource: only-here.",
    );
  });

  it("say that a resource isn't there", async () => {
    for (const [type, id] of [
      ["getManagedDbHealth", "gone"],
      ["getQueueBacklog", "gone"],
      ["getFunctionErrors", "gone"],
      ["getCloudLogs", "/gone"],
      ["getLoadBalancer5xxMetrics", "gone"],
    ] as const) {
      const message = await failure(look(server.url, type, resource({ resourceId: id })));
      expect(message, type).to.equal(`AWS knows no such resource: ${id}.`);
    }
  });
});
