import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { environmentKey } from "../../src/model/remediation.ts";
import { canonicalJson, sha256 } from "../../src/remediate/audit/audit-chain.ts";
import type { GivenRequest } from "../../src/remediate/requests/parse-request.ts";
import { diagnosisOf, fixOf } from "./diagnosis-sample.ts";
import { onEachEngine } from "./engines.ts";
import { refused, ruleOf } from "./remediation-world.ts";
import { requestWorld } from "./request-world.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("Requests of remediation", (fresh) => {
  const world = requestWorld(fresh);

  describe("A request", () => {
    it("takes from the incident what it doesn't say, and waits for a person in production", async () => {
      const incidentId = await world.world.open({ severity: "CRITICAL", environment: " Prod " });
      const action = await world.world.request({ incidentId });
      expect(action).to.deep.include({
        incidentId,
        organizationId: "acme",
        status: "PENDING_APPROVAL",
        performedBy: "anna@acme",
        serviceName: "checkout",
        environment: "prod",
        severity: "CRITICAL",
        origin: "person",
        approvalExpiresAt: NOW + 60 * MINUTE_MS,
        verification: null,
      });
      expect(environmentKey(action.environment)).to.equal("production");
      expect(action.plan.target).to.deep.include({ serviceName: "checkout", environment: "prod", namespace: "shop" });
      expect(action.planHash).to.equal(sha256(canonicalJson(action.plan)));
      expect(action.details["policy"]).to.deep.include({ verdict: "manual", version: world.world.policy.version });
      expect(await world.world.get(action.id)).to.deep.equal(action);
      expect(await world.world.jobs()).to.equal(0);
    });

    it("of an incident without a primary service acts on the first that is affected", async () => {
      const incidentId = await world.world.open({ primaryService: null, affectedServices: ["cart", "checkout"] });
      expect((await world.world.request({ incidentId })).serviceName).to.equal("cart");
    });

    it("is told of on the timeline and in the audit log, with every rule that spoke", async () => {
      const action = await world.world.request({ environment: "staging" });
      expect(action).to.include({ status: "QUEUED", queuedAt: NOW, approvalExpiresAt: null });
      const [event, ...more] = await world.world.timeline(action.incidentId, "remediation_requested");
      expect(more).to.deep.equal([]);
      expect(event?.actor).to.equal("Anna");
      expect(event?.metadata).to.deep.include({
        actionId: action.id,
        actionType: "restart-service",
        serviceName: "checkout",
        environment: "staging",
        status: "QUEUED",
        verdict: "auto",
      });
      expect(event?.metadata["rules"]).to.include.members(["restarts-elsewhere", "cooldown"]);
      const [entry] = await world.world.deps.actions.audit(ACME, action.id, 10);
      expect(entry?.content).to.deep.include({
        planHash: action.planHash,
        plan: action.plan,
        performedBy: "anna@acme",
      });
      expect(await world.world.jobs()).to.equal(1);
    });

    it("counts the services that call the one acted on, directly and through others, each once", async () => {
      await world.world.catalog.setDependencies(ACME, "web", ["cart", "checkout"], NOW);
      await world.world.catalog.setDependencies(ACME, "cart", ["checkout", "cart"], NOW);
      await world.world.catalog.setDependencies(ACME, "checkout", ["web", "ledger"], NOW);
      await world.world.catalog.setDependencies(OTHER, "theirs", ["checkout"], NOW);
      expect((await world.world.request()).plan.blastRadius).to.equal(2);
      expect((await world.world.request({ serviceName: "ledger" })).plan.blastRadius).to.equal(3);
      expect((await world.world.request({ serviceName: "nowhere" })).plan.blastRadius).to.equal(0);
      expect(await world.world.catalog.countUpstream(ACME, ["ledger"], 2)).to.equal(2);
    });

    it("takes parameters that fit into a row alone", async () => {
      const incidentId = await world.world.open();
      const nested = JSON.parse(`${'{"a":'.repeat(9)}1${"}".repeat(9)}`) as Record<string, unknown>;
      for (const parameters of [nested, { note: "x".repeat(17_000) }, { replicas: 3 }]) {
        const error = await refused(world.world.request({ incidentId, parameters }));
        expect(error.code).to.be.oneOf(["invalid_request", "invalid_action_parameters"]);
        expect(error.details[0]?.path).to.match(/^\/parameters/);
      }
      expect((await refused(world.world.request({ incidentId, actionType: "scale-service" }))).code).to.equal(
        "invalid_action_parameters",
      );
      expect(await world.world.history(incidentId)).to.deep.equal([]);
    });
  });

  describe("A suggested fix", () => {
    const fixes = [
      fixOf({ id: "fix-1", actionType: "scale-service", parameters: { replicas: 3 }, service: "ledger" }),
      fixOf({ id: "fix-2", title: "Look at it by hand" }),
    ];
    const diagnosed = () =>
      world.world.open({
        diagnosisStatus: "COMPLETED",
        diagnosis: diagnosisOf({ suggestedFixes: fixes }),
        environment: "staging",
      });

    it("waits for a person also where policy lets everything through", async () => {
      world.world.policy = { ...world.world.policy, rules: [ruleOf("auto")] };
      const incidentId = await diagnosed();
      const action = await world.world.request({ incidentId, actionType: "scale-service", suggestionId: "fix-1" });
      expect(action).to.deep.include({
        status: "PENDING_APPROVAL",
        origin: "suggestion",
        suggestionId: "fix-1",
        serviceName: "ledger",
        parameters: { replicas: 3 },
      });
      const other = await world.world.request({
        incidentId,
        actionType: "delete-pod",
        parameters: { pod: "a" },
        suggestionId: "fix-2",
      });
      expect(other).to.include({ status: "PENDING_APPROVAL", serviceName: "checkout" });
      expect(await world.world.request({ incidentId })).to.include({
        status: "QUEUED",
        origin: "person",
        suggestionId: null,
      });
    });

    it("is one of the incident's own, and is asked for as what it is", async () => {
      const incidentId = await diagnosed();
      const of = (given: Partial<GivenRequest>) => refused(world.world.request({ incidentId, ...given }));
      expect((await of({ suggestionId: "fix-3" })).code).to.equal("suggested_fix_not_found");
      const mistaken = await of({ suggestionId: "fix-1", actionType: "restart-service" });
      expect([mistaken.code, mistaken.details[0]?.path]).to.deep.equal(["invalid_request", "/actionType"]);
      expect((await refused(world.world.request({ suggestionId: "fix-1" }))).code).to.equal("suggested_fix_not_found");
    });
  });
});
