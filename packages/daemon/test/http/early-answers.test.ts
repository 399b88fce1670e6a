import { expect } from "chai";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type RawConnection, rawConnection } from "../support/raw-connection.ts";
import { mintToken } from "../support/tokens.ts";

const MIB = 1024 * 1024;

/** Sends a whole request as many clients do: the answer is read only when everything was written. */
async function sendAll(base: string, head: readonly string[], bytes: number): Promise<RawConnection> {
  const connection = rawConnection(base);
  connection.socket.pause();
  connection.send(`${head.join("\r\n")}\r\nhost: localhost\r\ncontent-length: ${bytes}\r\n\r\n`);
  const chunk = Buffer.alloc(64 * 1024, " ");
  let left = bytes;
  while (left > 0 && connection.error() === undefined) {
    const size = Math.min(left, chunk.length);
    left -= size;
    await new Promise<void>((resolve) => connection.socket.write(chunk.subarray(0, size), () => resolve()));
  }
  connection.socket.resume();
  return connection;
}

describe("an answer that comes before the body was read", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon({ TOCSIN_INGEST_API_KEY: "key-of-acme@acme" });
  });
  after(() => daemon.stop());

  const json = "content-type: application/json";
  const token = `authorization: Bearer ${mintToken()}`;
  const key = "x-api-key: key-of-acme";
  const cases = [
    ["ingest", 413, "POST /events/logs/batch HTTP/1.1", json, key],
    ["ingest", 401, "POST /events/logs/batch HTTP/1.1", json],
    ["ingest", 403, "POST /events/logs HTTP/1.1", json, key, "x-organization-id: other"],
    ["ingest", 415, "POST /events/logs HTTP/1.1", "content-type: text/plain", key],
    ["ingest", 405, "PUT /events/logs HTTP/1.1", json, key],
    ["ingest", 404, "POST /nowhere HTTP/1.1", json, key],
    ["ingest", 200, "GET /health/live HTTP/1.1"],
    ["core", 413, "POST /incidents HTTP/1.1", json, token],
    ["core", 401, "POST /incidents HTTP/1.1", json],
    ["core", 404, "POST /nowhere HTTP/1.1", "content-type: text/plain", token],
    ["core", 405, "DELETE /incidents HTTP/1.1", "content-type: text/plain", token],
    ["core", 415, "POST /incidents HTTP/1.1", "content-type: text/plain", token],
    ["core", 200, "GET /openapi.json HTTP/1.1"],
  ] as const;
  for (const [role, status, ...head] of cases) {
    it(`reaches a sender that writes 24 MiB before it reads: ${status} to ${head[0]} of the ${role} interface`, async () => {
      for (let times = 0; times < 3; times += 1) {
        const connection = await sendAll(daemon[role], head, 24 * MIB);
        const answer = await connection.answer();
        expect(answer.status, answer.body).to.equal(status);
        expect(answer.head).to.contain("\r\nconnection: close");
        await connection.closed();
        expect(connection.error()?.code).to.equal(undefined);
      }
    });
  }

  it("reaches a sender whose body is no HTTP, or whose headers are too large", async () => {
    for (const base of [daemon.core, daemon.ingest]) {
      const rubbish = await sendAll(base, ["POST /events/logs HTTP/1.1", key, json, "no header at all"], 8 * MIB);
      expect((await rubbish.answer()).status).to.equal(400);
      await rubbish.closed();
      expect(rubbish.error()?.code).to.equal(undefined);
      const large = await sendAll(base, ["POST /events/logs HTTP/1.1", `x-large: ${"x".repeat(64 * 1024)}`], 8 * MIB);
      expect((await large.answer()).status).to.equal(400);
    }
  });
});
