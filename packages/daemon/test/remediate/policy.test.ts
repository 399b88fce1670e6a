import { expect } from "chai";
import { MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import { environmentKey } from "../../src/model/remediation.ts";
import { targetNamesOf } from "../../src/remediate/plan.ts";
import { builtInPolicy } from "../../src/remediate/policy/built-in.ts";
import { canBeOverridden, decide } from "../../src/remediate/policy/decide.ts";
import type {
  FreezeWindow,
  Guardrails,
  Policy,
  PolicyDecision,
  PolicyFacts,
  PolicyQuestion,
} from "../../src/remediate/policy/policy.ts";
import { NOW, policyOf, quiet, restart, rule, scale } from "./policy-samples.ts";

const ask = (
  policy: Policy,
  question: Partial<PolicyQuestion> = {},
  facts: Partial<PolicyFacts> = {},
  now = NOW,
): PolicyDecision => decide(policy, { ...restart, ...question }, { ...quiet, ...facts }, "request", now);

const spoke = ({ rules }: PolicyDecision): string[] =>
  rules.filter(({ says }) => says !== "pass").map(({ rule: name, says }) => `${name} ${says}`);

describe("Policy", () => {
  describe("the built-in one", () => {
    const builtIn = builtInPolicy(NOW);

    for (const [actionType, elsewhere] of [
      ["restart-service", "auto"],
      ["delete-pod", "auto"],
      ["scale-service", "manual"],
      ["rollback-deployment", "manual"],
    ] as const) {
      it(`says ${elsewhere} to ${actionType} in staging, and manual wherever production may be meant`, () => {
        expect(ask(builtIn, { actionType }).verdict).to.equal(elsewhere);
        for (const named of ["production", "prod", " PROD ", "Production", "unknown", "", null]) {
          expect(ask(builtIn, { actionType, environment: environmentKey(named) }).verdict, String(named)).to.equal(
            "manual",
          );
        }
      });
    }

    it("denies an unknown action, in production too, and names those that there are", () => {
      for (const environment of ["staging", "production"]) {
        const decision = ask(builtIn, { actionType: "format-disk", environment });
        expect([decision.verdict, decision.blockedBy]).to.deep.equal(["deny", ["deny"]]);
        expect(decision.violations).to.deep.equal([
          `unknown-action denies format-disk on checkout in ${environment}: No such action is known; known are restart-service, scale-service, rollback-deployment, delete-pod.`,
        ]);
      }
    });

    it("doesn't take production-like names for production", () => {
      for (const named of ["preprod", "production-eu", "prod2"]) expect(environmentKey(named)).to.equal(named);
    });
  });

  describe("its rules", () => {
    it("decide in their order: the first that fits", () => {
      const policy = policyOf([
        rule("no-payments", { verdict: "deny", services: ["payments-*"] }),
        rule("critical-asks", { verdict: "manual", severities: ["CRITICAL"] }),
        rule("rest"),
      ]);
      expect(spoke(ask(policy))).to.deep.equal(["rest auto"]);
      expect(spoke(ask(policy, { severity: "CRITICAL" }))).to.deep.equal(["critical-asks manual"]);
      expect(spoke(ask(policy, { severity: "CRITICAL", serviceName: "payments-api" }))).to.deep.equal([
        "no-payments deny",
      ]);
    });

    for (const [field, fitting, other] of [
      ["organizations", { organizationId: "acme" }, { organizationId: "other" }],
      ["actions", { actionType: "restart-service" }, { actionType: "delete-pod" }],
      ["environments", { environment: "staging" }, { environment: "production" }],
      ["severities", { severity: "HIGH" }, { severity: "LOW" }],
      ["services", { serviceName: "checkout" }, { serviceName: "checkout-2" }],
      ["services", { serviceName: "checkout" }, { serviceName: null }],
    ] as const) {
      it(`fit where ${field} holds, and not for ${JSON.stringify(other)}`, () => {
        const policy = policyOf([rule("own", { [field]: Object.values(fitting) })]);
        expect(spoke(ask(policy, fitting))).to.deep.equal(["own auto"]);
        expect(spoke(ask(policy, other))).to.deep.equal(["no-rule-fits deny"]);
      });
    }

    it("take `*` in a service's name for anything, and nothing for a pattern", () => {
      const policy = policyOf([rule("own", { services: ["pay*-v2", "a.b"] })]);
      for (const serviceName of ["pay-v2", "payments-v2", "a.b"])
        expect(ask(policy, { serviceName }).verdict).to.equal("auto");
      for (const serviceName of ["pay-v3", "xpay-v2", "aXb"])
        expect(ask(policy, { serviceName }).verdict).to.equal("deny");
    });

    it("hold for a service however its name is written, as long as it is deployed as the same", () => {
      const policy = policyOf([rule("no-payments", { verdict: "deny", services: ["Payment_*"] }), rule("rest")]);
      for (const serviceName of ["payment-api", "Payment API", "PAYMENT_API", "payment  api"])
        expect(spoke(ask(policy, { serviceName })), serviceName).to.deep.equal(["no-payments deny"]);
      expect(spoke(ask(policy, { serviceName: "paymentapi" }))).to.deep.equal(["rest auto"]);
    });

    it("keep back what acts on a service by the name of another, and let nothing run for it", () => {
      const onTarget = (kind: string, name: string): Partial<PolicyQuestion> => ({
        serviceName: "payment",
        targetNames: targetNamesOf({ target: { kind, name } }),
      });
      const denying = policyOf([rule("no-payments", { verdict: "deny", services: ["payment-api"] }), rule("rest")]);
      const allowing = policyOf([rule("payments", { services: ["payment-api"] })]);
      for (const question of [
        onTarget("Deployment", "payment-api"),
        onTarget("Pod", "payment-api-7f9c6d-x2k8p"),
        onTarget("Pod", "payment-api-0"),
      ]) {
        expect(spoke(ask(denying, question))).to.deep.equal(["no-payments deny"]);
        expect(spoke(ask(allowing, question))).to.deep.equal(["no-rule-fits deny"]);
      }
      expect(spoke(ask(denying, onTarget("Deployment", "payment-web")))).to.deep.equal(["rest auto"]);
      expect(spoke(ask(denying, { ...onTarget("Deployment", "payment-api"), serviceName: null }))).to.deep.equal([
        "no-payments deny",
      ]);
    });

    it("run nothing by itself that says it is less severe than its incident, where that decides", () => {
      const policy = policyOf([rule("severe-asks", { verdict: "manual", severities: ["CRITICAL"] }), rule("rest")]);
      const low = ask(policy, { severity: "LOW" }, { incidentSeverity: "CRITICAL" });
      expect([low.verdict, spoke(low)]).to.deep.equal(["manual", ["rest auto", "severity-differs manual"]]);
      expect(ask(policy, { severity: "LOW" }, { incidentSeverity: "HIGH" }).verdict).to.equal("auto");
    });

    it("deny what none of them fits, whatever it is", () => {
      const decision = ask(policyOf([]));
      expect([decision.verdict, decision.blockedBy]).to.deep.equal(["deny", ["deny"]]);
      expect(decision.violations[0]).to.equal(
        "no-rule-fits denies restart-service on checkout in staging: What no rule of the policy allows is denied.",
      );
    });

    it("say themselves how long an approval holds and whether it takes two, or leave it to the policy", () => {
      const own = rule("own", { actions: ["restart-service"], fourEyes: false, approvalTtlMs: 5 * MINUTE_MS });
      const policy = policyOf([own, rule("rest")], {}, { fourEyes: true, approvalTtlMs: 9 * MINUTE_MS });
      const [given, left] = [ask(policy), ask(policy, { actionType: "delete-pod" })];
      expect([given.fourEyes, given.approvalTtlMs]).to.deep.equal([false, 5 * MINUTE_MS]);
      expect([left.fourEyes, left.approvalTtlMs]).to.deep.equal([true, 9 * MINUTE_MS]);
    });
  });

  describe("asks for a person, also where it says auto", () => {
    const policy = policyOf([rule("rest")]);
    const window = (effect: FreezeWindow["effect"], changes: Partial<FreezeWindow> = {}): FreezeWindow => ({
      name: "sale",
      effect,
      reason: "Everybody is buying.",
      environments: [],
      organizations: [],
      when: { from: NOW - 1, to: NOW + MINUTE_MS },
      ...changes,
    });

    for (const [what, name, question, facts, windows] of [
      ["of what an analysis suggested", "suggested-by-analysis", { origin: "suggestion" }, {}, []],
      [
        "in another environment than the incident's",
        "environment-differs",
        { environment: "staging" },
        { incidentEnvironment: "Prod" },
        [],
      ],
      [
        "while the service's automation is suspended",
        "automation-suspended",
        {},
        { suspended: "Three didn't help." },
        [],
      ],
      ["while somebody works on the service", "in-maintenance", {}, { inMaintenance: true }, []],
      ["in a window that says so", "freeze", {}, {}, [window("manual")]],
    ] as const) {
      it(what, () => {
        const decision = ask({ ...policy, windows }, question, facts);
        expect([decision.verdict, decision.violations]).to.deep.equal(["manual", []]);
        expect(spoke(decision)).to.deep.equal(["rest auto", `${name} manual`]);
      });
    }

    it("and names every reason", () => {
      const facts = { suspended: "Three didn't help.", inMaintenance: true };
      const decision = ask({ ...policy, windows: [window("manual")] }, { origin: "suggestion" }, facts);
      expect(spoke(decision)).to.have.length(5);
    });

    it("but a denial stays one", () => {
      const decision = ask(policyOf([rule("never", { verdict: "deny" })]), { origin: "suggestion" });
      expect(decision.verdict).to.equal("deny");
    });

    it("while a window that denies blocks, for a reason to override", () => {
      const decision = ask({ ...policy, windows: [window("deny")] });
      expect([decision.verdict, decision.blockedBy, canBeOverridden(decision)]).to.deep.equal([
        "auto",
        ["freeze"],
        true,
      ]);
      expect(decision.violations).to.deep.equal([
        "freeze: sale is open until 2026-03-02T09:01:00.000Z: Everybody is buying.",
      ]);
    });

    it("only in the environments and organizations of a window", () => {
      for (const changes of [{ environments: ["production"] }, { organizations: ["other"] }]) {
        expect(
          ask({ ...policy, windows: [window("deny", changes)] }).violations,
          JSON.stringify(changes),
        ).to.deep.equal([]);
      }
      const own = window("deny", { environments: ["staging"], organizations: ["acme"] });
      expect(ask({ ...policy, windows: [own] }).blockedBy).to.deep.equal(["freeze"]);
    });
  });

  describe("its guardrails", () => {
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
        "actions-per-hour: 3 actions were let through on checkout in staging in the last hour, and 3 may be.",
      ],
      [
        { cooldownMs: 5 * MINUTE_MS },
        "cooldown",
        [{}, { sameActionQueuedAt: NOW - 5 * MINUTE_MS }],
        [{}, { sameActionQueuedAt: NOW - 5 * MINUTE_MS + 1 }],
        "cooldown: restart-service was let through on checkout in staging 5 min ago, and 5 min have to pass; it may be again in 1 s.",
      ],
      [
        { cooldownMs: MINUTE_MS },
        "cooldown",
        [{}, { sameActionQueuedAt: null }],
        // Of another process whose clock is ahead.
        [{}, { sameActionQueuedAt: NOW + SECOND_MS }],
        "cooldown: restart-service was let through on checkout in staging 0 s ago, and 1 min have to pass; it may be again in 1 min.",
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
        [{}, { activeOnService: 1 }],
        [{}, { activeOnService: 2 }],
        "concurrent-per-service: 2 actions on checkout in staging wait for execution or are under way, and 2 may be.",
      ],
      [
        { maxReplicas: 10 },
        "max-replicas",
        [scale(10, null), {}],
        [scale(11, null), {}],
        "max-replicas: 11 replicas asked for on checkout in staging, and 10 may be.",
      ],
      [
        { replicasChangeFactor: 3 },
        "replicas-change-factor",
        [scale(12, 4), {}],
        [scale(13, 4), {}],
        "replicas-change-factor: from 4 replicas to 13 asked for on checkout in staging, and at a factor of 3 it may be 2 to 12.",
      ],
      [
        { replicasChangeFactor: 3 },
        "replicas-change-factor",
        [scale(2, 4), {}],
        [scale(1, 4), {}],
        "replicas-change-factor: from 4 replicas to 1 asked for on checkout in staging, and at a factor of 3 it may be 2 to 12.",
      ],
      [
        { replicasChangeFactor: 2 },
        "replicas-change-factor",
        [scale(2, 0), {}],
        [scale(0, 1), {}],
        "replicas-change-factor: from 1 replica to 0 asked for on checkout in staging, and at a factor of 2 it may be 1 to 2.",
      ],
      [
        { blastRadius: 4 },
        "blast-radius",
        [{ blastRadius: 4 }, {}],
        [{ blastRadius: 5 }, {}],
        "blast-radius: 5 services call checkout in staging, directly or through others, and 4 may.",
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

    it("without bounds say nothing", () => {
      const busy = {
        queuedInLastHour: 99,
        sameActionQueuedAt: NOW,
        active: 99,
        activeOnService: 99,
        incidentStatus: "CLOSED",
      } as const;
      const decision = ask(policyOf([rule("rest")]), { ...scale(999, 1), blastRadius: 999 }, busy);
      expect(decision.rules).to.have.length(1);
      expect(decision.violations).to.deep.equal([]);
    });

    it("are all named, with the denial first, which no reason overrides", () => {
      const facts = { queuedInLastHour: 6, active: 20, activeOnService: 1, incidentStatus: "CLOSED" } as const;
      const decision = ask({ ...builtInPolicy(NOW), rules: [] }, {}, { ...facts, sameActionQueuedAt: NOW });
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
      const facts = { ...quiet, active: 99, activeOnService: 99, queuedInLastHour: 6 };
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
});
