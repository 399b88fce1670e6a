import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { targetNamesOf } from "../../src/model/remediation-target.ts";
import type { PolicyDecision, PolicyQuestion } from "../../src/remediate/policy/policy.ts";
import { ask, policyOf, rule, spoke } from "./policy-samples.ts";

describe("The rules of a policy", () => {
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
      const known = {
        catalogEnvironments: ["payment-api", "payment-web"].map((serviceName) => ({
          serviceName,
          environment: "staging",
        })),
      };
      const denying = policyOf([rule("no-payments", { verdict: "deny", services: ["payment-api"] }), rule("rest")]);
      const allowing = policyOf([rule("payments", { services: ["payment-api"] })]);
      for (const question of [
        onTarget("Deployment", "payment-api"),
        onTarget("Pod", "payment-api-7f9c6d-x2k8p"),
        onTarget("Pod", "payment-api-0"),
      ]) {
        expect(spoke(ask(denying, question, known))).to.deep.equal(["no-payments deny"]);
        expect(spoke(ask(allowing, question, known))).to.deep.equal(["no-rule-fits deny"]);
      }
      expect(spoke(ask(denying, onTarget("Deployment", "payment-web"), known))).to.deep.equal(["rest auto"]);
      expect(spoke(ask(denying, { ...onTarget("Deployment", "payment-api"), serviceName: null }, known))).to.deep.equal(
        ["no-payments deny"],
      );
    });

    it("hold for the workload under its own name, also behind a rule that lets the service run", () => {
      const policy = policyOf([
        rule("checkout-heals", { services: ["checkout"] }),
        rule("no-workers", { verdict: "deny", services: ["checkout-worker", "checkout-db"] }),
        rule("rest-asks", { verdict: "manual" }),
      ]);
      const on = (kind: string, name: string, more: object = {}): PolicyDecision => {
        const target = { kind, namespace: "shop", name, ...more };
        return ask(policy, { target, targetNames: targetNamesOf({ target }) });
      };
      expect(on("Deployment", "checkout").verdict).to.equal("auto");
      expect(on("Deployment", "checkout-worker").verdict).to.equal("deny");
      expect(on("Deployment", "checkout-worker", { labelled: true }).verdict).to.equal("deny");
      expect(on("Pod", "checkout-db-0").verdict).to.equal("deny");
      expect(on("Deployment", "checkout-web").verdict).to.equal("manual");
      expect(on("Deployment", "release-one", { labelled: true }).verdict).to.equal("auto");
      const owner = { kind: "ReplicaSet", name: "checkout-7d9f8b6c5" };
      expect(on("Pod", "checkout-7d9f8b6c5-x2x4z", { owner }).verdict).to.equal("auto");
    });

    it("take a workload of another name for production where nobody places it", () => {
      const policy = policyOf([rule("never", { verdict: "deny", environments: ["production"] }), rule("rest")]);
      const target = { kind: "Deployment", namespace: "shop", name: "checkout-payments" };
      const decision = ask(policy, { target, targetNames: ["checkout-payments"] });
      expect(decision.verdict).to.equal("deny");
      expect(decision.violations[0]).to.contain("give the service an environment in the catalog");
    });

    it("run nothing by itself that says it is less severe than its incident, where that decides", () => {
      const policy = policyOf([rule("severe-asks", { verdict: "manual", severities: ["CRITICAL"] }), rule("rest")]);
      const low = ask(policy, { severity: "LOW" }, { incidentSeverity: "CRITICAL" });
      expect([low.verdict, spoke(low)]).to.deep.equal([
        "manual",
        ["severe-asks manual", "rest auto", "severity-differs manual"],
      ]);
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
});
