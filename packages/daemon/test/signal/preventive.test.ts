import { expect } from "chai";
import fc from "fast-check";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { type PreventiveFacts, preventiveSignal, preventiveStateOf } from "../../src/signal/preventive.ts";
import { riskStates } from "../../src/signal/risk-state.ts";
import type { RepeatedIncident } from "../../src/signal/service-history.ts";
import { NOW } from "../store/samples.ts";

const failure = (given: Partial<RepeatedIncident> = {}): RepeatedIncident => ({
  status: "RESOLVED",
  deduplicationKey: `key ${given.createdAt ?? NOW}`,
  title: "Errors in pay",
  createdAt: NOW,
  ...given,
});
const facts = (given: Partial<PreventiveFacts> = {}): PreventiveFacts => ({
  tally: { total: 1, unresolved: 0, critical: 0 },
  newest: [failure()],
  afterDeployments: [],
  burnState: "healthy",
  isMapped: true,
  ...given,
});
const actionsOf = (given: Partial<PreventiveFacts>): string[] =>
  preventiveSignal("pay", facts(given), NOW).actions.map(({ id, priority }) => `${id} ${priority}`);

describe("the preventive signal", () => {
  it("is low for one failure, and rises with repeats, unresolved and critical ones", () => {
    const stateOf = (total: number, unresolved = 0, critical = 0) => preventiveStateOf({ total, unresolved, critical });
    expect([stateOf(0), stateOf(1, 1, 1)]).to.deep.equal(["low", "low"]);
    expect([stateOf(2), stateOf(4, 2, 1)]).to.deep.equal(["moderate", "moderate"]);
    expect([stateOf(5), stateOf(3, 3), stateOf(2, 0, 2)]).to.deep.equal(["high", "high", "high"]);
    expect([stateOf(10), stateOf(5, 5), stateOf(3, 0, 3)]).to.deep.equal(["critical", "critical", "critical"]);
  });

  it("never looks better for one more incident", () => {
    const tally = fc.record({ total: fc.nat(20), unresolved: fc.nat(20), critical: fc.nat(20) });
    fc.assert(
      fc.property(tally, fc.constantFrom("total", "unresolved", "critical"), (given, field) => {
        const rank = (each: typeof given) => riskStates.indexOf(preventiveStateOf(each));
        expect(rank({ ...given, [field]: given[field] + 1 })).to.be.at.least(rank(given));
      }),
    );
  });

  it("asks for nothing where there is one incident of a service that is known and healthy", () => {
    const signal = preventiveSignal("pay", facts(), NOW);
    expect(signal).to.deep.include({ state: "low", actions: [], windowHours: 720, sameServiceIncidents: 1 });
    expect(signal.reasons).to.deep.equal(["1 incident of pay in 30 days, 0 unresolved, 0 CRITICAL."]);
  });

  it("derives each action from a fact, and none without it", () => {
    const day = 24 * HOUR_MS;
    expect(actionsOf({ newest: [failure({ status: "OPEN", createdAt: NOW - day - 1 })] })).to.deep.equal([
      "resolve-open now",
    ]);
    expect(actionsOf({ newest: [failure({ status: "OPEN", createdAt: NOW - day })] })).to.deep.equal([]);
    expect(actionsOf({ newest: [failure({ status: "CLOSED", createdAt: NOW - day - 1 })] })).to.deep.equal([]);
    const same = Array.from({ length: 3 }, () => failure({ deduplicationKey: "same" }));
    expect(actionsOf({ newest: same })).to.deep.equal(["remove-cause next"]);
    expect(actionsOf({ newest: same, tally: { total: 10, unresolved: 0, critical: 0 } })).to.deep.equal([
      "remove-cause now",
    ]);
    expect(actionsOf({ newest: same.slice(1) })).to.deep.equal([]);
    expect(actionsOf({ burnState: "slow_burn" })).to.deep.equal(["protect-error-budget next"]);
    expect(actionsOf({ burnState: "exhausted" })).to.deep.equal(["protect-error-budget now"]);
    expect(actionsOf({ tally: { total: 2, unresolved: 0, critical: 2 } })).to.deep.equal(["review-critical next"]);
    expect(actionsOf({ burnState: undefined })).to.deep.equal(["set-objective later"]);
    expect(actionsOf({ burnState: undefined, isMapped: false })).to.deep.equal(["name-owner later"]);
  });

  it("finds that most incidents began soon after a deployment", () => {
    const after = [{ from: NOW - HOUR_MS, to: NOW }];
    const at = (minute: number) => failure({ createdAt: NOW + minute * MINUTE_MS });
    expect(actionsOf({ newest: [at(0), at(-60), at(1), at(-61)], afterDeployments: after })).to.deep.equal([
      "guard-deployments next",
    ]);
    expect(actionsOf({ newest: [at(0), at(-60), at(1), at(2), at(-61)], afterDeployments: after })).to.deep.equal([]);
    expect(actionsOf({ newest: [at(0)], afterDeployments: after })).to.deep.equal([]);
  });

  it("puts what is pressing first and recommends it, in one line however hostile the title", () => {
    const same = Array.from({ length: 3 }, () => failure({ deduplicationKey: "same", title: "bad\r\n\u001b[2Jtitle" }));
    const { actions, recommendation } = preventiveSignal("pay", facts({ newest: same, burnState: "fast_burn" }), NOW);
    expect(actions.map(({ priority }) => priority)).to.deep.equal(["now", "next"]);
    expect(recommendation).to.equal("Put reliability before features until the error budget recovers.");
    expect(JSON.stringify(actions)).to.contain("bad [2Jtitle");
  });
});
