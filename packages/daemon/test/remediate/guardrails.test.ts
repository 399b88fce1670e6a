import { expect } from "chai";
import { MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import { canBeOverridden } from "../../src/remediate/policy/decide.ts";
import type { Guardrails, PolicyFacts, PolicyQuestion } from "../../src/remediate/policy/policy.ts";
import { ask, last, NOW, policyOf, rule, scale } from "./policy-samples.ts";

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
});
