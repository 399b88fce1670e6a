import { setTimeout as wait } from "node:timers/promises";
import { expect } from "chai";
import { coalesceCalls } from "../../src/kernel/coalesce-calls.ts";

const hold = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

describe("A question with a time limit", () => {
  it("is answered late where no answer comes", async () => {
    const ask = coalesceCalls(() => new Promise<string>(() => undefined), {
      timeoutMs: 100,
      fallback: "late",
      cacheMs: 0,
    });
    expect(await ask()).to.equal("late");
  });

  it("is not answered late for the time in which the event loop was held up", async () => {
    const ask = coalesceCalls(
      async () => {
        for (let step = 0; step < 4; step += 1) await wait(1);
        return "answer";
      },
      { timeoutMs: 700, fallback: "late", cacheMs: 0 },
    );
    const answer = ask();
    const held = setInterval(() => hold(300), 1);
    expect(await answer).to.equal("answer");
    clearInterval(held);
  });
});
