import { expect } from "chai";
import { ATTEMPTS_MAX, CIRCUIT_FAILURES, decideAfterFailure } from "../../src/notify/outbox.ts";

const HOUR_MS = 3_600_000;
const failed = (given: Partial<Parameters<typeof decideAfterFailure>[0]>, chance = 0) =>
  decideAfterFailure({ again: true, attempts: 1, failures: 1, ...given }, 0, chance);

describe("a message that wasn't taken", () => {
  it("is tried again after pauses that double up to an hour, for some 24 hours", () => {
    let at = 0;
    const pauses: number[] = [];
    for (let attempts = 1; attempts < ATTEMPTS_MAX; attempts++) {
      const after = failed({ attempts });
      if (after.next !== "retry") throw new Error(after.why);
      pauses.push(after.at);
      at += after.at;
    }
    expect(pauses.slice(0, 4)).to.deep.equal([5000, 10_000, 20_000, 40_000]);
    expect(Math.max(...pauses)).to.equal(HOUR_MS);
    expect(at).to.be.within(23 * HOUR_MS, 25 * HOUR_MS);
    expect(failed({ attempts: ATTEMPTS_MAX })).to.deep.equal({ next: "dead", why: "exhausted", pausesUntil: null });
  });

  it("comes back a little sooner by chance, never at once", () => {
    expect(failed({}, 1)).to.include({ at: 4000 });
    expect(failed({ attempts: 12, failures: 9 }, 0.5)).to.include({ at: 0.9 * HOUR_MS });
  });

  it("is dead at once where another try is of no use", () => {
    expect(failed({ again: false })).to.deep.equal({ next: "dead", why: "refused", pausesUntil: null });
  });

  it("leaves its channel alone for as long as was asked for, up to an hour", () => {
    expect(failed({ retryAfterMs: 60_000 })).to.include({ at: 60_000, pausesUntil: 60_000 });
    expect(failed({ retryAfterMs: 1000 })).to.include({ at: 5000, pausesUntil: 1000 });
    expect(failed({ retryAfterMs: 1e12 })).to.include({ at: HOUR_MS, pausesUntil: HOUR_MS });
  });

  it("opens the circuit with the fifth failure in a row, for 30 seconds that double up to ten minutes", () => {
    expect(failed({ failures: CIRCUIT_FAILURES - 1 }).pausesUntil).to.equal(null);
    const pauses = [0, 1, 2, 3, 4, 5, 60].map((more) => failed({ failures: CIRCUIT_FAILURES + more }).pausesUntil);
    expect(pauses).to.deep.equal([30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000]);
    expect(failed({ failures: CIRCUIT_FAILURES, again: false })).to.include({ next: "dead", pausesUntil: 30_000 });
  });
});
