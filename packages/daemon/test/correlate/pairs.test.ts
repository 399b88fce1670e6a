import { expect } from "chai";
import fc from "fast-check";
import { createCommitBatchStore } from "../../src/app/wiring/incident-wiring.ts";
import type { GivenRule } from "../../src/correlate/correlation-rule.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Scope } from "../../src/model/scope.ts";
import { correlationDecisionTable } from "../../src/store/correlation/correlation-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "../store/engines.ts";
import { ACME, candidate, NOW, round } from "../store/samples.ts";
import { allIncidents, givenRules, type Traits, traits, writeRules } from "./history.ts";

onEachEngine("Two incidents that open at once", (fresh) => {
  let store: Fresh;
  let database: Database;
  let another: Database;
  before(async () => {
    store = await fresh();
    database = await store.openDatabase();
    // An SQLite file has one writer at a time: two connections in one thread would only wait for each other.
    another = database.kind === "sqlite" ? database : await store.openDatabase();
  });
  after(() => store.drop());

  let organizations = 0;
  const organization = async (given: readonly GivenRule[]): Promise<Scope> => {
    const scope = { ...ACME, organizationId: `org-${++organizations}` };
    await writeRules(database, scope, given, NOW);
    return scope;
  };
  const signal = ({ organizationId }: Scope, given: Traits, name: string): Candidate =>
    candidate({ ...given, organizationId, deduplicationKey: name });
  const commit = async (by: Database, sent: Candidate, now: number): Promise<void> => {
    await createCommitBatchStore(by).commit(round({ candidates: [sent] }), openIncidents, now);
  };

  /** What came of both, whichever was first. */
  const outcome = async (scope: Scope) => {
    const { organizationId } = scope;
    const decisions = await database.reader.find(correlationDecisionTable, { where: { organizationId } });
    const incidents = await allIncidents(database, scope);
    const parents = incidents.filter(({ parentIncidentId }) => parentIncidentId === null);
    return {
      verdicts: decisions
        .map(({ action, ruleName, compared, gapMinutes }) => ({ action, ruleName, compared, gapMinutes }))
        .sort((one, other) => (one.action < other.action ? -1 : 1)),
      parents: parents.length,
      children: incidents.length - parents.length,
      groups: new Set(incidents.map(({ groupId }) => groupId)).size,
      duplicates: incidents.map(({ duplicateCount }) => duplicateCount).sort(),
      mostSevere: decisions.some(({ action }) => action === "merge") ? parents.map(({ severity }) => severity) : [],
    };
  };

  it("come to the same in either order, and where two workers race", function () {
    this.timeout(60_000);
    const pair = fc.tuple(traits, traits);
    const property = fc.asyncProperty(givenRules, pair, fc.constantFrom(0, 7, 8), async (given, [a, b], minutes) => {
      const [one, other, raced] = [await organization(given), await organization(given), await organization(given)];
      const later = NOW + minutes * MINUTE_MS;
      await commit(database, signal(one, a, "a"), NOW);
      await commit(database, signal(one, b, "b"), later);
      await commit(database, signal(other, b, "b"), NOW);
      await commit(database, signal(other, a, "a"), later);
      await Promise.all([commit(database, signal(raced, a, "a"), NOW), commit(another, signal(raced, b, "b"), later)]);
      const expected = await outcome(one);
      expect(await outcome(other)).to.deep.equal(expected);
      expect(await outcome(raced)).to.deep.equal(expected);
    });
    return fc.assert(property, { numRuns: database.kind === "sqlite" ? 50 : 20 });
  });

  it("make one parent of fifty that workers open at once", async function () {
    this.timeout(30_000);
    const conditions = { matchFields: ["service"], timeWindowMinutes: 5 } as const;
    const scope = await organization([{ name: "one", description: "", conditions, action: "merge" }]);
    const signals = Array.from({ length: 50 }, (_, index) =>
      candidate({ organizationId: scope.organizationId, deduplicationKey: `key ${index}` }),
    );
    await Promise.all(signals.map((sent, index) => commit(index % 2 ? database : another, sent, NOW)));
    const incidents = await allIncidents(database, scope);
    const parents = incidents.filter(({ parentIncidentId }) => parentIncidentId === null);
    expect(parents.map(({ duplicateCount }) => duplicateCount)).to.deep.equal([49]);
    expect(incidents.filter(({ parentIncidentId }) => parentIncidentId === parents[0]?.id)).to.have.length(49);
  });
});
