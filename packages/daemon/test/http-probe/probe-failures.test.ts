import { expect } from "chai";
import { ProbeFailed } from "../../src/probe/prober.ts";
import { type Listening, probe, rawServer } from "../support/http-probe.ts";

const failure = async (asked: Promise<unknown>): Promise<string> => {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ProbeFailed);
  return (error as ProbeFailed).message;
};

describe("checkHttpHealth says why nothing came, and names no address", function () {
  this.timeout(10_000);
  let server: Listening | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  it("nobody listens", async () => {
    const listening = await rawServer(() => undefined);
    await listening.close();
    const message = await failure(probe(`http://shop.test:${listening.port}/`));
    expect(message).to.equal(`shop.test:${listening.port} refused the connection while connecting.`);
  });

  it("the name isn't known", async () => {
    const resolve = (): Promise<never> => Promise.reject(new Error("getaddrinfo ENOTFOUND shop.test 10.0.0.53"));
    expect(await failure(probe("http://shop.test/", { resolve }))).to.equal("The name shop.test couldn't be resolved.");
  });

  it("the name takes too long", async () => {
    const options = { resolve: () => new Promise<never>(() => undefined), signal: AbortSignal.timeout(50) };
    expect(await failure(probe("http://shop.test/", options))).to.match(/wasn't resolved in time/);
  });

  for (const [what, take, expected] of [
    ["the connection breaks", (end: () => void) => end(), /broke the connection off while answering/],
    ["no answer comes in time", () => undefined, /didn't answer in time: it was still answering/],
  ] as const) {
    it(what, async () => {
      server = await rawServer((socket) => take(() => socket.destroy()));
      const message = await failure(probe(`http://shop.test:${server.port}/`, { signal: AbortSignal.timeout(300) }));
      expect(message).to.match(expected).and.not.include("127.0.0.1");
    });
  }

  for (const [what, sent, expected] of [
    ["it isn't HTTP", "SSH-2.0-OpenSSH_9.2\r\n", /answered what isn't HTTP/],
    ["its headers don't end", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, /headers of more than 16 KiB/],
    [
      "it changes the protocol",
      "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
      /while answering/,
    ],
  ] as const) {
    it(what, async () => {
      server = await rawServer((socket) => void socket.end(sent));
      expect(await failure(probe(`http://shop.test:${server.port}/`))).to.match(expected);
    });
  }
});
