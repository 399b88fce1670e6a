import { rmSync } from "node:fs";
import { expect } from "chai";
import { core, temporaryFolder } from "../support/daemon.ts";
import { type DaemonProcess, startDaemonProcess } from "../support/process.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import type { Answer, ErrorBody } from "../support/request.ts";

describe("a daemon that is killed, asked again with the same Idempotency-Key", function () {
  this.timeout(120_000);
  let dataDir = "";
  let receiver: Receiver;
  const arrived = Promise.withResolvers<void>();
  beforeEach(async () => {
    dataDir = temporaryFolder();
    receiver = await startReceiver(() => {
      arrived.resolve();
      // Whoever asks is killed while it waits.
      return new Promise(() => undefined);
    });
  });
  afterEach(async () => {
    await receiver.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = (): Promise<DaemonProcess> =>
    startDaemonProcess(dataDir, { TOCSIN_ROLES: "core,ingest", TOCSIN_OUTBOUND_HOSTS: receiver.host });
  const post = (daemon: DaemonProcess, path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, {
      method: "POST",
      headers: { "idempotency-key": "key" },
      ...(body === undefined ? {} : { body }),
    });

  it("answers again what was done, and says of what was under way that its outcome is unknown", async () => {
    const incident = { title: "t", description: "d", severity: "HIGH", affectedServices: ["api"] };
    const channel = { name: "pager", kind: "webhook", settings: { url: `${receiver.url}/in` } };
    const dying = await start();
    const opened = await post(dying, "/incidents", incident);
    expect(opened.status, opened.text).to.equal(201);
    const { id } = (await post(dying, "/notifications/channels", channel)).json<{ id: string }>();
    const test = `/notifications/channels/${id}/test`;
    const first = post(dying, test).catch(() => undefined);
    await arrived.promise;

    const meanwhile = await post(dying, test);
    expect(meanwhile.status, meanwhile.text).to.equal(409);
    expect(meanwhile.headers.get("retry-after")).to.equal("1");
    expect(await dying.end("SIGKILL")).to.equal(null);
    expect(await first).to.equal(undefined);

    const daemon = await start();
    const again = await post(daemon, "/incidents", incident);
    expect([again.status, again.text]).to.deep.equal([201, opened.text]);
    expect((await core(daemon, "/incidents")).json<unknown[]>()).to.have.length(1);
    for (const _ of [1, 2]) {
      const unknown = await post(daemon, test);
      expect(unknown.status, unknown.text).to.equal(409);
      expect(unknown.headers.get("retry-after")).to.equal(null);
      expect(unknown.json<ErrorBody>().message).to.equal(
        `The first request with this Idempotency-Key ended without an answer. It may have taken effect. Read GET /notifications/channels/${id}. If it did not, send it with a new key.`,
      );
    }
    expect(receiver.received).to.have.length(1);
    expect(await daemon.end("SIGTERM")).to.equal(0);
  });
});
