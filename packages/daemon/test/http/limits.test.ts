import http from "node:http";
import { connect } from "node:net";
import { expect } from "chai";
import { schemaChecks } from "../../src/app/wiring/schema-checks.ts";
import { createBodyReader } from "../../src/http/ingest/body-reader.ts";
import { createIngestServer } from "../../src/http/ingest/ingest-server.ts";
import { refuseOversizedJson } from "../../src/http/ingest/refuse-oversized-json.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { conforms } from "../support/conforms.ts";
import {
  drained,
  ingest,
  search,
  startTestDaemon,
  stored,
  type TestDaemon,
  temporaryFolder,
} from "../support/daemon.ts";
import type { ErrorBody } from "../support/request.ts";
import { log, logs } from "../support/telemetry.ts";
import { waitFor } from "../support/wait.ts";

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

describe("a body of more values than may be", () => {
  const MIB = 1024 * KIB;
  const many = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length));
  for (const [what, format, body] of [
    ["thirty megabytes of empty objects", "array", `[${many("{},", 30 * MIB)}{}]`],
    ["thirty megabytes of lines", "lines", many("1\n", 30 * MIB)],
    ["one event with millions of values inside", "single", `{"metadata":{"a":[${many("[],", 20 * MIB)}1]}}`],
    ["brackets without end", "array", many("[", 30 * MIB)],
  ] as const) {
    it(`is refused before it is parsed: ${what}`, () => {
      const bytes = Buffer.from(body);
      const refusal = ((): unknown => {
        try {
          return refuseOversizedJson(bytes, format, 10_000);
        } catch (error) {
          return (error as ApplicationError).code;
        }
      })();
      expect(refusal).to.equal(what.startsWith("thirty") ? "batch_too_large" : "body_too_large");
    });
  }

  it("is not one whose text holds commas and brackets", () => {
    const event = { service: "a", level: "info", message: many('[{,"\\', 2_000) };
    const bytes = Buffer.from(JSON.stringify(Array.from({ length: 1_000 }, () => event)));
    expect(bytes.length).to.be.above(10_000 * 40);
    refuseOversizedJson(bytes, "array", 10_000);
    refuseOversizedJson(Buffer.from(`${JSON.stringify(event)}\n`.repeat(1_000)), "lines", 10_000);
  });
});

describe("a body that comes too slowly", function () {
  this.timeout(15_000);

  it("is answered 503, which keeps it at the sender, and ends with its connection", async () => {
    const appended: AcceptedBatch[] = [];
    const server = createIngestServer({
      intake: {
        clock: { now: () => Date.now() },
        queue: {
          append: async (batches) => void appended.push(...batches),
          recall: async () => undefined,
          waitingOf: () => 0,
        },
        quotas: { take: () => () => undefined },
        services: {
          knows: () => true,
          register: async () => [],
          holdsOrganization: async () => true,
          organizationCount: async () => 1,
        },
        organizations: { admit: async () => undefined },
        refused: () => undefined,
        checks: schemaChecks(),
        limits: { defaultOrganization: 5, otherOrganizations: 5, eventBytes: KIB, batchEvents: 10 },
        accepted: () => undefined,
      },
      admission: () => "default",
      bodies: createBodyReader({
        wireBytes: KIB,
        inflatedBytes: KIB,
        inFlightBytes: KIB,
        minimumRate: { bytesPerSecond: 500, windowMs: 300 },
      }),
      guard: { checkHost: () => undefined, connectionsMax: 10, connectionsSetting: "", logger: silentLogger },
      corsOrigins: [],
      logger: silentLogger,
      rest: (_request, response) => void response.end(),
      observed: () => undefined,
      ready: () => true,
      isTransient: () => false,
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const socket = connect(port, "127.0.0.1");
    socket.write(
      'POST /events/logs HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"service":',
    );
    let closed = false;
    let answer = "";
    socket
      .on("data", (chunk) => (answer += String(chunk)))
      .on("error", () => undefined)
      .on("close", () => (closed = true))
      .resume();
    await waitFor(() => closed, { within: 11_000, what: "the connection to be closed" });
    expect(answer).to.match(/^HTTP\/1\.1 503 .*retry-after: \d+\r\n/s);
    expect(appended).to.deep.equal([]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("a full queue", function () {
  this.timeout(30_000);

  it("answers 503 with whole seconds in Retry-After and stores nothing of it; it takes events again when it is emptied", async () => {
    const full = { TOCSIN_QUEUE_BYTES_MAX: String(1024 * KIB) };
    let daemon = await startTestDaemon({ ...full, TOCSIN_ROLES: "ingest" }, temporaryFolder());
    const padding = "x".repeat(2_000);
    const accepted: string[] = [];
    const refused: string[] = [];
    for (let index = 0; refused.length < 5 && index < 200; index++) {
      const word = `batch${index}`;
      const answer = await ingest(
        daemon,
        "/events/logs/batch",
        logs(20, () => ({ message: word, metadata: { padding } })),
      );
      conforms(answer, "sendLogs");
      if (answer.status === 202) accepted.push(word);
      else {
        refused.push(word);
        expect(answer.status).to.equal(503);
        expect(answer.headers.get("retry-after")).to.match(/^[1-9]\d?$/);
        expect(answer.json<ErrorBody>().message).to.contain("TOCSIN_QUEUE_BYTES_MAX");
      }
    }
    expect(refused).to.have.lengthOf(5);
    expect(accepted.length).to.be.within(5, 100);

    daemon = await daemon.restart(full);
    await waitFor(async () => (await ingest(daemon, "/events/logs", log({ message: "room again" }))).status === 202, {
      what: "room in the queue",
    });
    await drained(daemon);
    const found = new Set<string>();
    for (const word of [...accepted, ...refused])
      if ((await search(daemon, { q: word })).length === 20) found.add(word);
    expect([...found]).to.deep.equal(accepted);
    for (const word of refused) expect(await search(daemon, { q: word })).to.deep.equal([]);
    await daemon.stop();
  });
});
