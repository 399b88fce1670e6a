import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { builtInPolicy } from "../../src/remediate/policy/built-in-policy.ts";
import { canBeOverridden, decide } from "../../src/remediate/policy/decide.ts";
import type { PolicyFacts, PolicyQuestion } from "../../src/remediate/policy/policy.ts";
import { ask, last, NOW, policyOf, quiet, restart, rule, scale, spoke } from "./policy-samples.ts";

describe("Several guardrails of a policy", () => {
  describe("of the way back from an action that failed half-way", () => {
    const policy = policyOf([rule("rest")], { cooldownMs: 5 * MINUTE_MS });
    const failed = (target: object): Partial<PolicyFacts> => ({
      lastOfKind: { queuedAt: NOW - 1, status: "FAILED", target: { ...target } },
    });
    const rollback = (toRevision: number): Partial<PolicyQuestion> => ({
      actionType: "rollback-deployment",
      target: { revision: 4, toRevision },
    });

    it("let it through at once, with a person's approval", () => {
      for (const decision of [
        ask(policy, scale(4, 8), failed({ replicas: 4 })),
        ask(policy, rollback(3), failed({ revision: 3, toRevision: 2 })),
      ]) {
        expect([decision.verdict, decision.blockedBy]).to.deep.equal(["manual", []]);
        expect(spoke(decision)).to.deep.equal(["rest auto", "undoes-failed-action manual"]);
      }
    });

    it("hold back what is no way back, or what didn't fail", () => {
      const completed = { lastOfKind: { queuedAt: NOW - 1, status: "COMPLETED", target: { replicas: 4 } } } as const;
      for (const decision of [
        ask(policy, scale(6, 8), failed({ replicas: 4 })),
        ask(policy, rollback(2), failed({ revision: 3, toRevision: 2 })),
        ask(policy, {}, failed({})),
        ask(policy, scale(4, 8), completed),
      ]) {
        expect(decision.blockedBy).to.deep.equal(["cooldown"]);
      }
    });
  });

  it("without bounds say nothing", () => {
    const busy = {
      queuedInLastHour: 99,
      lastOfKind: last(NOW),
      active: 99,
      activeOnTarget: 99,
      incidentStatus: "CLOSED",
    } as const;
    const decision = ask(policyOf([rule("rest")]), { ...scale(999, 1), blastRadius: 999 }, busy);
    expect(decision.rules).to.have.length(1);
    expect(decision.violations).to.deep.equal([]);
  });

  it("are all named, with the denial first, which no reason overrides", () => {
    const facts = { queuedInLastHour: 6, active: 20, activeOnTarget: 1, incidentStatus: "CLOSED" } as const;
    const decision = ask({ ...builtInPolicy(NOW), rules: [] }, {}, { ...facts, lastOfKind: last(NOW) });
    expect(decision.blockedBy).to.deep.equal([
      "deny",
      "open-incident-only",
      "actions-per-hour",
      "cooldown",
      "concurrent",
      "concurrent-per-service",
    ]);
    expect(decision.violations).to.have.length(6);
    expect(canBeOverridden(decision)).to.equal(false);
  });

  it("of concurrency hold nothing back before execution: there it waits its turn", () => {
    const facts = { ...quiet, active: 99, activeOnTarget: 99, queuedInLastHour: 6 };
    const before = decide(builtInPolicy(NOW), restart, facts, "execution", NOW);
    expect(before.blockedBy).to.deep.equal(["actions-per-hour"]);
  });

  it("tell names from outside as one line", () => {
    const decision = ask(policyOf([]), { serviceName: `a\n\u202eb${"c".repeat(300)}` });
    expect(decision.violations[0])
      .to.match(/on a b?c+… in staging/)
      .and.not.match(/[\n\u202e]/);
  });
});
