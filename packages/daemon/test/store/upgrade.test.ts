import { expect } from "chai";
import { DataSource, type DataSourceOptions } from "typeorm";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { incidentStats } from "../../src/incident/incident-stats.ts";
import { createIncidentSumStore } from "../../src/store/incidents/incident-sums.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { migrations } from "../../src/store/migrations/migration-list.ts";
import type { DatabaseTarget } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

/** Migrations before incidents had postings. */
const BEFORE_POSTINGS = 2;

const stored = [
  incident({ title: "Zahlung für Müller", affectedServices: ["pay-api"], assigneeId: "anna" }),
  incident({ title: "theirs", organizationId: "other" }),
  incident({
    title: "Disk full",
    status: "CLOSED",
    resolvedAt: NOW + 90_000,
    severity: "CRITICAL",
    parentIncidentId: "parent",
  }),
];

async function withIncidentsOfOld(target: DatabaseTarget): Promise<void> {
  const options: DataSourceOptions =
    target.kind === "sqlite"
      ? { type: "better-sqlite3", database: target.path }
      : { type: "postgres", url: target.url };
  const source = await new DataSource({ ...options, migrations: migrations.slice(0, BEFORE_POSTINGS) }).initialize();
  await source.runMigrations({ transaction: "each" });
  for (const each of stored) {
    const columns = {
      id: each.id,
      organization_id: each.organizationId,
      title: each.title,
      description: each.description,
      severity: each.severity,
      severity_rank: 0,
      status: each.status,
      affected_services: JSON.stringify(each.affectedServices),
      environment: each.environment,
      signal_type: each.signalType,
      triggering_event_id: each.triggeringEventId,
      assignee_id: each.assigneeId,
      deduplication_key: each.deduplicationKey,
      duplicate_count: 0,
      last_seen_at: NOW,
      parent_incident_id: each.parentIncidentId,
      diagnosis_status: each.diagnosisStatus,
      created_at: NOW,
      updated_at: NOW,
      resolved_at: each.resolvedAt,
    };
    const places = Object.keys(columns).map((_, index) => (target.kind === "sqlite" ? "?" : `$${index + 1}`));
    const sql = `insert into incident (${Object.keys(columns).join(", ")}) values (${places.join(", ")})`;
    await source.query(sql, Object.values(columns));
  }
  await source.destroy();
}

onEachEngine("An upgrade", (fresh) => {
  let store: Fresh;
  before(async () => {
    store = await fresh(withIncidentsOfOld);
    await migrate(store.target);
  });
  after(() => store.drop());

  it("sums up the incidents that were there, and counts a merged one with its parent", async () => {
    const sums = createIncidentSumStore(await store.openDatabase());
    for (const days of [undefined, 1, 30]) {
      expect(await incidentStats(sums, ACME, days, NOW + 1)).to.deep.equal({
        activeCount: 1,
        resolvedCount: 0,
        totalCount: 1,
        avgRecoveryMinutes: 0,
        mergedCount: 1,
        bySeverity: { LOW: 0, MEDIUM: 0, HIGH: 1, CRITICAL: 0 },
        affectedServices: ["pay-api"],
        allServices: ["checkout", "pay-api"],
      });
    }
    expect((await incidentStats(sums, OTHER, 1, NOW + 1)).totalCount).to.equal(1);
  });

  it("finds the incidents that were there, and numbers new ones behind them", async () => {
    const incidents = createIncidentStore(await store.openDatabase(), { now: () => NOW });
    const list = async (given: object, scope = ACME): Promise<string[]> => {
      const filter = { deduplicated: false, sortBy: "recency", limit: 10, ...given } as const;
      return (await incidents.list(scope, filter)).incidents.map(({ title }) => title);
    };
    await incidents.create(ACME, incident({ title: "new" }), []);
    expect(await list({})).to.deep.equal(["new", "Disk full", "Zahlung für Müller"]);
    expect(await list({}, OTHER)).to.deep.equal(["theirs"]);
    expect(await list({ search: "müller", service: "pay-api", assigneeId: "anna" })).to.deep.equal([
      "Zahlung für Müller",
    ]);
    expect(await list({ status: "CLOSED", severity: "CRITICAL" })).to.deep.equal(["Disk full"]);
    expect(await list({ deduplicated: true })).to.deep.equal(["new", "Zahlung für Müller"]);
  });
});
