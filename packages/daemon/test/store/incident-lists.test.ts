import { expect } from "chai";
import fc from "fast-check";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import type { IncidentFilter, IncidentStore } from "../../src/incident/store.ts";
import { type Incident, incidentStatuses, severities } from "../../src/model/incident.ts";
import { COUNTED_EXACTLY_MAX } from "../../src/model/page-limits.ts";
import { BLOCK_NUMBERS } from "../../src/store/incident-index/bitmap.ts";
import { termsOf } from "../../src/store/incident-index/incident-terms.ts";
import { fillPostings } from "../../src/store/incident-index/posting-lists.ts";
import { incidentTable } from "../../src/store/incidents/incident-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER, opened } from "./samples.ts";

type Conditions = Omit<IncidentFilter, "limit" | "cursor">;

const words = ["disk", "full", "größe", "42"];
const services = ["checkout", "pay-api", "disk"];
const people = ["anna", "bert"];

const fields = fc.record({
  title: fc.array(fc.constantFrom(...words), { maxLength: 3 }).map((chosen) => chosen.join(" ")),
  description: fc.constantFrom("", "the Disk", "timeout"),
  severity: fc.constantFrom(...severities),
  status: fc.constantFrom(...incidentStatuses),
  affectedServices: fc.uniqueArray(fc.constantFrom(...services)),
  assigneeId: fc.option(fc.constantFrom(...people)),
  parentIncidentId: fc.option(fc.constant("parent"), { freq: 2 }),
});

const conditions: fc.Arbitrary<Conditions> = fc.record(
  {
    status: fc.constantFrom(...incidentStatuses),
    severity: fc.constantFrom(...severities),
    service: fc.constantFrom(...services, "nowhere", "pay", "\u0000"),
    assigneeId: fc.constantFrom(...people, "nobody"),
    search: fc
      .array(fc.constantFrom(...words, "DISK", "timeout", "pay-api", "nothing", "-"), { maxLength: 3 })
      .map((chosen) => chosen.join(" ")),
    deduplicated: fc.boolean(),
    sortBy: fc.constantFrom("recency" as const, "severity" as const),
  },
  { requiredKeys: ["deduplicated", "sortBy"] },
);

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function matches(each: Incident, given: Conditions): boolean {
  const held = wordsOf([each.title, each.description, ...each.affectedServices].join(" "));
  const search = given.search?.trim() ?? "";
  const wanted = wordsOf(search);
  return (
    (given.status === undefined || each.status === given.status) &&
    (given.severity === undefined || each.severity === given.severity) &&
    (given.service === undefined || each.affectedServices.includes(given.service)) &&
    (given.assigneeId === undefined || each.assigneeId === given.assigneeId) &&
    (!given.deduplicated || each.parentIncidentId === null) &&
    (search === "" || (wanted.length > 0 && wanted.every((word) => held.includes(word))))
  );
}

/** `all` is in the order of creation. */
function plainList(all: readonly Incident[], given: Conditions): string[] {
  const found = all.filter((each) => matches(each, given)).reverse();
  const rank = ({ severity }: Incident): number => severities.indexOf(severity);
  if (given.sortBy === "severity") found.sort((one, other) => rank(other) - rank(one));
  return found.map(({ id }) => id);
}

async function pagedList(
  store: IncidentStore,
  given: Conditions,
  limit: number,
): Promise<{ ids: string[]; totals: Set<string> }> {
  const ids: string[] = [];
  const totals = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await store.list(ACME, { ...given, limit, ...(cursor === undefined ? {} : { cursor }) });
    ids.push(...page.incidents.map(({ id }) => id));
    totals.add(`${page.totalIsExact ? "exactly" : "at least"} ${page.total}`);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return { ids, totals };
}

onEachEngine("A list of incidents", (fresh) => {
  let store: Fresh;
  let incidents: IncidentStore;
  const created: Incident[] = [];
  before(async () => {
    store = await fresh();
    incidents = createIncidentStore(await store.openDatabase(), { now: () => NOW });
    const made = fc.sample(fields, { numRuns: 120, seed: 1 });
    const changed = fc.sample(fields, { numRuns: 120, seed: 2 });
    for (const [index, given] of made.entries()) {
      const [scope, organizationId] = index % 4 === 0 ? [OTHER, "other"] : [ACME, "acme"];
      const first = opened(await incidents.create(scope, incident({ ...given, organizationId }), []));
      const change = { fields: changed[index] ?? {}, timeline: [], announce: false };
      const last = index % 3 === 0 ? await incidents.change(scope, first.id, () => change) : first;
      if (scope === ACME) created.push(last);
    }
  });
  after(() => store.drop());

  it("holds what a plain look at each incident finds, for any combination of filters and through all pages", () =>
    fc.assert(
      fc.asyncProperty(conditions, fc.integer({ min: 1, max: 30 }), async (given, limit) => {
        const plain = plainList(created, given);
        const { ids, totals } = await pagedList(incidents, given, limit);
        expect(ids).to.deep.equal(plain);
        expect([...totals]).to.deep.equal([`exactly ${plain.length}`]);
      }),
      { numRuns: 150 },
    ));

  it("refuses the cursor of another order, which would leave incidents out", async () => {
    const cursorOf = async (sortBy: Conditions["sortBy"]): Promise<string> => {
      const { cursor } = await incidents.list(ACME, { sortBy, deduplicated: false, limit: 1 });
      return cursor as string;
    };
    for (const [sortBy, other] of [
      ["severity", "recency"],
      ["recency", "severity"],
    ] as const) {
      const asked = incidents.list(ACME, { sortBy, deduplicated: false, limit: 1, cursor: await cursorOf(other) });
      expect(await asked.catch((error: Error) => error.message)).to.match(/^Unknown cursor/);
    }
  });
});

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
