import { expect } from "chai";
import { core, drained, search, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type RawAnswer, type RawConnection, rawConnection } from "../support/raw-connection.ts";
import type { ErrorBody } from "../support/request.ts";
import { mintToken } from "../support/tokens.ts";

const EVENT = '{"service":"a","level":"info","message":"continued"}';
const JSON_TYPE = "content-type: application/json";
const KEY = "x-api-key: key-of-acme";

describe("what HTTP has and Tocsin doesn't", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon({ TOCSIN_INGEST_API_KEY: "key-of-acme@acme" });
  });
  after(() => daemon.stop());

  const both = (): string[] => [daemon.core, daemon.ingest];

  function open(base: string, ...lines: readonly string[]): RawConnection {
    const connection = rawConnection(base);
    connection.send(`${lines.join("\r\n")}\r\n\r\n`);
    return connection;
  }

  async function ask(base: string, ...lines: readonly string[]): Promise<RawAnswer> {
    const connection = open(base, ...lines);
    const answer = await connection.answer();
    connection.socket.destroy();
    return answer;
  }

  const chunked = (coding: string): string[] => [
    "POST /events/logs HTTP/1.1",
    "host: localhost",
    KEY,
    JSON_TYPE,
    `transfer-encoding: ${coding}`,
    "",
    EVENT.length.toString(16),
    EVENT,
    "0",
  ];

  function expectProblem({ status, head, body }: RawAnswer, wanted: number): ErrorBody {
    expect(status, body).to.equal(wanted);
    expect(head).to.contain("\r\nx-content-type-options: nosniff").and.contain("\r\ncache-control: no-store");
    expect(head).to.match(/\r\nx-request-id: [0-9a-f-]{36}/);
    const problem = JSON.parse(body) as ErrorBody;
    expect(problem.statusCode).to.equal(wanted);
    return problem;
  }

  it("answers an unknown Expect with a problem of 417, and another site's name with 421 before it", async () => {
    for (const base of both()) {
      const answer = await ask(base, "GET /metrics HTTP/1.1", "host: localhost", "expect: wonders");
      expect(expectProblem(answer, 417).message).to.contain("100-continue");
      expectProblem(await ask(base, "GET /metrics HTTP/1.1", "host: evil.example", "expect: wonders"), 421);
    }
  });

  it("answers a transfer coding other than chunked with 501, and stores nothing", async () => {
    for (const base of both()) {
      const answer = await ask(base, ...chunked("gzip, chunked"));
      expect(expectProblem(answer, 501).message).to.contain("Content-Encoding");
    }
    await drained(daemon, { organization: "acme", key: "key-of-acme" });
    const token = mintToken({ organizationId: "acme" });
    expect(await search(daemon, { service: "a" }, token)).to.deep.equal([]);
  });

  it("takes chunked in any case", async () => {
    const answer = await ask(daemon.ingest, ...chunked("Chunked"));
    expect(answer.status, answer.body).to.equal(202);
  });

  it("answers CONNECT with 405, and another site's name with 421 before it", async () => {
    for (const base of both()) {
      const answer = await ask(base, "CONNECT db.internal:5432 HTTP/1.1", "host: localhost");
      expect(expectProblem(answer, 405).message).to.contain("CONNECT");
      expect(answer.head).to.contain("\r\nallow: ").and.contain("\r\nconnection: close");
      expectProblem(await ask(base, "CONNECT db.internal:5432 HTTP/1.1", "host: evil.example"), 421);
    }
  });

  it("closes the connection of a CONNECT that comes behind an unanswered request, and of one that is reset", async () => {
    for (const base of both()) {
      const token = mintToken();
      const head = `GET /incidents HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}`;
      await open(base, head, "", "CONNECT a:1 HTTP/1.1", "host: localhost").closed();
      const reset = open(base, "CONNECT a:1 HTTP/1.1", "host: localhost");
      await reset.answer();
      reset.socket.resetAndDestroy();
      await reset.closed();
    }
    expect((await core(daemon, "/incidents")).status).to.equal(200);
  });

  it("ignores Upgrade", async () => {
    for (const base of both()) {
      const lines = ["GET /health/live HTTP/1.1", "host: localhost", "connection: upgrade", "upgrade: websocket"];
      expect((await ask(base, ...lines)).status).to.equal(200);
    }
  });
});
