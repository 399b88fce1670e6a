import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import { KIB } from "../../src/kernel/bytes.ts";
import { httpServer, type Listening } from "../support/http-probe.ts";
import { send } from "./outbound-samples.ts";

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}

describe("Asking an address that somebody gave", () => {
  const open: Listening[] = [];
  const keep = async (listening: Promise<Listening>): Promise<number> => {
    open.push(await listening);
    return (await listening).port;
  };
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });

  it("sends method, headers and body once, and answers status, headers and body", async () => {
    const seen: unknown[] = [];
    const port = await keep(
      httpServer((request, response) => {
        void textOf(request).then((text) => {
          const { host, "x-own": own, "user-agent": agent } = request.headers;
          seen.push([request.method, request.url, host, own, agent, text]);
          response.writeHead(201, { "X-Told": "yes" }).end("taken");
        });
      }),
    );
    const answer = await send(`http://hook.test:${port}/in?a=b`, { headers: { "x-own": "1" }, body: '{"x":"ä"}' });
    expect([answer.status, answer.headers["x-told"], answer.body]).to.deep.equal([201, "yes", "taken"]);
    expect(seen).to.deep.equal([["POST", "/in?a=b", `hook.test:${port}`, "1", "Tocsin", '{"x":"ä"}']]);
  });

  it("follows no redirect: it is an answer", async () => {
    const port = await keep(
      httpServer((_request, response) => response.writeHead(307, { location: "http://169.254.169.254/" }).end()),
    );
    expect((await send(`http://hook.test:${port}/`)).status).to.equal(307);
    expect(open[0]?.connections()).to.equal(1);
  });

  it("reads the beginning of a body, 64 KiB of it", async () => {
    const port = await keep(
      httpServer((_request, response) => {
        const more = (): void => {
          while (!response.destroyed && response.write("x".repeat(KIB)));
        };
        response.on("drain", more);
        more();
      }),
    );
    expect((await send(`http://hook.test:${port}/`)).body).to.have.length(64 * KIB);
  });

  it("takes a status for an answer, though its body doesn't end", async () => {
    const port = await keep(httpServer((_request, response) => void response.writeHead(200).write("so far")));
    const answer = await send(`http://hook.test:${port}/`, { timeoutMs: 500 });
    expect([answer.status, answer.body]).to.deep.equal([200, "so far"]);
  });

  it("asks a name once, and connects to what was checked though it leads elsewhere by then", async () => {
    const port = await keep(httpServer((_request, response) => response.end("inside")));
    let asked = 0;
    const resolve = async () => [["127.0.0.1"], ["127.0.0.2"]][asked++] ?? [];
    expect((await send(`http://hook.test:${port}/`, { resolve })).body).to.equal("inside");
    expect(asked).to.equal(1);
  });
});
