import { expect } from "chai";
import type { QueryRunner } from "typeorm";
import { createFamilyStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { incidentStats, incidentTimeline } from "../../src/incident/incident-stats.ts";
import { unmerge } from "../../src/incident/unmerge.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import { createIncidentSumStore } from "../../src/store/incidents/incident-sums.ts";
import { MergedSums1764002800000 } from "../../src/store/migrations/1764002800000-merged-sums.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

onEachEngine("The sums of a family of incidents", (fresh) => {
  let store: Fresh;
  let database: Database;
  const clock = { now: () => NOW };
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
  });
  afterEach(() => store.drop());

  const create = async (given: Partial<Incident>): Promise<Incident> => {
    const made = incident({ createdAt: NOW - 30 * MINUTE_MS, ...given });
    await createIncidentStore(database, clock).create({ ...ACME, organizationId: made.organizationId }, made, []);
    return made;
  };
  const stats = (scope = ACME) => incidentStats(createIncidentSumStore(database), scope, 1, NOW);

  it("follow a child that is unmerged, and resolved on its own", async () => {
    const parent = await create({ severity: "CRITICAL", deduplicationKey: "parent" });
    const child = await create({ severity: "LOW", parentIncidentId: parent.id, affectedServices: ["cart"] });
    const none = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };
    expect(await stats()).to.deep.include({
      totalCount: 1,
      activeCount: 1,
      mergedCount: 1,
      bySeverity: { ...none, CRITICAL: 1 },
      affectedServices: ["cart", "checkout"],
    });
    await unmerge({ ...createFamilyStore(database, clock), clock }, ACME, child.id);
    await changeStatus(createIncidentStore(database, clock), ACME, child.id, "RESOLVED", NOW);
    const apart = await stats();
    expect(apart).to.deep.include({
      totalCount: 2,
      activeCount: 1,
      resolvedCount: 1,
      avgRecoveryMinutes: 30,
      bySeverity: { ...none, CRITICAL: 1, LOW: 1 },
    });
    expect(apart).to.not.have.property("mergedCount");
  });

  it("take the recovery of the parent alone, and count the parent alone by the hour", async () => {
    const parent = await create({ status: "RESOLVED", resolvedAt: NOW });
    const over = { parentIncidentId: parent.id, status: "RESOLVED" } as const;
    await create({ ...over, resolvedAt: NOW + 10 * HOUR_MS });
    await create({ organizationId: "other", parentIncidentId: "theirs" });
    expect(await stats()).to.include({ totalCount: 1, resolvedCount: 1, mergedCount: 1, avgRecoveryMinutes: 30 });
    const hours = await incidentTimeline(createIncidentSumStore(database), ACME, 2, NOW);
    expect(hours.reduce((sum, { count }) => sum + count, 0)).to.equal(1);
    expect(await stats(OTHER)).to.include({ totalCount: 0, mergedCount: 1 });
  });

  it("are the same after the migration of a database that counted children as incidents", async () => {
    const parent = await create({ status: "RESOLVED", resolvedAt: NOW });
    for (const given of [
      { severity: "LOW" },
      { status: "CLOSED", resolvedAt: NOW },
      { createdAt: NOW - 50 * HOUR_MS },
    ]) {
      await create({ ...given, parentIncidentId: parent.id } as Partial<Incident>);
    }
    await create({ organizationId: "other", createdAt: NOW - 3 * HOUR_MS });
    const read = () => database.reader.query("select * from incident_period order by organization_id, span, start");
    const before = await read();
    const migration = new MergedSums1764002800000();
    await database.write(({ queryRunner }) => migration.down(queryRunner as QueryRunner));
    const counted = (await read()) as { organization_id: string; span: number; low: number; recovered: number }[];
    expect(counted.find((row) => row.organization_id === "acme" && row.span === 0)).to.include({
      low: 1,
      recovered: 2,
    });
    await database.write(({ queryRunner }) => migration.up(queryRunner as QueryRunner));
    expect(await read()).to.deep.equal(before);
  });
});
