import { expect } from "chai";
import { type CallOptions, ServerError, TimeoutError } from "../src/index.ts";
import { callEndOf, sleep, unlessEnded } from "../src/transport/call-end.ts";
import { expectNoUnhandledRejections, failureOf, scriptedClient } from "./scripted-client.ts";
import { answers, hangs, refuses } from "./scripted-server.ts";

describe("the end of a call", () => {
  const scripted = scriptedClient();
  expectNoUnhandledRejections();

  const read = (options?: CallOptions) => scripted.client.incidents.get("1", options);

  describe("the deadline", () => {
    it("ends a call that hangs, before the timeout of one attempt", async () => {
      await scripted.play(hangs);
      const failure = await failureOf(read({ deadlineMs: 40, timeoutMs: 60_000 }));
      expect(failure).to.be.instanceOf(TimeoutError);
      expect(failure).to.have.property("message", "The call did not end within its deadline of 0.04 seconds.");
      expect(scripted.server.seen).to.have.length(1);
    });
    it("reports the last failure if the next attempt would begin too late", async () => {
      await scripted.playWith({ deadlineMs: 5_000 }, refuses(503, { "retry-after": "6" }));
      expect(await failureOf(read())).to.be.instanceOf(ServerError);
      expect(scripted.server.seen).to.have.length(1);
      expect(scripted.delays).to.deep.equal([]);
    });
    it("ends the wait between two attempts", async () => {
      await scripted.playWith(
        { deadlineMs: 60, wait: (_ms, signal) => sleep(60_000, signal) },
        refuses(503, { "retry-after": "0" }),
      );
      expect(await failureOf(read())).to.be.instanceOf(TimeoutError);
    });
    it("includes the wait for a token", async () => {
      await scripted.playWith({ token: () => new Promise<string>(() => {}), deadlineMs: 40 }, answers(200));
      expect(await failureOf(read())).to.be.instanceOf(TimeoutError);
      expect(await failureOf(scripted.client.request({ method: "GET", path: "/team" }))).to.be.instanceOf(TimeoutError);
      expect(scripted.server.seen).to.have.length(0);
    });
    it("is rejected beyond the maximum of a timer", async () => {
      await scripted.play(answers(200));
      expect(await failureOf(read({ deadlineMs: 2 ** 31 }))).to.be.instanceOf(RangeError);
      expect(scripted.server.seen).to.have.length(0);
    });
  });

  describe("a signal that aborts", () => {
    const token = () => new Promise<string>(() => {});
    const calls: Record<string, (signal: AbortSignal) => Promise<unknown>> = {
      "a call": (signal) => read({ signal }),
      "a request by hand": (signal) => scripted.client.request({ method: "GET", path: "/team" }, { signal }),
      "the stream": (signal) => scripted.client.incidents.stream({ signal }).next(),
      "a list": (signal) => scripted.client.incidents.listAll({}, { signal }).next(),
    };
    for (const [name, call] of Object.entries(calls)) {
      it(`ends ${name} that waits for its token`, async () => {
        await scripted.playWith({ token }, answers(200));
        const controller = new AbortController();
        const result = failureOf(call(controller.signal));
        await new Promise(setImmediate);
        controller.abort(new Error("enough"));
        expect(await result).to.have.property("message", "enough");
        expect(scripted.server.seen).to.have.length(0);
      });
    }
    it("ends a call even if the caller's fetch ignores it, as timeouts do", async () => {
      await scripted.playWith({ fetch: () => new Promise<Response>(() => {}), retries: 0 }, answers(200));
      const controller = new AbortController();
      const result = failureOf(read({ signal: controller.signal }));
      await new Promise(setImmediate);
      controller.abort(new Error("enough"));
      expect(await result).to.have.property("message", "enough");
      expect(await failureOf(read({ timeoutMs: 30 }))).to.be.instanceOf(TimeoutError);
      expect(await failureOf(read({ deadlineMs: 30 }))).to.be.instanceOf(TimeoutError);
    });
    it("leaves no listener behind", async () => {
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
    it("is distinguished from the failure of the call that it aborted", async () => {
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

  it("many calls share one signal without a warning of Node", async () => {
    const warnings: string[] = [];
    const warn = ({ name }: Error) => void warnings.push(name);
    process.on("warning", warn);
    await scripted.play(answers(200));
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 40 }, () => read({ signal, deadlineMs: 10_000 })));
    await new Promise(setImmediate);
    process.off("warning", warn);
    expect(warnings).to.deep.equal([]);
    expect(scripted.server.seen).to.have.length(40);
  });
});
