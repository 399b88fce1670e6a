import { expect } from "chai";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { exportedIncidents } from "../../src/incident/export-incidents.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { severities } from "../../src/model/incident.ts";
import { termsOf } from "../../src/store/incident-index/incident-terms.ts";
import { fillPostings } from "../../src/store/incident-index/posting-lists.ts";
import { incidentTable } from "../../src/store/incidents/incident-tables.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

onEachEngine("An export of incidents", (fresh) => {
  const COUNT = 620;
  let store: Fresh;
  let incidents: IncidentStore;
  const ids: string[] = [];
  before(async () => {
    store = await fresh();
    const database = await store.openDatabase();
    incidents = createIncidentStore(database, { now: () => NOW });
    const rows = Array.from({ length: COUNT }, (_, index) => {
      const made = incident({ severity: severities[index % 4] ?? "LOW", affectedServices: index % 2 ? ["a"] : ["b"] });
      ids.unshift(made.id);
      return { ...made, number: index + 1, severityRank: index % 4, quietAt: null };
    });
    await database.write(async (transaction) => {
      await insertRows(transaction, incidentTable, rows);
      const marked = rows.map((row) => ({ number: row.number, terms: termsOf(row) }));
      await fillPostings(transaction, "acme", marked);
    });
  });
  after(() => store.drop());

  const exported = async (limit: number, given: object = {}, scope = ACME): Promise<string[]> => {
    const filter = { deduplicated: false, sortBy: "recency" as const, limit, ...given };
    const found: string[] = [];
    for await (const { id } of exportedIncidents(incidents, scope, filter)) found.push(String(id));
    return found;
  };

  it("holds each incident once and in the order of the list, however many pages it takes", async () => {
    expect(await exported(10_000)).to.deep.equal(ids);
    const half = ids.filter((_, index) => (COUNT - 1 - index) % 2 === 1);
    expect(await exported(10_000, { service: "a" })).to.deep.equal(half);
    const bySeverity = await exported(10_000, { sortBy: "severity" });
    expect(bySeverity.slice(0, COUNT / 4)).to.deep.equal(ids.filter((_, index) => (COUNT - 1 - index) % 4 === 3));
    expect(new Set(bySeverity).size).to.equal(COUNT);
  });

  it("never holds more than the limit", async () => {
    for (const limit of [1, 99, 100, 101, 200, 500, 501])
      expect(await exported(limit)).to.deep.equal(ids.slice(0, limit));
  });

  it("holds nothing of another organization", async () => {
    expect(await exported(10_000, {}, OTHER)).to.deep.equal([]);
  });

  it("reads no page that nobody asks for", async () => {
    let pages = 0;
    const counting: Pick<IncidentStore, "list"> = {
      list: (scope, filter) => {
        pages += 1;
        return incidents.list(scope, filter);
      },
    };
    const rows = exportedIncidents(counting, ACME, { deduplicated: false, sortBy: "recency", limit: 10_000 });
    await rows.next();
    await rows.return();
    expect((await rows.next()).done).to.equal(true);
    expect(pages).to.equal(1);
  });
});
