import { expect } from "chai";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type RawAnswer, rawConnection } from "../support/raw-connection.ts";
import type { ErrorBody } from "../support/request.ts";
import { mintToken } from "../support/tokens.ts";

const PUBLIC = "https://tocsin.example.com:8443/somewhere";

/** Sends a request with these lines as its head. */
async function ask(base: string, ...lines: readonly string[]): Promise<RawAnswer> {
  const connection = rawConnection(base);
  connection.send(`${lines.join("\r\n")}\r\nconnection: close\r\n\r\n`);
  const answer = await connection.answer();
  connection.socket.destroy();
  return answer;
}

const faultOf = ({ body }: RawAnswer): ErrorBody => JSON.parse(body) as ErrorBody;

describe("a server on loopback", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon({ TOCSIN_PUBLIC_URL: PUBLIC });
  });
  after(() => daemon.stop());

  const token = `authorization: Bearer ${mintToken()}`;
  const both = (): string[] => [daemon.core, daemon.ingest];

  it("answers localhost, 127.0.0.1, [::1] and the host of TOCSIN_PUBLIC_URL, with any port and in any case", async () => {
    for (const base of both()) {
      for (const host of [
        "localhost",
        "LocalHost:7070",
        "127.0.0.1",
        "127.0.0.1:1",
        "[::1]:7071",
        "Tocsin.Example.com",
      ]) {
        expect((await ask(base, "GET /health/live HTTP/1.1", `host: ${host}`)).status, `${base} ${host}`).to.equal(200);
      }
    }
  });

  it("refuses every other host with 421, which names the setting, on every path of both interfaces", async () => {
    const paths = {
      [daemon.core]: [
        "/",
        "/health/live",
        "/health/ready",
        "/metrics",
        "/openapi.json",
        "/api",
        "/api/swagger-ui.css",
      ].concat("/reference", "/reference/scalar.js", "/incidents", "/incidents/stream", "/nowhere"),
      [daemon.ingest]: [
        "/",
        "/health/live",
        "/metrics",
        "/openapi.json",
        "/api",
        "/reference",
        "/events/logs",
        "/nowhere",
      ],
    };
    for (const [base, each] of Object.entries(paths)) {
      for (const path of each) {
        const answer = await ask(base, `GET ${path} HTTP/1.1`, "host: evil.example", token);
        expect(answer.status, `${base}${path}`).to.equal(421);
        const fault = faultOf(answer);
        expect(fault).to.include({ statusCode: 421, error: "Misdirected Request" });
        expect(fault.message).to.contain("TOCSIN_PUBLIC_URL").and.contain("evil.example");
        expect(answer.head).to.match(/\r\nx-request-id: [0-9a-f-]{36}/);
      }
    }
    const event = '{"service":"a","level":"info","message":"rebound"}';
    const sent = await ask(
      daemon.ingest,
      "POST /events/logs HTTP/1.1",
      "host: evil.example:7071",
      "content-type: application/json",
      `content-length: ${event.length}`,
    );
    expect(sent.status).to.equal(421);
  });

  it("refuses names that only look like its own", async () => {
    for (const host of [
      "localhost.evil.example",
      "evil.example:127.0.0.1",
      "127.0.0.1.evil.example",
      "localhost@evil.example",
      "evil.example/localhost",
      "localhost evil.example",
      "localhost.",
      "0.0.0.0",
      "127.1",
      "[::]",
      "::1",
      "",
      "[::1].evil.example",
      "xn--localhost",
      "example.com",
      "tocsin.example.com.evil.example",
    ]) {
      for (const base of both()) {
        expect((await ask(base, "GET /metrics HTTP/1.1", `host: ${host}`)).status, `${base} ${host}`).to.equal(421);
      }
    }
  });

  it("refuses a request without a Host, or with two, with 400 or 421", async () => {
    for (const base of both()) {
      const missing = await ask(base, "GET /metrics HTTP/1.1", "accept: */*");
      expect(missing.status).to.equal(400);
      expect(faultOf(missing).message).to.contain("Host");
      expect((await ask(base, "GET /metrics HTTP/1.0", "accept: */*")).status).to.equal(421);
      for (const [one, other] of [
        ["localhost", "evil.example"],
        ["evil.example", "localhost"],
        ["localhost", "localhost"],
      ]) {
        const answer = await ask(base, "GET /metrics HTTP/1.1", `host: ${one}`, `Host: ${other}`);
        expect(answer.status, `${one}, ${other}`).to.equal(400);
        expect(faultOf(answer).message).to.contain("more than one header Host");
      }
    }
  });

  it("judges the host of a target in absolute form too", async () => {
    for (const base of both()) {
      const answer = await ask(base, "GET http://evil.example/metrics HTTP/1.1", "host: localhost");
      expect(answer.status).to.equal(421);
    }
  });

  it("judges each request of a connection anew", async () => {
    const connection = rawConnection(daemon.core);
    connection.send("GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n");
    expect((await connection.answer()).status).to.equal(200);
    const before = connection.received().length;
    connection.send("GET /health/live HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n");
    await connection.closed();
    expect(connection.received().slice(before)).to.match(/^HTTP\/1\.1 421 /);
  });
});
