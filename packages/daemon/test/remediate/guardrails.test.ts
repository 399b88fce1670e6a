import { expect } from "chai";
import { MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import { builtInPolicy } from "../../src/remediate/policy/built-in-policy.ts";
import { canBeOverridden, decide } from "../../src/remediate/policy/decide.ts";
import type { Guardrails, PolicyFacts, PolicyQuestion } from "../../src/remediate/policy/policy.ts";
import { ask, last, NOW, policyOf, quiet, restart, rule, scale, spoke } from "./policy-samples.ts";

describe("The guardrails of a policy", () => {
  type Row = readonly [
    bound: Partial<Guardrails>,
    name: string,
    passes: readonly [Partial<PolicyQuestion>, Partial<PolicyFacts>],
    blocks: readonly [Partial<PolicyQuestion>, Partial<PolicyFacts>],
    violation: string,
  ];
  const edges: readonly Row[] = [
    [
      { actionsPerHour: 3 },
      "actions-per-hour",
      [{}, { queuedInLastHour: 2 }],
      [{}, { queuedInLastHour: 3 }],
      "actions-per-hour: 3 actions were let through on checkout in the last hour, and 3 may be.",
    ],
    [
      { cooldownMs: 5 * MINUTE_MS },
      "cooldown",
      [{}, { lastOfKind: last(NOW - 5 * MINUTE_MS) }],
      [{}, { lastOfKind: last(NOW - 5 * MINUTE_MS + 1) }],
      "cooldown: restart-service was let through on checkout 5 min ago, and 5 min have to pass; it may be again in 1 s.",
    ],
    [
      { cooldownMs: MINUTE_MS },
      "cooldown",
      [{}, { lastOfKind: null }],
      // Of another process whose clock is ahead.
      [{}, { lastOfKind: last(NOW + SECOND_MS) }],
      "cooldown: restart-service was let through on checkout 0 s ago, and 1 min have to pass; it may be again in 1 min.",
    ],
    [
      { concurrent: 1 },
      "concurrent",
      [{}, { active: 0 }],
      [{}, { active: 1 }],
      "concurrent: 1 action of the organization waits for execution or is under way, and 1 may be.",
    ],
    [
      { concurrentPerService: 2 },
      "concurrent-per-service",
      [{}, { activeOnTarget: 1 }],
      [{}, { activeOnTarget: 2 }],
      "concurrent-per-service: 2 actions on checkout wait for execution or are under way, and 2 may be.",
    ],
    [
      { maxReplicas: 10 },
      "max-replicas",
      [scale(10, null), {}],
      [scale(11, null), {}],
      "max-replicas: 11 replicas asked for on checkout, and 10 may be.",
    ],
    [
      { replicasChangeFactor: 3 },
      "replicas-change-factor",
      [scale(12, 4), {}],
      [scale(13, 4), {}],
      "replicas-change-factor: from 4 replicas to 13 asked for on checkout, and at a factor of 3 it may be 2 to 12.",
    ],
    [
      { replicasChangeFactor: 3 },
      "replicas-change-factor",
      [scale(2, 4), {}],
      [scale(1, 4), {}],
      "replicas-change-factor: from 4 replicas to 1 asked for on checkout, and at a factor of 3 it may be 2 to 12.",
    ],
    [
      { replicasChangeFactor: 2 },
      "replicas-change-factor",
      [scale(2, 0), {}],
      [scale(0, 1), {}],
      "replicas-change-factor: from 1 replica to 0 asked for on checkout, and at a factor of 2 it may be 1 to 2.",
    ],
    [
      { blastRadius: 4 },
      "blast-radius",
      [{ blastRadius: 4 }, {}],
      [{ blastRadius: 5 }, {}],
      "blast-radius: 5 services call checkout, directly or through others, and 4 may.",
    ],
    [
      { openIncidentOnly: true },
      "open-incident-only",
      [{}, { incidentStatus: "REMEDIATING" }],
      [{}, { incidentStatus: "RESOLVED" }],
      "open-incident-only: the incident is already RESOLVED, and an action belongs to one that isn't over.",
    ],
    [
      { openIncidentOnly: true },
      "open-incident-only",
      [{}, { incidentStatus: "INVESTIGATING" }],
      [{}, { incidentStatus: "CLOSED" }],
      "open-incident-only: the incident is already CLOSED, and an action belongs to one that isn't over.",
    ],
  ];

  for (const [bound, name, passes, blocks, violation] of edges) {
    it(`${JSON.stringify(bound)}: "${violation}"`, () => {
      const policy = policyOf([rule("rest")], bound);
      const [passed, blocked] = [ask(policy, ...passes), ask(policy, ...blocks)];
      expect([passed.blockedBy, passed.rules.at(-1)?.rule, passed.rules.at(-1)?.says]).to.deep.equal([
        [],
        name,
        "pass",
      ]);
      expect([blocked.blockedBy, blocked.violations]).to.deep.equal([[name], [violation]]);
      expect(canBeOverridden(blocked)).to.equal(true);
    });
  }

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
