import { expect } from "chai";
import fc from "fast-check";
import { DAY_MS } from "../../src/kernel/clock.ts";
import type { Counts } from "../../src/model/telemetry-count.ts";
import { changeRisk } from "../../src/signal/change-risk.ts";
import { prioritySignal } from "../../src/signal/priority.ts";
import { budgetOf } from "../../src/signal/slo.ts";
import { mostDigits } from "../kernel/significant-digits.ts";
import { incident, NOW } from "../store/samples.ts";

const SLO = { objectivePct: 99.9, windowDays: 30 };
const reasonOf = (errors: number, logs = 10_000): string =>
  budgetOf("pay", SLO, { window: { events: logs, logs, errors }, burns: [] }).reason;

const counts = fc
  .record({ logs: fc.nat(1e9), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ logs, share }): Counts => ({ events: logs, logs, errors: Math.round(share * logs) }));
/** Counts are exact; objectives are as the catalog names them. */
const withoutCounts = (text: string): string =>
  text.replace(/\d+ (?:errors?|logs?|events?)|objective of [\d.]+ %/g, "");

describe("the words of signals", () => {
  it("say how much of a budget is left, that it is used up, and how many times over", () => {
    expect(reasonOf(0)).to.contain("allows: 100 % of its error budget is left.");
    expect(reasonOf(4)).to.contain("allows: 60 % of its error budget is left.");
    expect(reasonOf(10)).to.contain("allows: its error budget is used up.");
    expect(reasonOf(25)).to.contain("allows: its error budget is used up 2.5 times over.");
    expect(reasonOf(1269)).to.contain("allows: its error budget is used up 127 times over.");
  });

  it("contain neither NaN nor Infinity nor more than four digits of a measured figure", () => {
    const drawn = fc.record({
      long: counts,
      short: counts,
      sinceOnset: counts,
      window: counts,
      age: fc.nat(500 * DAY_MS),
    });
    fc.assert(
      fc.property(drawn, ({ long, short, sinceOnset, window, age }) => {
        const entry = { tier: "tier-1", slo: SLO } as const;
        const budget = { window, burns: Array.from({ length: 4 }, () => ({ long, short })) };
        const onset = { at: NOW - age / 3, isObserved: true };
        const { reason } = prioritySignal(incident(), { entry, budget, onset, sinceOnset }, NOW + age);
        const deployment = { id: "d", service: "checkout", version: "v", environment: "production", gitHash: null };
        const graph = { calls: new Map(), cutOff: false };
        const risk = changeRisk(incident(), [{ ...deployment, at: NOW - age }], graph);
        for (const text of [reason, risk.summary, ...risk.reasons]) {
          expect(text).to.not.match(/NaN|Infinity| -\d/);
          expect(mostDigits(withoutCounts(text)), text).to.be.at.most(4);
        }
      }),
    );
  });
});
