import { expect } from "chai";
import { type CallOptions, ConnectionError, RateLimitError, ServerError, Tocsin } from "../src/index.ts";
import { scriptedClient, tocsinErrorOf } from "./scripted-client.ts";
import { type Act, answers, cutsOff, deadAddress, hangs, refuses, resets } from "./scripted-server.ts";

describe("retries", () => {
  const scripted = scriptedClient();

  const calls = {
    "a read": (options?: CallOptions) => scripted.client.incidents.get("1", options),
    "a change that can be repeated": () => scripted.client.incidents.changeStatus("1", "RESOLVED"),
    "a sent event": () => scripted.client.ingest.log({ service: "api", level: "info", message: "hello" }),
    "a post": () => scripted.client.comments.add("1", { author: "Ada", body: "hello" }),
    "a deletion": () => scripted.client.team.remove("1"),
  };

  // One row of isRepeatable's table each: how often the server is asked at most.
  const rows: Record<string, [Act, Record<keyof typeof calls, number>]> = {
    "a dropped connection": [
      resets,
      { "a read": 3, "a change that can be repeated": 3, "a sent event": 3, "a post": 3, "a deletion": 1 },
    ],
    "half a body": [
      cutsOff,
      { "a read": 3, "a change that can be repeated": 3, "a sent event": 3, "a post": 3, "a deletion": 1 },
    ],
    ...Object.fromEntries(
      [408, 502, 504].map((status) => [
        `${status}`,
        [
          refuses(status),
          { "a read": 3, "a change that can be repeated": 3, "a sent event": 3, "a post": 3, "a deletion": 1 },
        ],
      ]),
    ),
    ...Object.fromEntries(
      [429, 503].map((status) => [
        `${status}`,
        [
          refuses(status),
          { "a read": 3, "a change that can be repeated": 3, "a sent event": 3, "a post": 3, "a deletion": 3 },
        ],
      ]),
    ),
    ...Object.fromEntries(
      [304, 307, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 425, 428, 451, 501, 505].map((status) => [
        `${status}`,
        [
          refuses(status),
          { "a read": 1, "a change that can be repeated": 1, "a sent event": 1, "a post": 1, "a deletion": 1 },
        ],
      ]),
    ),
    "500": [
      refuses(500),
      { "a read": 3, "a change that can be repeated": 1, "a sent event": 1, "a post": 1, "a deletion": 1 },
    ],
    "a 409 that says when to come back": [
      refuses(409, { "retry-after": "1" }),
      { "a read": 1, "a change that can be repeated": 1, "a sent event": 3, "a post": 3, "a deletion": 1 },
    ],
  };
  for (const [failure, [act, expected]] of Object.entries(rows)) {
    for (const [name, count] of Object.entries(expected)) {
      it(`sends ${name} ${count === 1 ? "once" : `${count} times`} after ${failure}`, async () => {
        await scripted.play(act);
        await tocsinErrorOf(calls[name as keyof typeof calls]());
        expect(scripted.server.seen).to.have.length(count);
        expect(scripted.delays).to.have.length(count - 1);
      });
    }
  }

  it("retries every kind of request if nothing listens, since nothing can have happened", async () => {
    await scripted.play(hangs);
    scripted.client = new Tocsin({
      baseUrl: await deadAddress(),
      ingestUrl: scripted.server.url,
      wait: async (ms) => {
        scripted.delays.push(ms);
      },
    });
    const failure = await tocsinErrorOf(calls["a post"]());
    expect(failure).to.be.instanceOf(ConnectionError);
    expect(failure.message).to.match(/^http:\/\/127\.0\.0\.1:\d+ refused the connection\.$/);
    expect(scripted.delays).to.have.length(2);
  });

  it("returns the response of the attempt that succeeds", async () => {
    await scripted.play(refuses(503), resets, answers(200, { id: "1" }));
    expect(await scripted.client.incidents.get("1")).to.deep.equal({ id: "1" });
    expect(scripted.server.seen).to.have.length(3);
  });

  it("waits exactly as long as Retry-After says, in seconds or as a date", async () => {
    await scripted.play(
      refuses(503, { "retry-after": "7" }),
      (response, request) =>
        refuses(429, { "retry-after": new Date(Date.now() + 20_000).toUTCString() })(response, request),
      answers(200),
    );
    await scripted.client.incidents.get("1");
    expect(scripted.delays[0]).to.equal(7_000);
    expect(scripted.delays[1]).to.be.within(17_000, 20_000);
  });

  it("gives up if Retry-After exceeds a minute, and reports its value", async () => {
    await scripted.play(refuses(429, { "retry-after": "61" }));
    const failure = await tocsinErrorOf(scripted.client.incidents.get("1"));
    expect(failure).to.be.instanceOf(RateLimitError);
    expect(failure).to.include({ retryAfterMs: 61_000, isRetryable: true });
    expect(scripted.server.seen).to.have.length(1);
  });

  it("doubles the range of the random delay after each attempt", async () => {
    await scripted.play(refuses(503));
    await tocsinErrorOf(scripted.client.incidents.get("1", { retries: 8 }));
    expect(scripted.delays).to.have.length(8);
    for (const [attempt, delay] of scripted.delays.entries())
      expect(delay).to.be.within(0, Math.min(8_000, 500 * 2 ** attempt));
  });

  it("never retries with retries: 0", async () => {
    await scripted.play(refuses(503));
    expect(await tocsinErrorOf(scripted.client.incidents.get("1", { retries: 0 }))).to.be.instanceOf(ServerError);
    expect(scripted.server.seen).to.have.length(1);
  });
});
