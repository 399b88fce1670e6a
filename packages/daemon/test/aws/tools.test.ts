import {
  CloudWatchLogsClient,
  CreateLogGroupCommand,
  CreateLogStreamCommand,
  PutLogEventsCommand,
} from "@aws-sdk/client-cloudwatch-logs";
import { CreateDBInstanceCommand, RDSClient } from "@aws-sdk/client-rds";
import { CreateQueueCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { expect } from "chai";
import { ACCOUNT, look, REGION, resource } from "../support/aws.ts";
import { hasMoto } from "../support/moto.ts";
import { awsAccount } from "./aws-account.ts";

const moto = hasMoto();
const suite = moto ? describe : describe.skip;
const arn = (service: string, rest: string, account = ACCOUNT): string =>
  `arn:aws:${service}:${REGION}:${account}:${rest}`;

suite(`the cloud tools on a counterpart of AWS${moto ? "" : " (pending: moto_server isn't installed)"}`, function () {
  this.timeout(60_000);
  const world = awsAccount();

  describe("getCloudLogs", () => {
    const group = "/shop/checkout";
    before(async () => {
      const logs = new CloudWatchLogsClient(world.config);
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
      const { text, truncated, findings } = await look(world.server.url, "getCloudLogs", mapped);
      const lines = text.split("\n");
      expect(lines).to.have.length(2501);
      expect(lines[1]).to.match(/^\d{4}-.*Z request 0 done$/);
      expect(lines.at(-1)).to.match(/request 2499 done$/);
      expect(findings).to.deep.equal(["2,500 lines."]);
      expect(truncated).to.equal(false);
    });

    it("keeps to one line what a message breaks into several", async () => {
      const { text } = await look(world.server.url, "getCloudLogs", resource({ resourceId: group }));
      expect(text).to.include('timeout "after" 30 s INFO forged line\n');
    });

    it("finds words as they are, quotes and all", async () => {
      const mapped = resource({ resourceId: group });
      const found = await look(world.server.url, "getCloudLogs", mapped, { tool: { contains: "timeout" } });
      expect(found.findings).to.deep.equal(['1 line with "timeout".']);
      const none = await look(world.server.url, "getCloudLogs", mapped, {
        tool: { contains: '{ $.level = "error" } -' },
      });
      expect(none.findings[0]).to.match(/^No lines with/);
    });

    it("looks back as far as it is told", async () => {
      const mapped = resource({ resourceId: group });
      const { findings } = await look(world.server.url, "getCloudLogs", mapped, { tool: { sinceSeconds: 60 } });
      expect(findings).to.deep.equal(["No lines."]);
    });

    it("keeps to the bytes and says that there is more", async () => {
      const mapped = resource({ resourceId: group });
      const { text, truncated, findings } = await look(world.server.url, "getCloudLogs", mapped, { bytes: 2048 });
      expect(Buffer.byteLength(text)).to.be.within(1900, 2048);
      expect(truncated).to.equal(true);
      expect(findings[0]).to.match(/and there are more\.$/);
    });
  });

  it("getManagedDbHealth tells state and metrics of a database, and nothing of its password", async () => {
    await new RDSClient(world.config).send(
      new CreateDBInstanceCommand({
        DBInstanceIdentifier: "orders",
        DBInstanceClass: "db.m5.large",
        Engine: "postgres",
        AllocatedStorage: 100,
        MasterUsername: "admin",
        MasterUserPassword: "hunter2-hunter2",
      }),
    );
    await world.put(
      "AWS/RDS",
      { DBInstanceIdentifier: "orders" },
      { CPUUtilization: 97, FreeStorageSpace: 2 * 1024 ** 3 },
    );
    const { text, findings } = await look(
      world.server.url,
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
    const sqs = new SQSClient(world.config);
    await sqs.send(new CreateQueueCommand({ QueueName: "mail-dead" }));
    const redrive = JSON.stringify({ deadLetterTargetArn: arn("sqs", "mail-dead"), maxReceiveCount: 3 });
    const { QueueUrl } = await sqs.send(
      new CreateQueueCommand({ QueueName: "mail", Attributes: { RedrivePolicy: redrive } }),
    );
    for (const MessageBody of ["a", "b", "c"]) await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    await world.put("AWS/SQS", { QueueName: "mail" }, { ApproximateAgeOfOldestMessage: 3600 });
    const url = `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/mail`;
    for (const mapped of [{ resourceArn: arn("sqs", "mail") }, { resourceId: "mail" }, { resourceId: url }]) {
      const { findings } = await look(world.server.url, "getQueueBacklog", resource(mapped));
      expect(findings).to.deep.equal([
        "3 messages wait, 0 are being worked on.",
        "The oldest message waited up to 3,600 s.",
        "What fails goes to the dead-letter queue mail-dead.",
      ]);
    }
  });
});
