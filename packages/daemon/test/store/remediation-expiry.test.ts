import { expect } from "chai";
import { MINUTE_MS, toIso } from "../../src/kernel/clock.ts";
import { expireApprovals } from "../../src/remediate/requests/reject-action.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { type RemediationWorld, refused, remediationWorld } from "./remediation-world.ts";
import { ACME, NOW } from "./samples.ts";

onEachEngine("Decisions about remediation", (fresh) => {
  let store: Fresh;
  let world: RemediationWorld;
  beforeEach(async () => {
    store = await fresh();
    world = remediationWorld(await store.openDatabase());
  });
  afterEach(() => store.drop());

  describe("A rejection", () => {
    it("keeps who, why and what policy had said, and queues nothing", async () => {
      const { id, incidentId, details } = await world.request();
      await world.reject(id, "Not now");
      const action = await world.get(id);
      expect(action).to.include({ status: "REJECTED", finishedAt: world.now, approvalExpiresAt: null, error: null });
      expect(action.details).to.deep.equal({
        ...details,
        rejection: { by: "ben@acme", name: "Ben", at: toIso(world.now), reason: "Not now" },
      });
      expect((await world.deps.actions.audit(ACME, id, 10))[1]?.content["policy"]).to.deep.equal(details["policy"]);
      expect((await world.timeline(incidentId, "remediation_rejected"))[0]?.detail).to.equal("Reason: Not now");
      expect([await world.approve(id), await world.jobs()]).to.deep.equal([
        { status: "REJECTED", mode: "simulate" },
        0,
      ]);
    });

    it("of what doesn't wait names its status", async () => {
      const { id } = await world.request({ environment: "staging" });
      const error = await refused(world.reject(id));
      expect([error.code, error.message]).to.deep.equal([
        "action_not_pending",
        "The action is QUEUED in the mode simulate; only PENDING_APPROVAL actions can be rejected.",
      ]);
    });
  });

  describe("An approval that nobody gives", () => {
    const expire = () => expireApprovals({ actions: world.deps.actions, clock: world.deps.clock });

    it("lapses into REJECTED, and not a moment before", async () => {
      const { id, incidentId } = await world.request();
      world.now = NOW + 60 * MINUTE_MS - 1;
      await expire();
      expect((await world.get(id)).status).to.equal("PENDING_APPROVAL");
      world.now += 1;
      expect(await expire()).to.equal(1);
      const action = await world.get(id);
      expect(action.status).to.equal("REJECTED");
      expect(action.details["rejection"]).to.deep.equal({
        by: "system",
        name: "system",
        at: toIso(world.now),
        reason: "Its approval lapsed after 60 minutes.",
      });
      const [event] = await world.timeline(incidentId, "remediation_rejected");
      expect(event).to.deep.include({ actor: "system", detail: "Its approval lapsed after 60 minutes." });
      expect(await expire()).to.equal(0);
      expect(await world.audited(id)).to.deep.equal(["requested", "expiry_told", "expired"]);
    });

    it("is told of once before that", async () => {
      const { id, incidentId } = await world.request();
      await expire();
      expect(await world.timeline(incidentId, "note")).to.deep.equal([]);
      world.now = NOW + 50 * MINUTE_MS;
      await expire();
      await expire();
      const [event, ...more] = await world.timeline(incidentId, "note");
      expect(more).to.deep.equal([]);
      expect(event?.metadata).to.deep.include({ eventKind: "approval_expiring", actionId: id });
      expect(event?.detail).to.contain("10 minutes");
      expect(await world.get(id)).to.include({ status: "PENDING_APPROVAL", expiryTold: true });
    });

    it("lapses with many others, of whom one that can't be ended holds up none of its round", async () => {
      world.policy = { ...world.policy, approvalTtlMs: 5 * MINUTE_MS };
      const request = () => Promise.all(Array.from({ length: 105 }, () => world.request()));
      const [stuck] = await request();
      await expire();
      world.now = NOW + 5 * MINUTE_MS;
      const { change } = world.deps.actions;
      const broken: typeof change = (scope, id, ...rest) =>
        id === stuck?.id ? Promise.reject(new Error("It can't be ended.")) : change(scope, id, ...rest);
      const failed = await expireApprovals({
        actions: { ...world.deps.actions, change: broken },
        clock: world.deps.clock,
      }).catch((error: Error) => error.message);
      expect(failed).to.equal("It can't be ended.");
      expect((await world.deps.actions.tallies(ACME, undefined)).all).to.include({ PENDING_APPROVAL: 6, REJECTED: 99 });
      expect(await expire()).to.equal(6);
      await request();
      world.now += 5 * MINUTE_MS;
      expect(await expire()).to.equal(105);
      expect((await world.deps.actions.tallies(ACME, undefined)).all).to.include({
        PENDING_APPROVAL: 0,
        REJECTED: 210,
      });
    }).timeout(60_000);

    it("can't be given any more, also before the daemon has noticed", async () => {
      world.policy = { ...world.policy, approvalTtlMs: 5 * MINUTE_MS };
      const { id } = await world.request();
      world.now = NOW + 5 * MINUTE_MS;
      world.resolveTarget = () => Promise.reject(new Error("Nobody looks at what it would act on."));
      expect(await world.approve(id, "too late")).to.deep.equal({ status: "REJECTED", mode: "simulate" });
      expect((await world.get(id)).details["rejection"]).to.deep.include({
        reason: "Its approval lapsed after 5 minutes.",
      });
      expect(await world.jobs()).to.equal(0);
    });
  });
});
