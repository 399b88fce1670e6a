import { expect } from "chai";
import type { IncidentStore } from "../../src/incident/store.ts";
import type { ActionStore, Situation } from "../../src/remediate/actions/action-store.ts";
import { channelTable, deliveryTable } from "../../src/store/notifications/notification-tables.ts";
import { executionJobTable } from "../../src/store/remediation/remediation-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { factsOf, newAction } from "./action-samples.ts";
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
});
