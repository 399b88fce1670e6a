import { expect } from "chai";
import { createDeadline, type SetTimer } from "../src/wait/deadline.ts";

/** Timers that fire on demand, and like Node's at once for too long a time. */
function scriptedTimers() {
  const set: { ms: number; ring: () => void; cancelled: boolean }[] = [];
  const setTimer: SetTimer = (ring, ms) => {
    const timer = { ms, ring, cancelled: false };
    set.push(timer);
    return {
      cancel: () => {
        timer.cancelled = true;
      },
    };
  };
  return { set, setTimer };
}

describe("a deadline", () => {
  const day = 86_400_000;

  it("of 60 days is a chain of timers, each no longer than Node can wait, and aborts after the last one", () => {
    const { set, setTimer } = scriptedTimers();
    const { signal } = createDeadline(60 * day, setTimer);
    for (let rung = 0; rung < set.length; rung += 1) {
      expect(signal.aborted).to.equal(false);
      set[rung]?.ring();
    }
    expect(signal.aborted).to.equal(true);
    expect(set.every(({ ms }) => ms <= 2 ** 31 - 1)).to.equal(true);
    expect(set.reduce((sum, { ms }) => sum + ms, 0)).to.equal(60 * day);
  });

  it("that is cancelled leaves no timer behind", () => {
    const { set, setTimer } = scriptedTimers();
    const deadline = createDeadline(60 * day, setTimer);
    set[0]?.ring();
    deadline.cancel();
    expect(set.at(-1)?.cancelled).to.equal(true);
    expect(deadline.signal.aborted).to.equal(false);
  });
});
