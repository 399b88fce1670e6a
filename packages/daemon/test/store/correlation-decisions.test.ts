import { expect } from "chai";
import fc from "fast-check";
import type { DecisionFilter, DecisionStore } from "../../src/correlate/decision.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import { correlationDecisionTable, type DecisionRow } from "../../src/store/correlation/correlation-tables.ts";
import { createDecisionStore } from "../../src/store/correlation/ledger.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

const actions = ["merge", "group", "suppress", "none"] as const;
const COUNT = 400;
const incidents = Array.from({ length: 30 }, () => uuidv7(NOW));
const rules = Array.from({ length: 3 }, () => uuidv7(NOW));

/** Most did nothing; several were made at the same moment. */
const decision = (index: number): Omit<DecisionRow, "seq"> => {
  const action = index % 3 === 0 ? (actions[(index / 3) % 4] ?? "none") : "none";
  const matched = action !== "none";
  return {
    id: uuidv7(NOW),
    organizationId: index % 10 === 9 ? "other" : "acme",
    incidentId: incidents[(index * 7) % 30] ?? null,
    relatedIncidentId: matched ? (incidents[index % 30] ?? null) : null,
    ruleId: matched ? (rules[index % 2] ?? null) : null,
    ruleName: matched ? "rule" : null,
    action,
    compared: matched ? { service: "checkout" } : {},
    gapMinutes: matched ? 2.5 : null,
    reason: "so",
    createdAt: NOW + Math.floor(index / 5) * MINUTE_MS,
    deduplicationKey: null,
    repeats: 0,
    lastAt: null,
  };
};

const time = fc.integer({ min: -1, max: COUNT / 5 + 1 }).map((minute) => NOW + minute * MINUTE_MS);
const filters: fc.Arbitrary<Omit<DecisionFilter, "limit">> = fc.record(
  {
    incidentId: fc.constantFrom(...incidents, "nobody"),
    ruleId: fc.constantFrom(...rules),
    action: fc.constantFrom(...actions),
    from: time,
    to: time,
  },
  { requiredKeys: [] },
);

onEachEngine("The ledger of correlation", (fresh) => {
  const all = Array.from({ length: COUNT }, (_, index) => decision(index));
  let store: Fresh;
  let database: Database;
  let decisions: DecisionStore;
  before(async () => {
    store = await fresh();
    database = await store.openDatabase();
    decisions = createDecisionStore(database);
    await database.write((transaction) => insertRows(transaction, correlationDecisionTable, all));
    // PostgreSQL plans by statistics.
    if (database.kind === "postgres") await database.reader.query("analyze correlation_decision");
  });
  after(() => store.drop());

  const plain = (filter: Omit<DecisionFilter, "limit">): string[] =>
    all
      .filter(({ organizationId }) => organizationId === "acme")
      .filter(({ incidentId, relatedIncidentId }) =>
        filter.incidentId === undefined ? true : [incidentId, relatedIncidentId].includes(filter.incidentId),
      )
      .filter(({ ruleId }) => filter.ruleId === undefined || ruleId === filter.ruleId)
      .filter(({ action }) => filter.action === undefined || action === filter.action)
      .filter(({ createdAt }) => createdAt >= (filter.from ?? 0) && createdAt <= (filter.to ?? Infinity))
      .map(({ id }) => id)
      .reverse();

  it("is answered newest first for any combination of filters and through all pages", function () {
    this.timeout(30_000);
    const property = fc.asyncProperty(filters, fc.integer({ min: 1, max: 50 }), async (filter, limit) => {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await decisions.list(ACME, { ...filter, limit, ...(cursor === undefined ? {} : { cursor }) });
        expect(page.decisions.length).to.be.at.most(limit);
        found.push(...page.decisions.map(({ id }) => id));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(found).to.deep.equal(plain(filter));
    });
    return fc.assert(property, { numRuns: 100 });
  });

  it("shows each organization its own", async () => {
    const theirs = await decisions.list(OTHER, { limit: 500 });
    expect(theirs.decisions).to.have.length(COUNT / 10);
  });

  it("refuses a cursor that it never answered", async () => {
    for (const cursor of ["x", "1", "1.", "-1.2", "1.2.3", "9".repeat(16)]) {
      const message = await decisions.list(ACME, { limit: 1, cursor }).then(
        () => "taken",
        (error: Error) => error.message,
      );
      expect(message, cursor).to.match(/cursor/);
    }
  });

  it("reads every page from an index in its order, whatever is filtered", async () => {
    const [incidentId, ruleId] = [incidents[0], rules[0]] as [string, string];
    const given: Partial<DecisionFilter>[] = [
      {},
      { action: "group" },
      { ruleId },
      { ruleId, action: "merge" },
      { incidentId },
      { incidentId, action: "none" },
    ];
    const between = { from: NOW, to: NOW + MINUTE_MS, cursor: `${NOW}.99` };
    for (const filter of [...given, ...given.map((each) => ({ ...each, ...between }))]) {
      const asked = await queriesOf(database, () => decisions.list(ACME, { ...filter, limit: 3 }));
      expect(asked.length).to.be.at.least(1);
      for (const { sql, plan } of asked) {
        expect(plan, sql).to.match(/correlation_decision_by_(time|action|rule|incident|related)/);
        expect(plan, sql).not.to.match(/TEMP B-TREE|"[^"]*Sort|SCAN/);
      }
    }
  });
});
