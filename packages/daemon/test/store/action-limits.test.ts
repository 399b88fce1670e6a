import { expect } from "chai";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { targetKeyOf } from "../../src/model/remediation-target.ts";
import type { ActionChange, ActionStore, Situation } from "../../src/remediate/actions/action-store.ts";
import { breakerTable } from "../../src/store/remediation/remediation-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { change, planOf } from "./action-samples.ts";
import { type ActionWorld, expectWhole, openActions } from "./action-world.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, NOW } from "./samples.ts";

onEachEngine("The limits of remediation actions", (fresh) => {
  let store: Fresh;
  let world: ActionWorld;
  let actions: ActionStore;
  let database: Database;
  beforeEach(async () => {
    store = await fresh();
    world = await openActions(store);
    ({ actions, database } = world);
  });
  afterEach(() => store.drop());

  it("are counted as facts where they were let through, without the one in question", async () => {
    const { id } = await world.request({ status: "QUEUED", queuedAt: NOW - 1000 });
    await world.request({ status: "QUEUED", queuedAt: NOW - 2 * HOUR_MS });
    await world.request({ status: "QUEUED", actionType: "scale-service", queuedAt: NOW - 5 });
    await world.request({ status: "QUEUED", serviceName: "cart" });
    await world.request({ status: "QUEUED", serviceName: null });
    await world.request();
    expect(await world.facts()).to.deep.equal({
      incidentStatus: "OPEN",
      incidentEnvironment: "staging",
      incidentSeverity: "HIGH",
      incidentServices: ["checkout"],
      catalogEnvironments: [],
      queuedInLastHour: 2,
      lastOfKind: { queuedAt: NOW - 1000, status: "QUEUED", target: planOf("checkout").target },
      active: 5,
      waiting: 1,
      activeOnTarget: 3,
      inMaintenance: false,
      suspended: null,
    });
    expect(await world.facts({ serviceName: null })).to.include({ queuedInLastHour: 1, activeOnTarget: 1, active: 5 });
    expect(await world.facts({ plan: planOf("other") })).to.include({ queuedInLastHour: 0, activeOnTarget: 0 });
    expect(await world.facts({ plan: { ...planOf("checkout"), mode: "live" } })).to.include({ activeOnTarget: 0 });
    const seen: Situation[] = [];
    await actions.change(ACME, id, (_, situation) => void seen.push(situation), NOW);
    expect(seen[0]?.facts.lastOfKind?.queuedAt).to.equal(NOW - 2 * HOUR_MS);
    expect(seen[0]?.facts).to.include({
      // What was let through after it doesn't count against it.
      queuedInLastHour: 0,
      active: 4,
      activeOnTarget: 2,
    });
  });

  it("don't count one for the cooldown that failed before it touched anything", async () => {
    const end = async (fields: ActionChange["fields"], sent: boolean): Promise<number | undefined> => {
      const { id } = await world.request({ status: "QUEUED", queuedAt: NOW - 5, serviceName: "cart" });
      await actions.change(ACME, id, () => change("execute"), NOW);
      const sending = { ...change("execute", { sentAt: NOW }), trigger: undefined };
      if (sent) await actions.change(ACME, id, () => sending, NOW);
      await actions.change(ACME, id, () => change("fail", { error: "It failed.", ...fields }), NOW);
      const { lastOfKind } = await world.facts({ plan: planOf("cart") });
      return lastOfKind?.queuedAt;
    };
    expect(await end({}, false), "never sent").to.equal(undefined);
    expect(await end({ sentAt: null }, true), "refused").to.equal(undefined);
    expect(await end({}, true), "sent").to.equal(NOW - 5);
    await expectWhole(world);
  });

  it("know of maintenance and of automation that is suspended", async () => {
    await database.write(async (transaction) => {
      const targetKey = targetKeyOf({ ...planOf("checkout"), mode: "live" });
      const there = { organizationId: "acme", targetKey, serviceName: "checkout", environmentKey: "staging" };
      const suspended = { suspendedAt: NOW, reason: "Three in a row came to nothing.", updatedAt: NOW };
      await insertRows(transaction, breakerTable, [{ ...there, ineffective: 3, ...suspended }]);
      await transaction.query(
        `insert into maintenance_window_service (window_id, organization_id, service, starts_at, over_at)
         values ('w', 'acme', 'checkout', ${NOW - 10}, ${NOW + 10})`,
      );
    });
    expect(await world.facts()).to.include({ inMaintenance: true, suspended: "Three in a row came to nothing." });
    expect(await world.facts({}, NOW + 10)).to.include({ inMaintenance: false });
    // The incident is about checkout, whatever else is acted on for it.
    expect(await world.facts({ serviceName: "cart" })).to.include({ inMaintenance: true, suspended: null });
  });
});
