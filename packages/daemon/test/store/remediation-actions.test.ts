import { expect } from "chai";
import { createActionStore } from "../../src/app/wiring/incident-wiring.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { nextActionStatus, type RemediationAction } from "../../src/model/remediation.ts";
import { targetKeyOf } from "../../src/model/remediation-target.ts";
import type { ActionChange, ActionStore, Situation } from "../../src/remediate/actions/action-store.ts";
import { channelTable, deliveryTable } from "../../src/store/notifications/notification-tables.ts";
import { breakerTable, executionJobTable } from "../../src/store/remediation/remediation-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { change, factsOf, newAction, note, planOf } from "./action-samples.ts";
import { type ActionWorld, expectWhole, openActions, refused } from "./action-world.ts";
import { channel } from "./channel-sample.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("Remediation actions", (fresh) => {
  let store: Fresh;
  let world: ActionWorld;
  let actions: ActionStore;
  let database: Database;
  let incidents: IncidentStore;
  let incidentId: string;
  beforeEach(async () => {
    store = await fresh();
    world = await openActions(store);
    ({ actions, database, incidents, incidentId } = world);
  });
  afterEach(() => store.drop());

  const jobs = (): Promise<{ actionId: string; place: number }[]> =>
    database.reader.find(executionJobTable, { order: { place: "ASC" } });

  it("are stored as they were decided on, with an entry in the log and one on the timeline", async () => {
    const made = newAction({ incidentId, details: { verdict: "manual" }, parameters: { replicas: 3 } });
    const seen: Situation[] = [];
    const decide = (situation: Situation) => {
      seen.push(situation);
      return made;
    };
    expect(await actions.request(ACME, factsOf({ incidentId }), decide, NOW)).to.deep.equal(made.action);
    expect(seen[0]?.incident).to.include({ id: incidentId, status: "OPEN" });
    expect(await actions.get(ACME, made.action.id)).to.deep.equal(made.action);
    expect((await incidents.timeline(ACME, incidentId)).map(({ type }) => type)).to.deep.equal([
      "remediation_requested",
    ]);
    const [entry] = await actions.audit(ACME, made.action.id, 10);
    expect(entry).to.deep.include({ seq: 1, event: "requested", content: { actionType: "restart-service" }, at: NOW });
    expect(await jobs()).to.deep.equal([]);
    await expectWhole(world);
  });

  it("get a job in the transaction that queues them, in line behind the organization's own", async () => {
    const theirs = await world.open(OTHER);
    const first = await world.request({ status: "QUEUED" });
    const second = await world.request();
    expect(await world.approve(second.id, NOW + 5)).to.include({
      status: "QUEUED",
      queuedAt: NOW + 5,
      updatedAt: NOW + 5,
      approvalExpiresAt: null,
    });
    const other = await world.request({ status: "QUEUED", incidentId: theirs }, OTHER);
    const line = (await jobs()).map(({ actionId, place }) => [actionId, place]);
    expect(line).to.have.deep.members([
      [first.id, 0],
      [other.id, 0],
      [second.id, 1],
    ]);
  });

  it("are all made of what comes at once, but for those that are denied", async () => {
    const foreign = await world.open(OTHER);
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) => {
        if (n % 10 === 3)
          return refused(
            actions.request(
              ACME,
              factsOf({ incidentId }),
              () => {
                throw new Error("denied");
              },
              NOW,
            ),
          );
        if (n % 10 === 5) return refused(world.request({ incidentId: foreign }));
        if (n % 10 === 7) return refused(world.request({ incidentId: foreign }, OTHER));
        return refused(world.request({ status: n % 2 === 0 ? "QUEUED" : "PENDING_APPROVAL" }));
      }),
    );
    const count = (what: string): number => outcomes.filter((outcome) => outcome === what).length;
    expect([count("done"), count("denied"), count("incident_not_found")]).to.deep.equal([80, 10, 10]);
    expect(await actions.history(ACME, incidentId)).to.have.length(70);
    expect(await actions.history(OTHER, foreign)).to.have.length(10);
    expect(await jobs()).to.have.length(50);
    expect(await incidents.timeline(ACME, incidentId)).to.have.length(70);
    expect(await world.log()).to.have.length(70);
    await expectWhole(world);
    await expectWhole(world, "other");
  });

  it("are told of to the organization's channels where they wait for a person", async () => {
    const listening = { ...channel(), claim: null, availableAt: null, pausedUntil: null };
    const unused = { failures: 0, lastError: null, lastDeliveredAt: null };
    await database.write((transaction) => insertRows(transaction, channelTable, [{ ...listening, ...unused }]));
    await Promise.all([world.request(), world.request({ status: "QUEUED" }), world.request()]);
    const deliveries = await database.reader.find(deliveryTable);
    expect(deliveries.map(({ event, incidentId: about }) => [event, about])).to.deep.equal([
      ["approval_requested", incidentId],
      ["approval_requested", incidentId],
    ]);
  });

  it("are decided on with those before them in the same transaction", async () => {
    const decide = ({ facts }: Situation) => {
      if (facts.queuedInLastHour >= 3) throw new Error("too many an hour");
      return newAction({ incidentId, status: "QUEUED" });
    };
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => refused(actions.request(ACME, factsOf({ incidentId }), decide, NOW))),
    );
    expect(outcomes.filter((outcome) => outcome === "done")).to.have.length(3);
  });

  it("have one winner and one job at most where fifty approve and reject at once", async () => {
    // PostgreSQL has several processes at work; on SQLite one holds the file.
    const other = database.kind === "sqlite" ? actions : createActionStore(await store.openDatabase());
    for (let round = 0; round < 5; round++) {
      const { id } = await world.request();
      const before = (await jobs()).length;
      let changed = 0;
      const one = (index: number): Promise<RemediationAction> => {
        const trigger = (index + round) % 2 === 0 ? "approve" : "reject";
        const decide = ({ status }: RemediationAction) => {
          if (nextActionStatus(status, trigger) === undefined) return undefined;
          changed += 1;
          return change(trigger);
        };
        return (index % 4 < 2 ? actions : other).change(ACME, id, decide, NOW);
      };
      const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => one(index)));
      const { status } = await actions.get(ACME, id);
      expect(changed).to.equal(1);
      expect(new Set(answers.map((answer) => answer.status))).to.deep.equal(new Set([status]));
      expect((await jobs()).length - before).to.equal(status === "QUEUED" ? 1 : 0);
      expect(await actions.audit(ACME, id, 100)).to.have.length(2);
    }
    await expectWhole(world);
  });

  it("stay as they are where a change is forbidden, undecided, or thrown away", async () => {
    const { id } = await world.request();
    const before = await actions.get(ACME, id);
    expect(await refused(actions.change(ACME, id, () => change("complete"), NOW))).to.contain(
      "no effect on an action that is PENDING_APPROVAL",
    );
    expect(await actions.change(ACME, id, () => undefined, NOW + 1)).to.deep.equal(before);
    const blocked = {
      ...change("approve"),
      trigger: undefined,
      audit: note("approval_blocked", { violations: ["x"] }),
    };
    expect(await actions.change(ACME, id, () => blocked, NOW + 1)).to.deep.equal(before);
    expect((await actions.audit(ACME, id, 9)).map(({ event }) => event)).to.deep.equal([
      "requested",
      "approval_blocked",
    ]);
    await expectWhole(world);
  });

  it("take their incident with them, and tell both on its timeline", async () => {
    const { id } = await world.request({ status: "QUEUED" });
    const told = (type: "remediation_executing" | "status_changed") => ({
      type,
      actor: "system",
      title: type,
      detail: "",
      metadata: {},
    });
    await actions.change(
      ACME,
      id,
      () => ({
        ...change("execute"),
        timeline: [told("remediation_executing")],
        incident: { fields: { status: "REMEDIATING" }, timeline: [told("status_changed")], announce: true },
      }),
      NOW,
    );
    expect(await incidents.get(ACME, incidentId)).to.include({ status: "REMEDIATING" });
    const types = (await incidents.timeline(ACME, incidentId)).map(({ type }) => type);
    expect(types).to.deep.equal(["remediation_requested", "remediation_executing", "status_changed"]);
    const done = await actions.change(
      ACME,
      id,
      () =>
        change("complete", {
          details: { pods: 2 },
          verification: { status: "pending", checkedAt: null, reason: null },
          verifyAt: NOW + 9,
        }),
      NOW + 2,
    );
    expect(done).to.deep.include({ status: "COMPLETED", finishedAt: NOW + 2, details: { pods: 2 } });
    await expectWhole(world);
  });

  it("keep a log that is whole, whatever text a cluster or a person sends", async () => {
    const hostile = "\u0000 \ud800 'quoted' \u2028";
    const { id } = await world.request({ performedBy: hostile, status: "QUEUED" });
    await actions.change(ACME, id, () => change("execute"), NOW);
    const fields = { error: hostile, details: { [hostile]: [hostile, Number.NaN, undefined] } };
    const failed = await actions.change(ACME, id, () => change("fail", fields), NOW);
    expect(failed).to.deep.equal(await actions.get(ACME, id));
    expect(failed.error).to.equal("\ufffd \ufffd 'quoted' \u2028");
    await expectWhole(world);
  });

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
