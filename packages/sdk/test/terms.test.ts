import { readFileSync } from "node:fs";
import { expect } from "chai";
import {
  AuthenticationError,
  type CallOptions,
  NotFoundError,
  type ResponseInfo,
  type RetryInfo,
  ServerError,
  TimeoutError,
  Tocsin,
  TocsinError,
  type TocsinOptions,
} from "../src/index.ts";
import { callEndOf, sleep, unlessEnded } from "../src/transport/call-end.ts";
import { type Act, answers, hangs, refuses, type ScriptedServer, scriptedServer } from "./scripted-server.ts";

/** What a call is told, and what it may cost. */
describe("the terms of a call", () => {
  let server: ScriptedServer;
  let delays: number[];
  let client: Tocsin;
  const unhandled: unknown[] = [];
  const collect = (reason: unknown) => void unhandled.push(reason);
  before(() => process.on("unhandledRejection", collect));
  after(() => process.off("unhandledRejection", collect));
  afterEach(async () => {
    await server?.close();
    await new Promise(setImmediate);
    expect(unhandled, "unhandled rejections").to.deep.equal([]);
  });

  async function play(options: TocsinOptions, ...acts: Act[]): Promise<void> {
    server = await scriptedServer(...acts);
    delays = [];
    client = new Tocsin({
      baseUrl: server.url,
      ingestUrl: server.url,
      wait: async (ms) => void delays.push(ms),
      ...options,
    });
  }
  const read = (options?: CallOptions) => client.incidents.get("1", options);
  const failureOf = (result: Promise<unknown>) =>
    result.then(
      () => expect.fail("did not fail"),
      (error: unknown) => error,
    );

  describe("what the server says of a repetition", () => {
    const writes = {
      "another write": () => client.comments.add("1", { author: "Ada", body: "hello" }),
      "a deletion": () => client.team.remove("1"),
      "a read": () => read(),
    };
    for (const [name, call] of Object.entries(writes)) {
      it(`makes ${name} be sent again that would not be`, async () => {
        await play({}, refuses(418, { "x-should-retry": "true" }));
        expect(await failureOf(call())).to.include({ isRetryable: true, shouldRetry: true });
        expect(server.seen).to.have.length(3);
      });
      it(`keeps ${name} from being sent again that would be`, async () => {
        await play({}, refuses(503, { "x-should-retry": "false" }));
        expect(await failureOf(call())).to.include({ isRetryable: false, shouldRetry: false });
        expect(server.seen).to.have.length(1);
      });
    }
    it("is passed over where it is neither true nor false", async () => {
      await play({}, refuses(404, { "x-should-retry": "maybe" }));
      await failureOf(read());
      expect(server.seen).to.have.length(1);
    });
    it("names the time in milliseconds, which counts before that in seconds", async () => {
      await play({}, refuses(503, { "retry-after-ms": "1250.5", "retry-after": "7" }), answers(200));
      await read();
      expect(delays).to.deep.equal([1250.5]);
    });
    it("is not trusted where it is no time", async () => {
      await play({}, refuses(503, { "retry-after-ms": "-5", "retry-after": "soon" }));
      expect(await failureOf(read())).to.have.property("retryAfterMs", undefined);
      expect(server.seen).to.have.length(3);
    });
  });

  describe("the retry budget", () => {
    it("is spent by all calls together, after which each is sent once", async () => {
      await play({ retryBudget: 5 }, refuses(503));
      for (let call = 0; call < 10; call += 1) await failureOf(read());
      expect(server.seen).to.have.length(10 + 5);
    });
    it("is earned back, one try for five calls that succeed", async () => {
      const fails = refuses(503);
      await play({ retryBudget: 1 }, fails, fails, ...Array.from({ length: 5 }, () => answers(200)), fails);
      await failureOf(read());
      expect(server.seen).to.have.length(2);
      for (let call = 0; call < 5; call += 1) await read();
      await failureOf(read());
      expect(server.seen).to.have.length(2 + 5 + 2);
    });
    it("is not touched where the server says when to come back", async () => {
      await play({ retryBudget: 0 }, refuses(503, { "retry-after": "1" }), answers(200));
      await read();
      expect(delays).to.deep.equal([1_000]);
    });
    it("holds a hundred tries where nothing is said, and any number where it is infinite", async () => {
      await play({}, refuses(503));
      for (let call = 0; call < 2; call += 1) await failureOf(read({ retries: 70 }));
      expect(server.seen).to.have.length(2 + 100);
      await server.close();
      await play({ retryBudget: Number.POSITIVE_INFINITY }, refuses(503));
      await failureOf(read({ retries: 150 }));
      expect(server.seen).to.have.length(151);
    });
    it("is refused where it is no number of tries", () => {
      for (const retryBudget of [-1, Number.NaN])
        expect(() => new Tocsin({ retryBudget })).to.throw(RangeError, "retryBudget must be 0 or more");
    });
  });

  describe("the deadline", () => {
    it("ends a call that hangs, whatever one try may take", async () => {
      await play({}, hangs);
      const failure = await failureOf(read({ deadlineMs: 40, timeoutMs: 60_000 }));
      expect(failure).to.be.instanceOf(TimeoutError);
      expect(failure).to.have.property("message", "The call did not end within its deadline of 0.04 seconds.");
      expect(server.seen).to.have.length(1);
    });
    it("keeps the last failure where the next try would begin too late", async () => {
      await play({ deadlineMs: 5_000 }, refuses(503, { "retry-after": "6" }));
      expect(await failureOf(read())).to.be.instanceOf(ServerError);
      expect(server.seen).to.have.length(1);
      expect(delays).to.deep.equal([]);
    });
    it("ends the pause between two tries too", async () => {
      await play(
        { deadlineMs: 60, wait: (_ms, signal) => sleep(60_000, signal) },
        refuses(503, { "retry-after": "0" }),
      );
      expect(await failureOf(read())).to.be.instanceOf(TimeoutError);
    });
    it("counts for a token that does not come", async () => {
      await play({ token: () => new Promise<string>(() => {}), deadlineMs: 40 }, answers(200));
      expect(await failureOf(read())).to.be.instanceOf(TimeoutError);
      expect(await failureOf(client.request({ method: "GET", path: "/team" }))).to.be.instanceOf(TimeoutError);
      expect(server.seen).to.have.length(0);
    });
    it("is refused where it cannot be waited for", async () => {
      await play({}, answers(200));
      expect(await failureOf(read({ deadlineMs: 2 ** 31 }))).to.be.instanceOf(RangeError);
      expect(server.seen).to.have.length(0);
    });
  });

  describe("a signal that aborts", () => {
    const token = () => new Promise<string>(() => {});
    const calls: Record<string, (signal: AbortSignal) => Promise<unknown>> = {
      "a call": (signal) => read({ signal }),
      "a request by hand": (signal) => client.request({ method: "GET", path: "/team" }, { signal }),
      "the stream": (signal) => client.incidents.stream({ signal }).next(),
      "a list": (signal) => client.incidents.listAll({}, { signal }).next(),
    };
    for (const [name, call] of Object.entries(calls)) {
      it(`ends ${name} that waits for its token`, async () => {
        await play({ token }, answers(200));
        const controller = new AbortController();
        const result = failureOf(call(controller.signal));
        await new Promise(setImmediate);
        controller.abort(new Error("enough"));
        expect(await result).to.have.property("message", "enough");
        expect(server.seen).to.have.length(0);
      });
    }
    it("ends a call, as its times do, also where a fetch of the caller's pays no heed to it", async () => {
      await play({ fetch: () => new Promise<Response>(() => {}), retries: 0 }, answers(200));
      const controller = new AbortController();
      const result = failureOf(read({ signal: controller.signal }));
      await new Promise(setImmediate);
      controller.abort(new Error("enough"));
      expect(await result).to.have.property("message", "enough");
      expect(await failureOf(read({ timeoutMs: 30 }))).to.be.instanceOf(TimeoutError);
      expect(await failureOf(read({ deadlineMs: 30 }))).to.be.instanceOf(TimeoutError);
    });
    it("leaves no listener behind, however often it is used", async () => {
      const controller = new AbortController();
      let listeners = 0;
      const { signal } = controller;
      const add = signal.addEventListener.bind(signal);
      const remove = signal.removeEventListener.bind(signal);
      signal.addEventListener = ((...words: Parameters<typeof add>) => {
        listeners += 1;
        add(...words);
      }) as typeof add;
      signal.removeEventListener = ((...words: Parameters<typeof remove>) => {
        listeners -= 1;
        remove(...words);
      }) as typeof remove;
      const ending = callEndOf(signal, undefined);
      for (let n = 0; n < 10; n += 1) await unlessEnded(Promise.resolve(n), ending);
      await unlessEnded(Promise.reject(new Error("no")), ending).catch(() => {});
      await sleep(1, signal);
      expect(listeners).to.equal(0);
    });
    it("is not mistaken for the failure of what lost against it", async () => {
      const controller = new AbortController();
      let fail: (error: Error) => void = () => {};
      const slow = new Promise<never>((_, reject) => {
        fail = reject;
      });
      const result = failureOf(unlessEnded(slow, callEndOf(controller.signal, undefined)));
      controller.abort(new Error("enough"));
      expect(await result).to.have.property("message", "enough");
      fail(new Error("too late to matter"));
    });
  });

  describe("onResponse and onRetry", () => {
    it("tell of every answer and every further try, the client's or the call's", async () => {
      const answered: Pick<ResponseInfo, "status" | "attempts" | "requestId" | "method">[] = [];
      const retried: RetryInfo[] = [];
      const onResponse = ({ status, attempts, requestId, method }: ResponseInfo) =>
        void answered.push({ status, attempts, requestId, method });
      await play(
        { onResponse, onRetry: (retry) => void retried.push(retry) },
        refuses(503),
        answers(200, {}, { "x-a": "b" }),
      );
      await read();
      expect(answered).to.deep.equal([
        { status: 503, attempts: 1, requestId: "req-1", method: "GET" },
        { status: 200, attempts: 2, requestId: undefined, method: "GET" },
      ]);
      expect(retried).to.have.length(1);
      expect(retried[0]).to.include({ attempts: 1, delayMs: delays[0], url: `${server.url}/incidents/1` });
      expect(retried[0]?.error).to.be.instanceOf(ServerError);
      const found: (string | null)[] = [];
      await read({ onResponse: ({ headers }) => void found.push(headers.get("x-a")) });
      expect(found).to.deep.equal(["b"]);
      expect(answered).to.have.length(2);
    });
    it("tell of each page of a list", async () => {
      const pages: number[] = [];
      await play({}, answers(200, [{}], { link: '</x?cursor=2>; rel="next"' }), answers(200, [{}]));
      const all = client.incidents.listAll({}, { onResponse: ({ status }) => void pages.push(status) });
      for await (const _incident of all);
      expect(pages).to.deep.equal([200, 200]);
    });
    it("fail the call with what they throw, and nothing is tried again", async () => {
      await play({}, refuses(503));
      const fails = () => {
        throw new Error("a hook that is broken");
      };
      for (const hooks of [{ onResponse: fails }, { onRetry: fails }])
        expect(await failureOf(read(hooks))).to.have.property("message", "a hook that is broken");
      expect(server.seen).to.have.length(2);
    });
  });

  describe("an error", () => {
    it("has a name of its own in every class, which stays when names are made short", async () => {
      await play({}, refuses(404));
      const failure = (await failureOf(read())) as Error;
      expect(failure).to.be.instanceOf(NotFoundError).and.instanceOf(TocsinError);
      expect(failure.name).to.equal("NotFoundError");
      expect(Object.prototype.toString.call(failure)).to.equal("[object Error]");
    });
    it("keeps body, cause and stack out of a log", async () => {
      await play(
        { token: "a-secret" },
        refuses(401, {}, { details: [{ path: "/a", message: "b" }], hint: "a-secret" }),
      );
      const failure = await failureOf(read());
      expect(failure).to.be.instanceOf(AuthenticationError);
      expect(JSON.parse(JSON.stringify(failure))).to.deep.equal({
        name: "AuthenticationError",
        message: "Refused with 401.",
        status: 401,
        details: [{ path: "/a", message: "b" }],
        violations: [],
        requestId: "req-1",
        isRetryable: false,
      });
    });
    it("is none where policy stands against an approval: that is an answer", async () => {
      const violation = { status: "POLICY_VIOLATION", violations: ["no restarts at night"], detail: "It is night." };
      await play({}, answers(200, violation));
      const result = await client.remediation.approve("1");
      expect(result.status === "POLICY_VIOLATION" ? result.violations : []).to.deep.equal(["no restarts at night"]);
    });
  });

  it("let what the token's function throws through, and ask for it at every call", async () => {
    const tokens = ["one", "two"];
    const token = async () => tokens.shift() ?? Promise.reject(new RangeError("no more tokens"));
    await play({ token }, answers(200));
    await read();
    await client.request({ method: "GET", path: "/team" });
    expect(server.seen.map(({ headers }) => headers.authorization)).to.deep.equal(["Bearer one", "Bearer two"]);
    for (const call of [() => read(), () => client.request({ method: "GET", path: "/team" })])
      expect(await failureOf(call()))
        .to.be.instanceOf(RangeError)
        .and.have.property("message", "no more tokens");
    expect(server.seen).to.have.length(2);
  });

  it("hold for many calls at once under one signal, without a word of warning", async () => {
    const warnings: string[] = [];
    const warn = ({ name }: Error) => void warnings.push(name);
    process.on("warning", warn);
    await play({}, answers(200));
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 40 }, () => read({ signal, deadlineMs: 10_000 })));
    await new Promise(setImmediate);
    process.off("warning", warn);
    expect(warnings).to.deep.equal([]);
    expect(server.seen).to.have.length(40);
  });

  it("say who asks, in calls and in the stream", async () => {
    await play({ userAgent: "shop/2.1" }, answers(200), refuses(404));
    await read();
    await failureOf(client.incidents.stream().next());
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    expect(server.seen.map(({ headers }) => headers["user-agent"])).to.deep.equal(
      Array.from({ length: 2 }, () => `shop/2.1 tocsin-sdk/${version} node/${process.versions.node}`),
    );
  });
});
