import { expect } from "chai";
import { MINUTE_MS, toIso } from "../../src/kernel/clock.ts";
import { rejectRemediation } from "../../src/remediate/requests/reject-action.ts";
import { conventionalTarget } from "../../src/remediate/targets/built-in-actions.ts";
import { type ActionRequest, ExecutionRefused } from "../../src/remediate/targets/executor.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { anna, inShop, type RemediationWorld, refused, remediationWorld, ruleOf } from "./remediation-world.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("Approvals of remediation", (fresh) => {
  let store: Fresh;
  let world: RemediationWorld;
  beforeEach(async () => {
    store = await fresh();
    world = remediationWorld(await store.openDatabase());
  });
  afterEach(() => store.drop());

  describe("An approval", () => {
    it("queues the action once, whoever asks again", async () => {
      const { id } = await world.request();
      world.now += MINUTE_MS;
      expect(await world.approve(id, " Looked at it. ")).to.deep.equal({ status: "QUEUED", mode: "simulate" });
      const action = await world.get(id);
      expect(action).to.include({ status: "QUEUED", queuedAt: world.now, approvalExpiresAt: null });
      expect(action.details["approval"]).to.deep.equal({
        by: "ben@acme",
        name: "Ben",
        at: toIso(world.now),
        reason: "Looked at it.",
      });
      expect(action.details).to.have.property("policy").and.to.not.have.property("override");
      world.now += MINUTE_MS;
      expect(await world.approve(id, "again")).to.deep.equal({ status: "QUEUED", mode: "simulate" });
      expect(await world.get(id)).to.deep.equal(action);
      expect([await world.audited(id), await world.jobs()]).to.deep.equal([["requested", "approved"], 1]);
      expect(await world.timeline(action.incidentId, "remediation_approved")).to.have.lengthOf(1);
    });

    it("and a rejection at once leave one of the two", async () => {
      for (let round = 0; round < 5; round += 1) {
        const { id } = await world.request({ serviceName: `service-${round}` });
        const before = await world.jobs();
        const [approved, rejected] = await Promise.allSettled([world.approve(id), world.reject(id)]);
        const { status } = await world.get(id);
        expect(status).to.be.oneOf(["QUEUED", "REJECTED"]);
        expect(approved).to.deep.include({ value: { status, mode: "simulate" } });
        expect(rejected.status).to.equal(status === "REJECTED" ? "fulfilled" : "rejected");
        expect((await world.jobs()) - before).to.equal(status === "QUEUED" ? 1 : 0);
      }
    });

    it("is somebody else's where the policy wants four eyes", async () => {
      world.policy = { ...world.policy, fourEyes: true };
      const { id } = await world.request();
      for (const subject of [anna.subject, ` ${anna.subject.toUpperCase()}`, `${anna.subject}\u200b`]) {
        const approver = { subject, scope: { ...anna.scope, actor: "Ben" } };
        const error = await refused(world.approve(id, "I am in a hurry", approver));
        expect(error.code, JSON.stringify(subject)).to.equal("self_approval");
      }
      expect((await world.get(id)).status).to.equal("PENDING_APPROVAL");
      expect(await world.approve(id)).to.deep.equal({ status: "QUEUED", mode: "simulate" });
    });

    it("of a plan that no longer fits is refused, and names what changed", async () => {
      const { id } = await world.request();
      await world.catalog.setDependencies(ACME, "web", ["checkout"], NOW);
      const error = await refused(world.approve(id, "all the same"));
      expect(error.code).to.equal("plan_changed");
      expect(error.message).to.contain("blastRadius was 0 and is 1");
      world.resolveTarget = async (wanted) => {
        const found = conventionalTarget(wanted, inShop);
        return { ...found, target: { ...found.target, uid: "another" } };
      };
      expect((await refused(world.approve(id))).message).to.contain('target.uid was absent and is "another"');
      world.resolveTarget = () => Promise.reject(new ExecutionRefused("The deployment checkout is gone."));
      expect((await refused(world.approve(id))).message).to.contain("The deployment checkout is gone.");
      expect(await world.get(id)).to.include({ status: "PENDING_APPROVAL", updatedAt: NOW });
      expect(await world.audited(id)).to.deep.equal(["requested"]);
    });

    it("of a plan from before plans named their cluster is taken, and one for another cluster isn't", async () => {
      const { id } = await world.request();
      const inCluster = (cluster: string) => async (wanted: ActionRequest) => {
        const found = conventionalTarget(wanted, inShop);
        return { ...found, target: { ...found.target, cluster } };
      };
      world.resolveTarget = inCluster("https://a.example");
      expect(await world.approve(id)).to.deep.equal({ status: "QUEUED", mode: "simulate" });
      const named = await world.request({ serviceName: "cart" });
      world.resolveTarget = inCluster("https://b.example");
      expect((await refused(world.approve(named.id))).message).to.contain(
        'target.cluster was "https://a.example" and is "https://b.example"',
      );
    });

    it("that a guardrail blocks says which, and changes nothing but the audit log", async () => {
      const action = await world.request();
      await world.resolve(action.incidentId);
      world.now += MINUTE_MS;
      for (const reason of [undefined, "", " \n"]) {
        const answer = await world.approve(action.id, reason);
        expect(answer.status).to.equal("POLICY_VIOLATION");
        if (answer.status !== "POLICY_VIOLATION") continue;
        expect(answer.violations).to.have.lengthOf(1);
        expect(answer.violations[0]).to.match(/^open-incident-only: .*RESOLVED/);
        expect(answer.detail).to.contain("reason");
      }
      expect(await world.get(action.id)).to.deep.equal(action);
      expect(await world.audited(action.id)).to.deep.equal(["requested", ...Array(3).fill("approval_blocked")]);
      expect(await world.jobs()).to.equal(0);
    });

    it("overrides guardrails with a reason, and both are kept", async () => {
      const { id, incidentId } = await world.request();
      await world.resolve(incidentId);
      const blocked = await world.approve(id);
      expect(await world.approve(id, "The customer waits")).to.deep.equal({ status: "QUEUED", mode: "simulate" });
      const { details } = await world.get(id);
      expect(details["override"]).to.deep.equal({
        reason: "The customer waits",
        violations: "violations" in blocked ? blocked.violations : [],
        guardrails: ["open-incident-only"],
      });
      const [event] = await world.timeline(incidentId, "remediation_approved");
      expect(event?.metadata).to.deep.include({ overridden: ["open-incident-only"], status: "QUEUED" });
      expect(event?.detail).to.contain("The customer waits");
    });

    it("overrides no denial", async () => {
      const { id } = await world.request();
      world.policy = { ...world.policy, rules: [ruleOf("deny")] };
      const answer = await world.approve(id, "I insist");
      expect(answer.status).to.equal("POLICY_VIOLATION");
      expect("detail" in answer && answer.detail).to.contain("denies");
      expect((await world.get(id)).status).to.equal("PENDING_APPROVAL");
    });

    it("isn't another organization's", async () => {
      const { id } = await world.request();
      const stranger = { scope: OTHER, subject: "eve" };
      expect((await refused(world.approve(id, "mine", stranger))).code).to.equal("action_not_found");
      expect((await refused(rejectRemediation(world.deps.actions, stranger, id, undefined, world.now))).code).to.equal(
        "action_not_found",
      );
      expect((await world.get(id)).status).to.equal("PENDING_APPROVAL");
    });
  });
});
