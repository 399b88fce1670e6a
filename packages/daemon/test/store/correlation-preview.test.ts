import { expect } from "chai";
import fc from "fast-check";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { conditionsOf, correlationActions, createRule } from "../../src/correlate/correlation-rule.ts";
import { type PastIncident, previewRule } from "../../src/correlate/preview.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { Incident } from "../../src/model/incident.ts";
import { correlationDecisionTable } from "../../src/store/correlation/correlation-tables.ts";
import { createPastIncidents } from "../../src/store/correlation/past-incidents.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { incidentTable } from "../../src/store/incidents/incident-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

const FROM = NOW - 2 * DAY_MS;

onEachEngine("The preview of a correlation rule", (fresh) => {
  let store: Fresh;
  let database: Database;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
  });
  afterEach(() => store.drop());

  const keep = (incidents: readonly Incident[]): Promise<void> =>
    database.write((transaction) =>
      insertRows(
        transaction,
        incidentTable,
        incidents.map((each, index) => ({ ...each, number: index + 1, severityRank: 0, quietAt: null })).reverse(),
      ),
    );
  const opened = async (most: number): Promise<PastIncident[]> => {
    const all: PastIncident[] = [];
    for await (const page of createPastIncidents(database).opened(ACME, FROM, NOW, most)) all.push(...page);
    return all;
  };

  it("sees the incidents of those days alone, in the order in which they opened", async () => {
    const at = (createdAt: number, given: Partial<Incident> = {}): Incident =>
      incident({ id: uuidv7(createdAt), createdAt, ...given });
    const [late, early, also] = [at(NOW, { resolvedAt: NOW + 1 }), at(FROM, { primaryService: null }), at(FROM)];
    await keep([at(FROM - 1), early, also, late, at(NOW + 1), at(FROM, { organizationId: "other" })]);
    const seen = await opened(100);
    expect(seen.map(({ id }) => id)).to.deep.equal([early.id, also.id, late.id]);
    expect(seen[2]).to.include({ primaryService: "checkout", signalType: "log_error_rate", severity: "HIGH" });
    expect(seen[2]).to.include({ createdAt: NOW, resolvedAt: NOW + 1 });
    expect(seen[0]).to.include({ primaryService: null, resolvedAt: null });
  });

  it("goes on where a page ended, also among those of one moment", async () => {
    const made = Array.from({ length: 1203 }, (_, index) => incident({ createdAt: FROM + Math.floor(index / 700) }));
    await keep(made);
    expect((await opened(5000)).map(({ id }) => id)).to.deep.equal(made.map(({ id }) => id));
    expect((await opened(1100)).map(({ id }) => id)).to.deep.equal(made.slice(103).map(({ id }) => id));
  });

  /** Opens and resolves the incidents of the history at their times, with the rules as they are. */
  const live = async (): Promise<void> => {
    let now = FROM;
    const incidents = createIncidentStore(database, { now: () => now });
    const opened = new Set<string>();
    for (const { at, resolves, made } of happenings) {
      now = at;
      if (!resolves) {
        const { outcome } = await incidents.create(ACME, { ...made, status: "OPEN", resolvedAt: null }, []);
        if (outcome === "opened") opened.add(made.id);
      } else if (opened.has(made.id)) await changeStatus(incidents, ACME, made.id, "RESOLVED", now);
    }
  };

  for (const action of correlationActions) {
    it(`says what a rule did to the same incidents while it stood: ${action}`, async () => {
      const conditions = { matchFields: ["service", "severity"], timeWindowMinutes: 9 } as const;
      await createRule(createRuleStore(database), ACME, { name: "live", description: "", action, conditions }, FROM);
      await live();
      const decisions = await database.reader.find(correlationDecisionTable, {
        where: { action },
        order: { seq: "DESC" },
      });
      expect(decisions).to.have.length.above(20);

      await keep(history.map((made) => ({ ...made, id: duplicate(made.id), organizationId: "other" })));
      const draft = { action, conditions: conditionsOf(conditions) };
      const { samples, ...counts } = await previewRule(createPastIncidents(database), OTHER, draft, 2, NOW);
      const nothing = { evaluated: history.length, merged: 0, grouped: 0, suppressed: 0 };
      expect(counts).to.deep.equal({ ...nothing, [countOf[action]]: decisions.length });
      expect(samples.map(({ reason: _reason, ...sample }) => sample)).to.deep.equal(
        decisions.slice(0, 20).map(({ incidentId, relatedIncidentId, compared, gapMinutes }) => ({
          incidentId: duplicate(incidentId as string),
          relatedIncidentId: duplicate(relatedIncidentId as string),
          action,
          compared,
          gapMinutes,
        })),
      );
    }).timeout(20_000);
  }
});

const countOf = { merge: "merged", group: "grouped", suppress: "suppressed" } as const;
/** The id of the same incident in another organization. */
const duplicate = (id: string): string => `f${id.slice(1)}`;

const minutes = (most: number): fc.Arbitrary<number> =>
  fc.integer({ min: 1, max: most }).map((each) => each * MINUTE_MS);
const kinds = fc.record({
  primaryService: fc.constantFrom("cart", "pay", null),
  severity: fc.constantFrom<Incident["severity"][]>("LOW", "HIGH"),
  createdAt: minutes(120).map((after) => FROM + after),
});
const sampled = fc.sample(fc.tuple(kinds, fc.option(minutes(30), { freq: 3 })), { numRuns: 80, seed: 7 });
/** Oldest first. */
const history: readonly Incident[] = sampled
  .map(([kind, lasts]) => {
    const resolvedAt = lasts === null ? null : kind.createdAt + lasts;
    return incident({ ...kind, resolvedAt, status: resolvedAt === null ? "OPEN" : "RESOLVED" });
  })
  .sort((one, other) => one.createdAt - other.createdAt);
/** Of one moment, what is over before what opens. */
const happenings = history
  .flatMap((made) => [
    { at: made.createdAt, resolves: false, made },
    ...(made.resolvedAt === null ? [] : [{ at: made.resolvedAt, resolves: true, made }]),
  ])
  .sort((one, other) => one.at - other.at || Number(other.resolves) - Number(one.resolves));
