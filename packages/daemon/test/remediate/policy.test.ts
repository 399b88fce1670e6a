import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { environmentKey } from "../../src/model/remediation.ts";
import { builtInPolicy } from "../../src/remediate/policy/built-in-policy.ts";
import { canBeOverridden } from "../../src/remediate/policy/decide.ts";
import type { FreezeWindow, PolicyQuestion } from "../../src/remediate/policy/policy.ts";
import { ask, NOW, policyOf, rule, spoke } from "./policy-samples.ts";

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

    it("asks for somebody else's approval wherever production is touched, or may be", () => {
      const asked = (environment: string, mode: PolicyQuestion["mode"]): boolean =>
        ask(builtIn, { actionType: "scale-service", environment, mode }).fourEyes;
      expect([asked("production", "live"), asked("unknown", "live")]).to.deep.equal([true, true]);
      expect([asked("staging", "live"), asked("production", "simulate")]).to.deep.equal([false, false]);
    });

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
});
