import { expect } from "chai";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { ServiceIncidents } from "../../src/signal/service-history.ts";
import { BLOCK_NUMBERS } from "../../src/store/incident-index/bitmap.ts";
import { createServiceIncidents } from "../../src/store/signals/service-incidents.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

onEachEngine("The incidents of a service", (fresh) => {
  let store: Fresh;
  let incidents: IncidentStore;
  let ofService: ServiceIncidents;
  beforeEach(async () => {
    store = await fresh();
    const database = await store.openDatabase();
    incidents = createIncidentStore(database, { now: () => NOW });
    ofService = createServiceIncidents(database);
  });
  afterEach(() => store.drop());

  const create = (given: Partial<Incident>): Promise<unknown> => {
    const made = incident(given);
    return incidents.create({ ...ACME, organizationId: made.organizationId }, made, []);
  };

  /** One an hour, oldest first. */
  async function createSix(): Promise<void> {
    const given: readonly Partial<Incident>[] = [
      { status: "OPEN", severity: "CRITICAL" },
      { status: "RESOLVED", resolvedAt: NOW },
      { status: "INVESTIGATING", severity: "CRITICAL" },
      { primaryService: "cart", affectedServices: ["cart", "checkout"], severity: "CRITICAL" },
      { status: "CLOSED", severity: "CRITICAL", resolvedAt: NOW },
      { status: "REMEDIATING", severity: "LOW" },
    ];
    for (const [index, each] of given.entries()) {
      await create({
        ...each,
        title: `n${index}`,
        deduplicationKey: `k${index}`,
        createdAt: NOW - (5 - index) * HOUR_MS,
      });
    }
    await create({ organizationId: "other", createdAt: NOW - 5 * HOUR_MS });
  }

  it("are counted since a time, and those of them that are unresolved and critical", async () => {
    await createSix();
    expect(await ofService.tally(ACME, "checkout", 0)).to.deep.equal({ total: 5, unresolved: 3, critical: 3 });
    expect(await ofService.tally(ACME, "checkout", NOW - 4 * HOUR_MS)).to.deep.equal({
      total: 4,
      unresolved: 2,
      critical: 2,
    });
    expect(await ofService.tally(ACME, "checkout", NOW)).to.deep.equal({ total: 1, unresolved: 1, critical: 0 });
    const none = { total: 0, unresolved: 0, critical: 0 };
    expect(await ofService.tally(ACME, "checkout", NOW + 1)).to.deep.equal(none);
    expect(await ofService.tally(ACME, "nobody", 0)).to.deep.equal(none);
    expect(await ofService.tally(OTHER, "checkout", 0)).to.deep.equal({ total: 1, unresolved: 1, critical: 0 });
    expect(await ofService.tally({ ...ACME, organizationId: "empty" }, "checkout", 0)).to.deep.equal(none);
  });

  it("are counted over several blocks of numbers, also where one in between holds none of them", async () => {
    const database = await store.openDatabase();
    // As if many had come in between.
    const renumber = (from: number, to: number): Promise<unknown> =>
      database.write((transaction) =>
        transaction.query(`update incident set number = ${to} where organization_id = 'acme' and number = ${from}`),
      );
    await createSix();
    await renumber(6, BLOCK_NUMBERS);
    await create({ title: "other", primaryService: "cart", affectedServices: ["cart"], severity: "CRITICAL" });
    await renumber(BLOCK_NUMBERS + 1, 2 * BLOCK_NUMBERS);
    await create({ title: "late", createdAt: NOW + MINUTE_MS, severity: "CRITICAL" });
    expect(await ofService.tally(ACME, "checkout", 0)).to.deep.equal({ total: 6, unresolved: 4, critical: 4 });
    expect(await ofService.tally(ACME, "checkout", NOW + 1)).to.deep.equal({ total: 1, unresolved: 1, critical: 1 });
  });

  it("leave merged children out, which count with their parent, in each block of numbers", async () => {
    const database = await store.openDatabase();
    await create({ title: "parent", severity: "CRITICAL" });
    const child = { parentIncidentId: "parent", severity: "CRITICAL" } as const;
    for (const title of ["one", "two"]) await create({ ...child, title });
    await database.write((transaction) =>
      transaction.query(`update incident set number = ${BLOCK_NUMBERS} where title = 'two'`),
    );
    await create({ ...child, title: "in a block without a parent" });
    const read = createServiceIncidents(database);
    const asked = await queriesOf(database, async () => {
      expect(await read.tally(ACME, "checkout", 0)).to.deep.equal({ total: 1, unresolved: 1, critical: 1 });
      expect((await read.newest(ACME, "checkout", 0, 10)).map(({ title }) => title)).to.deep.equal(["parent"]);
      expect(await read.createdWithin(ACME, "checkout", [{ from: 0, to: NOW }], 10)).to.equal(1);
    });
    const plans = asked.map(({ plan }) => plan).join("\n");
    expect(plans.match(/incident_unmerged_by_primary_service/g)).to.have.length(2);
  });

  it("are answered newest first, bounded", async () => {
    await createSix();
    const newest = await ofService.newest(ACME, "checkout", NOW - 4 * HOUR_MS, 3);
    expect(newest.map(({ title }) => title)).to.deep.equal(["n5", "n4", "n2"]);
    expect(newest[0]).to.deep.equal({ status: "REMEDIATING", deduplicationKey: "k5", title: "n5", createdAt: NOW });
    expect((await ofService.newest(ACME, "checkout", NOW - 4 * HOUR_MS, 10)).map(({ title }) => title)).to.deep.equal([
      "n5",
      "n4",
      "n2",
      "n1",
    ]);
  });

  it("are counted within spans, both ends included, up to a bound", async () => {
    await createSix();
    const hour = (from: number, to = from) => ({ from: NOW - from * HOUR_MS, to: NOW - to * HOUR_MS });
    const within = (spans: readonly { from: number; to: number }[], most = 100, scope = ACME) =>
      ofService.createdWithin(scope, "checkout", spans, most);
    expect(await within([hour(5), hour(3, 1)])).to.equal(3);
    expect(await within([hour(5), hour(3, 1)], 2)).to.equal(2);
    expect(await within([{ from: NOW - HOUR_MS + 1, to: NOW - 1 }])).to.equal(0);
    expect(await within([])).to.equal(0);
    expect(await within([hour(9, 0)], 100, OTHER)).to.equal(1);
  });
});
