import { expect } from "chai";
import fc from "fast-check";
import type { Slo } from "../../src/catalog/catalog.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Counts } from "../../src/model/telemetry-count.ts";
import {
  BURN_RULES,
  type Budget,
  type BurnState,
  budgetCountsOf,
  budgetOf,
  budgetSpans,
  burnRateOf,
  sloContextOf,
} from "../../src/signal/slo.ts";
import { NOW } from "../store/samples.ts";

const SLO: Slo = { objectivePct: 99.9, windowDays: 30 };
const counts = (logs: number, errors: number): Counts => ({ events: logs, logs, errors });
const NONE = counts(0, 0);
/** Of the whole window and of the four rules, long and short. */
const budget = (window: Counts, ...burns: readonly (readonly [long: Counts, short: Counts])[]): Budget =>
  budgetOf("pay", SLO, budgetCountsOf([window, ...burns.flat()]));
const idle = [NONE, NONE] as const;

describe("an error budget", () => {
  it("burns twenty times as fast as allowed with 2 % errors at 99.9 %, which is fast", () => {
    expect(burnRateOf(counts(1000, 20), SLO)).to.be.closeTo(20, 1e-9);
    // A million logs allow 1,000 errors; 20 are 2 % of that, in one hour.
    const found = budget(counts(1_000_000, 20), [counts(1000, 20), counts(100, 2)], idle, idle, idle);
    expect(found).to.deep.include({
      remainingPct: 98,
      burnRatePctPerHour: 2,
      projectedExhaustionHours: 49,
      burnWindowHours: 1,
      state: "fast_burn",
    });
    expect(found.reason).to.equal(
      "pay had 20 errors in 1000000 logs in 30 days, of 1000 that its objective of 99.9 % allows: 98 % of its error " +
        "budget is left. Over 1 h it burns 20 times as fast as is allowed (fast_burn).",
    );
  });

  it("takes the first rule of which both windows reach the rate, and begins at the rate itself", () => {
    const window = counts(10_000_000, 144);
    const at = (rate: number) => counts(10_000, rate * 10);
    const stateOf = (...rates: readonly (readonly [number, number])[]) => {
      const found = budget(window, ...rates.map(([long, short]) => [at(long), at(short)] as const));
      return [found.state, found.burnWindowHours];
    };
    expect(stateOf([14.4, 14.4], [0, 0], [0, 0], [0, 0])).to.deep.equal(["fast_burn", 1]);
    expect(stateOf([14.3, 99], [6, 6], [0, 0], [0, 0])).to.deep.equal(["fast_burn", 6]);
    expect(stateOf([99, 14.3], [6, 5.9], [3, 3], [0, 0])).to.deep.equal(["slow_burn", 24]);
    expect(stateOf([5, 5], [5, 5], [2.9, 5], [1, 1])).to.deep.equal(["slow_burn", 72]);
    expect(stateOf([5, 5], [5, 5], [2.9, 5], [5, 0.9])).to.deep.equal(["healthy", 1]);
  });

  it("is spent where as many errors came as are allowed, and goes below nothing", () => {
    expect(budget(counts(10_000, 10), idle, idle, idle, idle)).to.include({
      remainingPct: 0,
      state: "exhausted",
      projectedExhaustionHours: 0,
    });
    expect(budget(counts(10_000, 25))).to.include({ remainingPct: -150, state: "exhausted" });
    expect(budget(counts(20_000, 10), idle, idle, idle, idle)).to.include({
      remainingPct: 50,
      state: "healthy",
      burnRatePctPerHour: 0,
      projectedExhaustionHours: null,
    });
  });

  it("is spent exactly where all that is allowed came, whatever the objective is in binary fractions", () => {
    for (let tenThousandths = 1; tenThousandths < 1000; tenThousandths++) {
      const slo = { objectivePct: (10_000 - tenThousandths) / 100, windowDays: 30 };
      const spent = counts(100_000, 10 * tenThousandths);
      expect(budgetOf("pay", slo, { window: spent, burns: [] })).to.include({ remainingPct: 0, state: "exhausted" });
    }
  });

  it("counts fewer than ten errors, but doesn't act on them, and says so", () => {
    const one = counts(1, 1);
    const found = budget(one, [one, one], [one, one], [one, one], [one, one]);
    expect(found).to.deep.equal({
      remainingPct: -99_900,
      burnRatePctPerHour: 100_000,
      projectedExhaustionHours: 0,
      burnWindowHours: 1,
      state: "healthy",
      reason:
        "pay had 1 error in 1 log in 30 days, of 0.001 that its objective of 99.9 % allows: its error budget is used " +
        "up 1000 times over. Over 1 h it burns 1000 times as fast as is allowed (healthy). Fewer than 10 errors aren't acted on.",
    });
    const nine = budget(counts(90_000, 9), [counts(1000, 6), counts(9, 1)], idle, idle, idle);
    expect(nine).to.include({ remainingPct: 90, burnRatePctPerHour: 6.7, projectedExhaustionHours: 13.5 });
    expect(sloContextOf({ tier: "tier-1", slo: SLO }, found, 0)).to.include({ atRisk: false, breached: false });
    const few = budget(counts(1_000_000, 30), [counts(9, 9), counts(9, 9)], idle, idle, idle);
    expect(few.state, "nine of nine in an hour").to.equal("healthy");
  });

  it("is whole where there are no logs", () => {
    expect(budget(NONE, idle, idle, idle, idle)).to.deep.equal({
      remainingPct: 100,
      burnRatePctPerHour: 0,
      projectedExhaustionHours: null,
      burnWindowHours: 1,
      state: "healthy",
      reason: "There are no logs of pay in 30 days to measure its objective of 99.9 % by.",
    });
  });

  it("says where the minutes for burn rates are gone, and asks for none", () => {
    expect(budgetSpans(SLO, NOW, NOW)).to.have.lengthOf(9);
    expect(budgetSpans(SLO, NOW - 2 * DAY_MS, NOW)).to.have.lengthOf(9);
    const at = NOW - 3 * DAY_MS;
    expect(budgetSpans(SLO, at, NOW)).to.deep.equal([{ from: at - 30 * DAY_MS, to: at }]);
    expect(budget(counts(20_000, 10)).reason).to.contain("no longer kept");
  });

  it("asks for the windows of the SRE workbook, of those that lie within the objective's", () => {
    const hours = budgetSpans({ ...SLO, windowDays: 1 }, NOW, NOW).map(({ from, to }) => (to - from) / HOUR_MS);
    expect(hours).to.deep.equal([24, 1, 5 / 60, 6, 0.5, 24, 2]);
    expect(BURN_RULES.map(({ rate, longMs, shortMs }) => [rate, longMs / HOUR_MS, shortMs / MINUTE_MS])).to.deep.equal([
      [14.4, 1, 5],
      [6, 6, 30],
      [3, 24, 120],
      [1, 72, 360],
    ]);
  });

  it("never looks better for more errors in the same logs", () => {
    const severe: readonly BurnState[] = ["healthy", "slow_burn", "fast_burn", "exhausted"];
    const errors = fc.array(fc.nat({ max: 1000 }), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(errors, fc.nat({ max: 8 }), fc.nat({ max: 1000 }), (given, place, more) => {
        const whole = (each: readonly number[]) =>
          each.map((count, index) => counts(index === 0 ? 100_000 : 2000, count));
        const before = budgetOf("pay", SLO, budgetCountsOf(whole(given)));
        const after = budgetOf("pay", SLO, budgetCountsOf(whole(given.with(place, (given[place] ?? 0) + more))));
        expect(severe.indexOf(after.state)).to.be.at.least(severe.indexOf(before.state));
        expect(after.remainingPct).to.be.at.most(before.remainingPct);
      }),
    );
  });
});
