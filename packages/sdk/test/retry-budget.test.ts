import { expect } from "chai";
import { type CallOptions, Tocsin } from "../src/index.ts";
import { expectNoUnhandledRejections, failureOf, scriptedClient } from "./scripted-client.ts";
import { answers, refuses } from "./scripted-server.ts";

describe("the budget of retries", () => {
  const scripted = scriptedClient();
  expectNoUnhandledRejections();

  const read = (options?: CallOptions) => scripted.client.incidents.get("1", options);

  describe("the header x-should-retry", () => {
    const writes = {
      "another write": () => scripted.client.comments.add("1", { author: "Ada", body: "hello" }),
      "a deletion": () => scripted.client.team.remove("1"),
      "a read": () => read(),
    };
    for (const [name, call] of Object.entries(writes)) {
      it(`makes the client retry ${name} that it would not retry`, async () => {
        await scripted.play(refuses(418, { "x-should-retry": "true" }));
        expect(await failureOf(call())).to.include({ isRetryable: true, shouldRetry: true });
        expect(scripted.server.seen).to.have.length(3);
      });
      it(`prevents a retry of ${name} that it would retry`, async () => {
        await scripted.play(refuses(503, { "x-should-retry": "false" }));
        expect(await failureOf(call())).to.include({ isRetryable: false, shouldRetry: false });
        expect(scripted.server.seen).to.have.length(1);
      });
    }
    it("is ignored if it is neither true nor false", async () => {
      await scripted.play(refuses(404, { "x-should-retry": "maybe" }));
      await failureOf(read());
      expect(scripted.server.seen).to.have.length(1);
    });
    it("is accompanied by retry-after-ms, which precedes retry-after", async () => {
      await scripted.play(refuses(503, { "retry-after-ms": "1250.5", "retry-after": "7" }), answers(200));
      await read();
      expect(scripted.delays).to.deep.equal([1250.5]);
    });
    it("is accompanied by retry-after-ms, which is ignored if it is no time", async () => {
      await scripted.play(refuses(503, { "retry-after-ms": "-5", "retry-after": "soon" }));
      expect(await failureOf(read())).to.have.property("retryAfterMs", undefined);
      expect(scripted.server.seen).to.have.length(3);
    });
  });

  describe("the retry budget", () => {
    it("is shared by all calls, each of which is sent once when it is empty", async () => {
      await scripted.playWith({ retryBudget: 5 }, refuses(503));
      for (let call = 0; call < 10; call += 1) await failureOf(read());
      expect(scripted.server.seen).to.have.length(10 + 5);
    });
    it("grows by one retry for five successful calls", async () => {
      const fails = refuses(503);
      await scripted.playWith(
        { retryBudget: 1 },
        fails,
        fails,
        ...Array.from({ length: 5 }, () => answers(200)),
        fails,
      );
      await failureOf(read());
      expect(scripted.server.seen).to.have.length(2);
      for (let call = 0; call < 5; call += 1) await read();
      await failureOf(read());
      expect(scripted.server.seen).to.have.length(2 + 5 + 2);
    });
    it("is not used if the server says when to retry", async () => {
      await scripted.playWith({ retryBudget: 0 }, refuses(503, { "retry-after": "1" }), answers(200));
      await read();
      expect(scripted.delays).to.deep.equal([1_000]);
    });
    it("holds a hundred retries by default, and any number if it is infinite", async () => {
      await scripted.play(refuses(503));
      for (let call = 0; call < 2; call += 1) await failureOf(read({ retries: 70 }));
      expect(scripted.server.seen).to.have.length(2 + 100);
      await scripted.server.close();
      await scripted.playWith({ retryBudget: Number.POSITIVE_INFINITY }, refuses(503));
      await failureOf(read({ retries: 150 }));
      expect(scripted.server.seen).to.have.length(151);
    });
    it("is rejected if it is no number of retries", () => {
      for (const retryBudget of [-1, Number.NaN])
        expect(() => new Tocsin({ retryBudget })).to.throw(RangeError, "retryBudget must be 0 or more");
    });
  });
});
