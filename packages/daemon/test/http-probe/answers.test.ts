import { expect } from "chai";
import { httpServer, type Listening, probe, rawServer } from "../support/http-probe.ts";

describe("checkHttpHealth reports", function () {
  this.timeout(10_000);
  let server: Listening | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  it("status, timings, headers that tell something and the body", async () => {
    server = await httpServer((_request, response) => {
      response.writeHead(503, { server: "shop/2", "retry-after": "30", "set-cookie": "session=abc", "x-key": "k" });
      response.end("pool exhausted");
    });
    const { text, findings, truncated } = await probe(`http://shop.test:${server.port}/health?token=abc`);
    expect(findings[0]).to.match(/^503 after [\d,]+ ms\.$/);
    expect(text).to.include(`GET http://shop.test:${server.port}/health\n`).and.include("Status: 503");
    expect(text).to.match(/Timings: DNS \d+ ms, connect \d+ ms, first byte \d+ ms, total \d+ ms/);
    expect(text).to.include("server: shop/2").and.include("retry-after: 30").and.include("pool exhausted");
    expect(text).not.to.match(/session|x-key|token/);
    expect(truncated).to.equal(false);
  });

  it("one request that says who asks, carries nothing of ours and ends the connection", async () => {
    const seen: Record<string, unknown>[] = [];
    server = await httpServer((request, response) => {
      seen.push({ method: request.method, url: request.url, ...request.headers });
      response.end();
    });
    await probe(`http://SHOP.test:${server.port}/a%20b?q=1#part`);
    expect(seen).to.deep.equal([
      {
        method: "GET",
        url: "/a%20b?q=1",
        host: `shop.test:${server.port}`,
        "user-agent": "Tocsin-Probe",
        accept: "*/*",
        "accept-encoding": "identity",
        connection: "close",
      },
    ]);
  });

  it("where a redirect leads, and doesn't go there", async () => {
    const other = await httpServer((_request, response) => response.end());
    server = await httpServer((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${other.port}/secret-path?token=abc` }).end();
    });
    const { text, findings } = await probe(`http://shop.test:${server.port}/`);
    expect(findings[1]).to.equal(`It redirects to 127.0.0.1:${other.port}, which wasn't followed.`);
    expect(text).not.to.include("secret-path");
    expect(other.connections()).to.equal(0);
    await other.close();
  });

  it("the beginning of a body that doesn't end", async () => {
    server = await httpServer((_request, response) => {
      const more = (): boolean => response.write("x".repeat(16_384));
      response.on("drain", () => void more());
      while (more());
    });
    const { text, truncated } = await probe(`http://shop.test:${server.port}/`, { bytes: 1024 });
    expect(truncated).to.equal(true);
    expect(text.match(/x+$/)?.[0]).to.have.length(1024);
  });

  it("what came of a body that doesn't come to its end", async () => {
    server = await rawServer((socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"));
    const { text, findings, truncated } = await probe(`http://shop.test:${server.port}/`);
    expect(findings.slice(1)).to.deep.equal(["The body broke off."]);
    expect(text).to.match(/\nab$/);
    expect(truncated).to.equal(false);
  });

  it("the beginning of a stream that stays open", async () => {
    server = await httpServer((_request, response) => void response.write("data: up\n\n"));
    const { text, findings, truncated } = await probe(`http://shop.test:${server.port}/`);
    expect(findings.slice(1)).to.deep.equal(["The body didn't end in time."]);
    expect(text).to.include("data: up");
    expect(truncated).to.equal(true);
  });

  it("an answer whose body still comes when the time of the probe is over", async () => {
    server = await httpServer((_request, response) => void response.write("data: up\n\n"));
    const { findings } = await probe(`http://shop.test:${server.port}/`, { signal: AbortSignal.timeout(300) });
    expect(findings[0]).to.match(/^200 after/);
    expect(findings[1]).to.equal("The body didn't end in time.");
  });

  it("a body that is no text, as that", async () => {
    server = await httpServer((_request, response) => response.end(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1])));
    expect((await probe(`http://shop.test:${server.port}/`)).text).to.include("not text (6 bytes read)");
  });

  it("headers as lines without control characters", async () => {
    server = await rawServer((socket) => {
      socket.end("HTTP/1.1 200 OK\r\nServer: a\u0085\u00a0b\r\nContent-Length: 0\r\n\r\n", "latin1");
    });
    expect((await probe(`http://shop.test:${server.port}/`)).text).to.include("server: a b\n");
  });

  it("an address as it is written, without looking it up", async () => {
    server = await httpServer((_request, response) => response.end("ok"));
    const resolve = (): never => expect.fail("looked up");
    const { text } = await probe(`http://127.1:${server.port}/`, { resolve });
    expect(text).to.include("Status: 200").and.not.include("DNS");
  });
});

describe("checkHttpHealth goes", () => {
  let server: Listening;
  before(async () => {
    server = await httpServer((_request, response) => response.end("ok"));
  });
  after(() => server.close());

  it("to the address that was checked, though the name leads elsewhere by then", async () => {
    const answers = [["127.0.0.1"], ["169.254.169.254"]];
    let asked = 0;
    const resolve = (): Promise<readonly string[]> => Promise.resolve(answers[asked++] ?? []);
    const { findings } = await probe(`http://shop.test:${server.port}/`, { resolve });
    expect(findings[0]).to.match(/^200 /);
    expect(asked).to.equal(1);
  });

  it("to the next address where one isn't listening", async () => {
    const resolve = (): Promise<readonly string[]> => Promise.resolve(["127.0.0.77", "127.0.0.1"]);
    expect((await probe(`http://shop.test:${server.port}/`, { resolve })).findings[0]).to.match(/^200 /);
  });

  it("to hosts of a wildcard, and to names however they are spelled", async () => {
    const port = server.port;
    for (const [host, entry] of [
      ["a.shop.test", "*.shop.test"],
      ["b.a.SHOP.test", "*.shop.test"],
      ["bücher.test", "xn--bcher-kva.test"],
      ["SHOP.TEST", "shop.test"],
    ] as const) {
      const { findings } = await probe(`http://${host}:${port}/`, { hosts: [`${entry}:${port}`] });
      expect(findings[0], host).to.match(/^200 /);
    }
  });
});
