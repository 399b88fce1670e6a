import { expect } from "chai";
import type { Slo } from "../../src/catalog/catalog.ts";
import type { Counts } from "../../src/model/telemetry-count.ts";
import { type Budget, budgetCountsOf, budgetOf, sloContextOf, TIER_THRESHOLDS } from "../../src/signal/slo.ts";

const SLO: Slo = { objectivePct: 99.9, windowDays: 30 };
const counts = (logs: number, errors: number): Counts => ({ events: logs, logs, errors });
const NONE = counts(0, 0);
/** Of the whole window and of the four rules, long and short. */
const budget = (window: Counts, ...burns: readonly (readonly [long: Counts, short: Counts])[]): Budget =>
  budgetOf("pay", SLO, budgetCountsOf([window, ...burns.flat()]));
const idle = [NONE, NONE] as const;

describe("the context of an objective", () => {
  const entry = { tier: "tier-1", slo: SLO } as const;

  it("is zeros where the catalog doesn't know the service", () => {
    const { tier, burnState, projectedExhaustionHours, atRisk, breached, ...numbers } = sloContextOf(
      undefined,
      undefined,
      1e6,
    );
    expect([tier, burnState, projectedExhaustionHours]).to.deep.equal(["unmapped", "healthy", null]);
    expect([atRisk, breached]).to.deep.equal([false, false]);
    expect(new Set(Object.values(numbers))).to.deep.equal(new Set([0]));
  });

  it("is at risk and then broken by the minutes of its tier, from the minute itself on", () => {
    const { riskMinutes, breachMinutes } = TIER_THRESHOLDS["tier-1"];
    const flags = (minutes: number) => {
      const { atRisk, breached } = sloContextOf({ ...entry, slo: null }, undefined, minutes);
      return [atRisk, breached];
    };
    expect(flags(riskMinutes - 0.1)).to.deep.equal([false, false]);
    expect(flags(riskMinutes)).to.deep.equal([true, false]);
    expect(flags(breachMinutes - 0.1)).to.deep.equal([true, false]);
    expect(flags(breachMinutes)).to.deep.equal([true, true]);
  });

  it("is at risk at once where the budget burns fast, and broken where it is spent", () => {
    const fast = budget(counts(1_000_000, 20), [counts(1000, 20), counts(100, 2)], idle, idle, idle);
    expect(sloContextOf(entry, fast, 0)).to.include({ atRisk: true, breached: false, objectiveTargetPct: 99.9 });
    const spent = budget(counts(1000, 20), idle, idle, idle, idle);
    expect(sloContextOf(entry, spent, 0)).to.include({ atRisk: true, breached: true, errorBudgetRemainingPct: -1900 });
  });
});
