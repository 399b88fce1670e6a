import { expect } from "chai";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type RawConnection, rawConnection } from "../support/raw-connection.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

const EVENT = '{"service":"a","level":"info","message":"continued"}';
const JSON_TYPE = "content-type: application/json";
const KEY = "x-api-key: key-of-acme";

describe("a sender that waits for 100 Continue", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon({ TOCSIN_INGEST_API_KEY: "key-of-acme@acme" });
  });
  after(() => daemon.stop());

  const token = `authorization: Bearer ${mintToken()}`;
  const send = (base: string, lines: readonly string[], length: number): RawConnection => {
    const connection = rawConnection(base);
    const head = [...lines, "host: localhost", `content-length: ${length}`, "expect: 100-continue"];
    connection.send(`${head.join("\r\n")}\r\n\r\n`);
    return connection;
  };

  const refused = [
    ["ingest", 401, "POST /events/logs HTTP/1.1", JSON_TYPE],
    ["ingest", 413, "POST /events/logs/batch HTTP/1.1", JSON_TYPE, KEY],
    ["ingest", 415, "POST /events/logs HTTP/1.1", "content-type: text/plain", KEY],
    ["ingest", 415, "POST /events/logs HTTP/1.1", JSON_TYPE, KEY, "content-encoding: rot13"],
    ["ingest", 403, "POST /events/logs HTTP/1.1", JSON_TYPE, KEY, "x-organization-id: other"],
    ["ingest", 400, "POST /events/logs HTTP/1.1", JSON_TYPE, KEY, `idempotency-key: ${"k".repeat(300)}`],
    ["ingest", 404, "POST /nowhere HTTP/1.1", JSON_TYPE, KEY],
    ["core", 401, "POST /incidents HTTP/1.1", JSON_TYPE],
    ["core", 413, "POST /incidents HTTP/1.1", JSON_TYPE, token],
    ["core", 415, "POST /incidents HTTP/1.1", "content-type: text/plain", token],
  ] as const;
  for (const [role, status, ...lines] of refused) {
    it(`is refused by the head alone: ${status} to ${lines.join(", ").slice(0, 80)}`, async () => {
      const connection = send(daemon[role], lines, 24 * 1024 * 1024);
      expect((await connection.answer()).status).to.equal(status);
      expect(connection.received()).not.to.contain("100 Continue");
      connection.socket.destroy();
    });
  }

  it("gets it once its body is to be read, and then the answer", async () => {
    const incident = JSON.stringify({ title: "t", description: "d", severity: "LOW", affectedServices: ["a"] });
    for (const [base, status, body, ...lines] of [
      [daemon.ingest, 202, EVENT, "POST /events/logs HTTP/1.1", JSON_TYPE, KEY],
      [daemon.core, 201, incident, "POST /incidents HTTP/1.1", JSON_TYPE, token],
    ] as const) {
      const connection = send(base, lines, body.length);
      await waitFor(() => connection.received() === "HTTP/1.1 100 Continue\r\n\r\n", { what: "100 Continue" });
      connection.send(body);
      await waitFor(() => connection.received().includes(`\r\n\r\nHTTP/1.1 ${status} `), { what: `${status}` });
      connection.socket.destroy();
    }
  });
});
