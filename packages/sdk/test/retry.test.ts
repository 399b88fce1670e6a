import { expect } from "chai";
import {
  type CallOptions,
  ConflictError,
  ConnectionError,
  NotFoundError,
  RateLimitError,
  ServerError,
  TimeoutError,
  Tocsin,
  TocsinError,
} from "../src/index.ts";
import {
  type Act,
  answers,
  cutsOff,
  deadAddress,
  hangs,
  refuses,
  resets,
  type ScriptedServer,
  scriptedServer,
} from "./scripted-server.ts";

describe("retries", () => {
  let server: ScriptedServer;
  let delays: number[];
  let client: Tocsin;

  async function play(...acts: Act[]): Promise<void> {
    server = await scriptedServer(...acts);
    delays = [];
    client = new Tocsin({
      baseUrl: server.url,
      ingestUrl: server.url,
      wait: async (ms) => {
        delays.push(ms);
      },
    });
  }
  afterEach(() => server.close());

  const failureOf = async (result: Promise<unknown>): Promise<TocsinError> =>
    result.then(
      () => expect.fail("did not fail"),
      (error: unknown) => {
        expect(error).to.be.instanceOf(TocsinError);
        return error as TocsinError;
      },
    );
  const calls = {
    "a read": (options?: CallOptions) => client.incidents.get("1", options),
    "a change that can be repeated": () => client.incidents.changeStatus("1", "RESOLVED"),
    "a sent event": () => client.ingest.log({ service: "api", level: "info", message: "hello" }),
    "a post": () => client.comments.add("1", { author: "Ada", body: "hello" }),
    "a deletion": () => client.team.remove("1"),
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
      it(`asks ${count === 1 ? "once" : `${count} times`} when ${name} meets ${failure}`, async () => {
        await play(act);
        await failureOf(calls[name as keyof typeof calls]());
        expect(server.seen).to.have.length(count);
        expect(delays).to.have.length(count - 1);
      });
    }
  }

  it("tries every kind of request again where nothing listens, since nothing can have happened", async () => {
    await play(hangs);
    client = new Tocsin({
      baseUrl: await deadAddress(),
      ingestUrl: server.url,
      wait: async (ms) => {
        delays.push(ms);
      },
    });
    const failure = await failureOf(calls["a post"]());
    expect(failure).to.be.instanceOf(ConnectionError);
    expect(failure.message).to.match(/^http:\/\/127\.0\.0\.1:\d+ refused the connection\.$/);
    expect(delays).to.have.length(2);
  });

  it("gives the answer of the try that succeeds", async () => {
    await play(refuses(503), resets, answers(200, { id: "1" }));
    expect(await client.incidents.get("1")).to.deep.equal({ id: "1" });
    expect(server.seen).to.have.length(3);
  });

  it("keeps the same idempotency key and body over all tries", async () => {
    await play(refuses(503), cutsOff, answers(202, { id: "e", queued: true }));
    await client.ingest.log({ service: "api", level: "info", message: "hello" });
    expect(new Set(server.seen.map(({ headers }) => headers["idempotency-key"]))).to.have.property("size", 1);
    expect(server.seen[0]?.headers["idempotency-key"]).to.match(/^[0-9a-f]{32}$/);
    expect(new Set(server.seen.map(({ body }) => body))).to.deep.equal(
      new Set(['{"service":"api","level":"info","message":"hello"}']),
    );
  });

  it("gives a change of the core interface a key, the same over all tries, and takes the one of the caller", async () => {
    await play(refuses(503), resets, answers(201, { id: "c" }));
    await client.comments.add("1", { author: "Ada", body: "hello" });
    await client.comments.add("1", { author: "Ada", body: "hello" }, { idempotencyKey: "mine" });
    await client.request({ method: "post", path: "/incidents/1/comments" }, { idempotencyKey: "by option" });
    await client.request({ method: "POST", path: "/team", headers: { "idempotency-key": "by header" } });
    await client.runbooks.publish("1");
    const keys = server.seen.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys.slice(0, 3))).to.have.property("size", 1);
    expect(keys[0]).to.match(/^[0-9a-f]{32}$/);
    expect(keys.slice(3, 6)).to.deep.equal(["mine", "by option", "by header"]);
    expect(keys[6])
      .to.match(/^[0-9a-f]{32}$/)
      .and.not.equal(keys[0]);
  });

  it("gives what is no POST no key, also where the caller names one", async () => {
    await play(answers(200, {}));
    await client.incidents.get("1", { idempotencyKey: "mine" });
    await client.incidents.changeStatus("1", "RESOLVED");
    await client.team.remove("1", { idempotencyKey: "mine" });
    expect(server.seen.map(({ headers }) => headers["idempotency-key"])).to.deep.equal(Array(3).fill(undefined));
  });

  it("gives every call a key of its own, and takes the one of the caller", async () => {
    await play(answers(202, { accepted: 0 }));
    await client.ingest.logs([]);
    await client.ingest.logs([]);
    await client.ingest.logs([], { idempotencyKey: "mine" });
    const keys = server.seen.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys)).to.have.property("size", 3);
    expect(keys[2]).to.equal("mine");
  });

  it("waits exactly as long as Retry-After says, in seconds or as a date", async () => {
    await play(
      refuses(503, { "retry-after": "7" }),
      (response, request) =>
        refuses(429, { "retry-after": new Date(Date.now() + 20_000).toUTCString() })(response, request),
      answers(200),
    );
    await client.incidents.get("1");
    expect(delays[0]).to.equal(7_000);
    expect(delays[1]).to.be.within(17_000, 20_000);
  });

  it("gives up where Retry-After asks for more than a minute, and says how long it asked for", async () => {
    await play(refuses(429, { "retry-after": "61" }));
    const failure = await failureOf(client.incidents.get("1"));
    expect(failure).to.be.instanceOf(RateLimitError);
    expect(failure).to.include({ retryAfterMs: 61_000, isRetryable: true });
    expect(server.seen).to.have.length(1);
  });

  it("spreads the delays over twice as long a time after each try", async () => {
    await play(refuses(503));
    await failureOf(client.incidents.get("1", { retries: 8 }));
    expect(delays).to.have.length(8);
    for (const [attempt, delay] of delays.entries()) expect(delay).to.be.within(0, Math.min(8_000, 500 * 2 ** attempt));
  });

  it("never tries again with retries set to 0", async () => {
    await play(refuses(503));
    expect(await failureOf(client.incidents.get("1", { retries: 0 }))).to.be.instanceOf(ServerError);
    expect(server.seen).to.have.length(1);
  });

  it("refuses a timeoutMs that cannot be waited for, before it asks", async () => {
    await play(answers(200, {}));
    for (const timeoutMs of [2 ** 31, Number.POSITIVE_INFINITY, 0, Number.NaN]) {
      const failure = await client.incidents.get("1", { timeoutMs, retries: 0 }).catch((error: unknown) => error);
      expect(failure, String(timeoutMs)).to.be.instanceOf(RangeError);
      expect((failure as Error).message).to.contain("timeoutMs must be from 1 to 2147483647 (24 days)");
    }
    expect(server.seen).to.have.length(0);
    await client.incidents.get("1", { timeoutMs: 2 ** 31 - 1 });
  });

  it("ends a try that takes longer than timeoutMs, also where the body stalls", async () => {
    await play(hangs, (response) => {
      response.writeHead(200, { "content-type": "application/json" }).write("{");
    });
    const failure = await failureOf(client.incidents.get("1", { timeoutMs: 60, retries: 1 }));
    expect(failure).to.be.instanceOf(TimeoutError);
    expect(failure.message).to.match(/^http:\/\/127\.0\.0\.1:\d+ gave no whole answer within 0\.06 seconds\.$/);
    expect(server.seen).to.have.length(2);
  });

  it("throws the reason of the signal at once when it aborts during a request", async () => {
    const controller = new AbortController();
    // It never answers: what comes, comes of the signal.
    await play(() => controller.abort(new Error("enough")));
    const reason = await client.incidents.get("1", { signal: controller.signal }).catch((error: unknown) => error);
    expect(reason).to.have.property("message", "enough");
    expect(server.seen).to.have.length(1);
  });

  it("throws the reason of the signal when it aborts between two tries", async () => {
    await play(refuses(503, { "retry-after": "30" }));
    const controller = new AbortController();
    client = new Tocsin({ baseUrl: server.url });
    const result = client.incidents.get("1", { signal: controller.signal }).catch((error: unknown) => error);
    while (server.seen.length === 0) await new Promise(setImmediate);
    controller.abort(new Error("enough"));
    expect(await result).to.have.property("message", "enough");
  });

  it("asks nothing with a signal that is aborted already", async () => {
    await play(answers(200));
    const reason = await client.incidents
      .get("1", { signal: AbortSignal.abort(new Error("enough")) })
      .catch((error: unknown) => error);
    expect(reason).to.have.property("message", "enough");
    expect(server.seen).to.have.length(0);
  });

  it("says what an answer of Tocsin says, by class", async () => {
    await play(refuses(404), refuses(409, {}, { details: [{ path: "/a", message: "b" }], violations: ["c"] }));
    const missing = await failureOf(client.incidents.get("1"));
    expect(missing).to.be.instanceOf(NotFoundError);
    expect(missing).to.include({
      status: 404,
      message: "Refused with 404.",
      requestId: "req-1",
      isRetryable: false,
      name: "NotFoundError",
    });
    const conflict = await failureOf(client.incidents.unmerge("1"));
    expect(conflict).to.be.instanceOf(ConflictError);
    expect(conflict).to.deep.include({ details: [{ path: "/a", message: "b" }], violations: ["c"] });
  });
});
