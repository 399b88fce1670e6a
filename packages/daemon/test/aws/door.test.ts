import { CreateQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { expect } from "chai";
import { ACCOUNT, accountConfig, baseCredentials, OTHER_ACCOUNT, REGION, roleOf } from "../support/aws.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { hasMoto, type Moto, startMoto } from "../support/moto.ts";
import type { Answer } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

const moto = hasMoto();
const suite = moto ? describe : describe.skip;

suite(`a cloud tool over HTTP${moto ? "" : " (pending: moto_server isn't installed)"}`, function () {
  this.timeout(60_000);
  let server: Moto;
  let daemon: TestDaemon;
  let restore: () => void;
  before(async () => {
    restore = baseCredentials();
    server = await startMoto();
    const sqs = new SQSClient(await accountConfig(server.url, ACCOUNT));
    await sqs.send(new CreateQueueCommand({ QueueName: "mail" }));
    daemon = await startTestDaemon({
      TOCSIN_AWS_ROLES: `${roleOf(ACCOUNT).arn}@shop,${roleOf(OTHER_ACCOUNT).arn}@depot`,
      TOCSIN_AWS_ENDPOINT_URL: server.url,
    });
  });
  after(async () => {
    await daemon?.stop();
    server?.stop();
    restore?.();
  });

  const look = async (organization: string, account: string): Promise<Answer> => {
    const token = tokenOf(organization);
    const send = (method: string, path: string, body: unknown): Promise<Answer> =>
      core(daemon, path, { token, method, body });
    const incident = { title: "Mail is late", description: "d", severity: "LOW", affectedServices: ["mailer"] };
    const { id } = (await send("POST", "/incidents", incident)).json<{ id: string }>();
    const resourceArn = `arn:aws:sqs:${REGION}:${account}:mail`;
    const resource = { provider: "aws", region: REGION, resourceType: "queue", resourceArn };
    await send("PUT", `/incidents/${id}/resources`, { resources: [resource] });
    return send("POST", `/incidents/${id}/diagnostic-tools/run`, { type: "getQueueBacklog", ...resource });
  };

  it("looks at a mapped resource of an account that is open to the organization", async () => {
    const answer = await look("shop", ACCOUNT);
    expect(answer.status).to.equal(200);
    const { status, summary, rawRef } = answer.json<{ status: string; summary: string; rawRef: string }>();
    expect(status).to.equal("success");
    expect(summary).to.match(/^0 messages wait, 0 are being worked on\. /);
    expect(rawRef).to.be.a("string");
  });

  it("is refused for the account of another organization", async () => {
    const answer = await look("depot", ACCOUNT);
    expect(answer.status).to.equal(403);
    expect(answer.text).to.include(`The account ${ACCOUNT} is none that may be probed`);
  });

  it("fails, and says so, where the resource isn't there", async () => {
    const answer = await look("depot", OTHER_ACCOUNT);
    expect(answer.status).to.equal(200);
    expect(answer.json()).to.include({ status: "failed", summary: "AWS knows no such resource: mail." });
  });
});
