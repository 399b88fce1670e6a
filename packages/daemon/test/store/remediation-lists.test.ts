import { expect } from "chai";
import type { RemediationAction } from "../../src/model/remediation.ts";
import type { ActionStore } from "../../src/remediate/actions/action-store.ts";
import { change, factsOf, note } from "./action-samples.ts";
import { type ActionWorld, expectWhole, openActions, refused } from "./action-world.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("Lists and counters of remediation actions", (fresh) => {
  let store: Fresh;
  let world: ActionWorld;
  let actions: ActionStore;
  let incidentId: string;
  beforeEach(async () => {
    store = await fresh();
    world = await openActions(store);
    ({ actions, incidentId } = world);
  });
  afterEach(() => store.drop());

  it("are counted by the environment that policy means, and listed by the one that was named", async () => {
    await world.request({ status: "QUEUED", environment: "prod" });
    await world.request({ status: "QUEUED", environment: "production" });
    await world.request({ status: "QUEUED", environment: null });
    expect(await world.facts()).to.include({ activeOnTarget: 3 });
    const environments = async (environment: string): Promise<unknown[]> =>
      (await actions.list(ACME, { environment, limit: 9 })).map((each) => each.environment);
    expect(await environments("prod")).to.deep.equal(["prod"]);
    expect(await environments(" Production ")).to.deep.equal(["production"]);
    expect((await actions.tallies(ACME, "PROD")).all).to.include({ QUEUED: 1 });
  });

  it("are listed the latest first, page by page, by status and environment", async () => {
    const made: RemediationAction[] = [];
    for (let n = 0; n < 6; n++) made.push(await world.request({ environment: n % 2 === 0 ? "staging" : "dev" }));
    await world.approve((made[2] as RemediationAction).id);
    const ids = (wanted: readonly number[]): string[] => wanted.map((n) => (made[n] as RemediationAction).id);
    const list = async (filter: object): Promise<string[]> =>
      (await actions.list(ACME, { limit: 50, ...filter })).map(({ id }) => id);
    expect(await list({})).to.deep.equal(ids([5, 4, 3, 2, 1, 0]));
    expect(await list({ limit: 2 })).to.deep.equal(ids([5, 4]));
    expect(await list({ environment: "staging", status: "PENDING_APPROVAL" })).to.deep.equal(ids([4, 0]));
    expect(await list({ status: "QUEUED" })).to.deep.equal(ids([2]));
    expect(await list({ status: "SILLY" })).to.deep.equal([]);
    const all: string[] = [];
    for await (const { id } of actions.each(ACME, { limit: 4 })) all.push(id);
    expect(all).to.deep.equal(ids([5, 4, 3, 2]));
  });

  it("are found when their approval lapses, the oldest first", async () => {
    const late = await world.request({ approvalExpiresAt: NOW + 20 });
    const soon = await world.request({ approvalExpiresAt: NOW + 10 });
    await world.request({ approvalExpiresAt: NOW + 30 });
    await world.request({ status: "QUEUED" });
    const found = async (untold = false): Promise<string[]> =>
      (await actions[untold ? "expiringUntold" : "expiring"](NOW + 20, 5)).map(({ id }) => id);
    expect(await found()).to.deep.equal([soon.id, late.id]);
    const reported = {
      ...change("approve"),
      trigger: undefined,
      fields: { expiryTold: true },
      audit: note("expiry_told"),
    };
    await actions.change(ACME, soon.id, () => reported as never, NOW);
    expect(await found(true)).to.deep.equal([late.id]);
    await world.approve(late.id);
    expect(await found()).to.deep.equal([soon.id]);
    await expectWhole(world);
  });

  it("show nothing to another organization", async () => {
    const { id } = await world.request({ status: "QUEUED" });
    expect(await refused(actions.get(OTHER, id))).to.equal("action_not_found");
    expect(await refused(actions.audit(OTHER, id, 9))).to.equal("action_not_found");
    expect(await refused(actions.history(OTHER, incidentId))).to.equal("incident_not_found");
    expect(await refused(actions.change(OTHER, id, () => change("execute"), NOW))).to.equal("action_not_found");
    expect(await refused(actions.situation(OTHER, factsOf({ incidentId }), NOW))).to.equal("incident_not_found");
    expect(await actions.list(OTHER, { limit: 9 })).to.deep.equal([]);
    expect(await actions.auditHead(OTHER)).to.equal(null);
    expect(Object.values((await actions.tallies(OTHER, undefined)).all).some((count) => count > 0)).to.equal(false);
    const theirs = await world.open(OTHER);
    const { facts } = await actions.situation(OTHER, factsOf({ incidentId: theirs }), NOW);
    expect(facts).to.include({ active: 0, queuedInLastHour: 0, lastOfKind: null });
  });
});
