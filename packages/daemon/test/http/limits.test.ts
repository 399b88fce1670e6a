import http from "node:http";
import { expect } from "chai";
import { conforms } from "../support/conforms.ts";
import { ingest, startTestDaemon, stored, type TestDaemon } from "../support/daemon.ts";
import type { ErrorBody } from "../support/request.ts";
import { log, logs } from "../support/telemetry.ts";

const KIB = 1024;

describe("the limits of ingestion", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon({
      TOCSIN_BODY_BYTES_MAX: String(64 * KIB),
      TOCSIN_EVENT_BYTES_MAX: String(4 * KIB),
      TOCSIN_BATCH_EVENTS_MAX: "10",
    });
  });
  after(() => daemon.stop());

  it("refuse a body over the wire limit by its content-length with 413, before it is sent", async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = http.request(`${daemon.ingest}/events/logs`, {
        method: "POST",
        headers: { "content-type": "application/json", "content-length": 64 * KIB + 1, expect: "100-continue" },
      });
      request.on("error", reject).on("response", (response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      request.flushHeaders();
    });
    expect(status).to.equal(413);
  });

  it("refuse a chunked body as soon as it passes the wire limit, though it goes on for ever", async () => {
    const outcome = await new Promise<{ status: number | undefined; sent: number }>((resolve, reject) => {
      const request = http.request(`${daemon.ingest}/events/logs/batch`, {
        method: "POST",
        headers: { "content-type": "application/json" },
      });
      const chunk = Buffer.alloc(8 * KIB, " ");
      let sent = 0;
      const more = (): void =>
        void (
          request.destroyed ||
          request.write(chunk, () => {
            sent += chunk.length;
            setImmediate(more);
          })
        );
      request.on("error", reject).on("response", (response) => {
        resolve({ status: response.statusCode, sent });
        request.destroy();
      });
      more();
    });
    expect(outcome.status).to.equal(413);
    expect(outcome.sent).to.be.below(16 * 1024 * KIB);
  });

  it("take a body of exactly the wire limit", async () => {
    const event = JSON.stringify(log());
    expect((await ingest(daemon, "/events/logs", event.padEnd(64 * KIB))).status).to.equal(202);
    const answer = await ingest(daemon, "/events/logs", event.padEnd(64 * KIB + 1));
    expect(answer.status).to.equal(413);
    conforms(answer, "sendLog");
    expect(answer.json<ErrorBody>().message).to.contain("TOCSIN_BODY_BYTES_MAX");
  });

  it("take a batch of exactly as many events as allowed, and refuse one more with 413", async () => {
    expect((await ingest(daemon, "/events/logs/batch", logs(10))).status).to.equal(202);
    for (const path of ["/events/logs/batch", "/events/logs/batch?onInvalid=skip"]) {
      const answer = await ingest(daemon, path, logs(11));
      expect(answer.status).to.equal(413);
      conforms(answer, "sendLogs");
      expect(answer.json<ErrorBody>().message).to.contain("TOCSIN_BATCH_EVENTS_MAX");
    }
  });

  it("refuse an event over its size with 413, alone or in a batch, wherever its bytes are", async () => {
    const large = [
      log({ message: "x".repeat(5 * KIB) }),
      log({ metadata: { text: "x".repeat(5 * KIB) } }),
      log({ metadata: Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`key-${index}`, index])) }),
      log({ metadata: { numbers: Array.from({ length: 2_000 }, () => 12345) } }),
      log({ metadata: { ["k".repeat(5 * KIB)]: 1 } }),
      log({ message: "\u0001".repeat(KIB) }),
      log({ metadata: { ["\u0001".repeat(KIB)]: "\u001f" } }),
      log({ message: '"\\'.repeat(1_500) }),
      log({ metadata: { words: Array.from({ length: 200 }, () => "漢字漢字漢字漢字漢字") } }),
    ];
    for (const [index, event] of large.entries()) {
      expect((await ingest(daemon, "/events/logs", event)).status, `event ${index}`).to.equal(413);
      const answer = await ingest(daemon, "/events/logs/batch", [log(), event]);
      expect(answer.status, `event ${index} in a batch`).to.equal(413);
      expect(answer.json<ErrorBody>().details?.[0]?.path).to.equal("/1");
    }
  });

  it("are 10,000 events a batch and 256 KiB an event where nothing is set", async () => {
    const plain = await startTestDaemon();
    try {
      expect((await ingest(plain, "/events/logs/batch", logs(10_000))).json()).to.deep.equal({ accepted: 10_000 });
      expect((await ingest(plain, "/events/logs/batch", logs(10_001))).status).to.equal(413);
      const answer = await ingest(plain, "/events/logs", log({ message: "x".repeat(256 * KIB - 200) }));
      expect(answer.status, answer.text.slice(0, 200)).to.equal(202);
      expect((await stored(plain, answer.json<{ id: string }>().id)).message).to.have.lengthOf(256 * KIB - 200);
      expect((await ingest(plain, "/events/logs", log({ message: "x".repeat(256 * KIB) }))).status).to.equal(413);
    } finally {
      await plain.stop();
    }
  });

  it("answer another method with 405 and what is allowed", async () => {
    for (const path of ["/events/logs", "/events/logs/batch", "/events/metrics", "/events/deployments"]) {
      for (const method of ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const answer = await ingest(daemon, path, undefined, { method });
        expect(answer.status, `${method} ${path}`).to.equal(405);
        expect(answer.headers.get("allow")).to.equal("POST");
        expect(answer.json()).to.include({ statusCode: 405, error: "Method Not Allowed" });
      }
      expect((await ingest(daemon, path, undefined, { method: "HEAD" })).status).to.equal(405);
    }
  });

  it("leave the connection usable after a refusal that read the body", async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const post = (body: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const request = http.request(`${daemon.ingest}/events/logs`, {
          method: "POST",
          agent,
          headers: { "content-type": "application/json" },
        });
        request
          .on("error", reject)
          .on("response", (response) => response.resume().on("end", () => resolve(response.statusCode)));
        request.end(body);
      });
    const statuses = [];
    for (const body of ["{", JSON.stringify(log()), "[1]", JSON.stringify(log())]) statuses.push(await post(body));
    agent.destroy();
    expect(statuses).to.deep.equal([400, 202, 400, 202]);
  });
});
