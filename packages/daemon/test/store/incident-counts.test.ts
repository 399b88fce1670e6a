import { expect } from "chai";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { type Incident, severities } from "../../src/model/incident.ts";
import { COUNTED_EXACTLY_MAX } from "../../src/model/page-limits.ts";
import { BLOCK_NUMBERS } from "../../src/store/incident-index/bitmap.ts";
import { termsOf } from "../../src/store/incident-index/incident-terms.ts";
import { fillPostings } from "../../src/store/incident-index/posting-lists.ts";
import { incidentTable } from "../../src/store/incidents/incident-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { type Conditions, pagedList, plainList } from "./incident-lists-samples.ts";
import { ACME, incident, NOW } from "./samples.ts";

onEachEngine("A list of many incidents", (fresh) => {
  const COUNT = 5 * BLOCK_NUMBERS + 100;
  let store: Fresh;
  let database: Database;
  let incidents: IncidentStore;
  const all: Incident[] = [];
  before(async () => {
    store = await fresh();
    database = await store.openDatabase();
    incidents = createIncidentStore(database, { now: () => NOW });
    const rows = Array.from({ length: COUNT }, (_, index) => {
      const title = `Shard ${index % 2 ? "odd" : "even"}${index % 3000 === 1 ? " rare" : ""}`;
      const severity = index === 5 ? ("CRITICAL" as const) : (severities[index % 3] ?? "LOW");
      const made = incident({ title, severity, affectedServices: index < 100 ? ["former"] : ["api"] });
      all.push(made);
      return { ...made, number: index + 1, severityRank: severities.indexOf(severity), quietAt: null };
    });
    await database.write(async (transaction) => {
      await insertRows(transaction, incidentTable, rows);
      const marked = rows.map((row) => ({ number: row.number, terms: termsOf(row) }));
      await fillPostings(transaction, "acme", marked);
    });
  });
  after(() => store.drop());

  const recency = { deduplicated: false, sortBy: "recency" } as const;
  const severity = { deduplicated: false, sortBy: "severity" } as const;
  const pages: readonly [string, Conditions, number][] = [
    ["everything", recency, 5000],
    ["everything by severity", severity, 5000],
    ["a rare word", { ...recency, search: "rare" }, 2],
    ["a rare word by severity", { ...severity, search: "rare shard" }, 2],
    ["words that never come together", { ...recency, search: "odd even" }, 10],
    ["a service of old", { ...severity, service: "former" }, 30],
    ["a frequent service and word", { ...severity, service: "api", search: "odd", severity: "LOW" }, 1500],
  ];
  for (const [name, given, limit] of pages) {
    it(`pages through ${name}`, async () => {
      const plain = plainList(all, given);
      const { ids } = await pagedList(incidents, given, limit);
      expect(ids.length).to.equal(plain.length);
      expect(ids).to.deep.equal(plain);
    });
  }

  it("says where it stopped counting", async () => {
    const [frequent, rare] = await Promise.all(
      ["shard", "rare"].map((search) => incidents.list(ACME, { ...recency, search, limit: 1 })),
    );
    expect(frequent).to.include({ total: COUNTED_EXACTLY_MAX, totalIsExact: false });
    expect(rare).to.include({ total: 7, totalIsExact: true });
  });

  it("reads no table whole", async () => {
    const asked: { sql: string; parameters: unknown[] }[] = [];
    const { connection } = database.reader;
    const { logger } = connection;
    connection.logger = {
      ...logger,
      logQuery: (sql, parameters) => asked.push({ sql, parameters: parameters as unknown[] }),
    };
    try {
      for (const [, given] of pages) await incidents.list(ACME, { ...given, status: "OPEN", limit: 50 });
    } finally {
      connection.logger = logger;
    }
    expect(asked).to.have.length.greaterThan(pages.length);
    const explain = database.kind === "sqlite" ? "explain query plan" : "explain";
    for (const { sql, parameters } of asked) {
      const plan = JSON.stringify(await database.reader.query(`${explain} ${sql}`, parameters));
      expect(plan, sql).not.to.match(/\b(SCAN|Seq Scan on) (incident|incident_posting)\b/);
    }
  });
});
