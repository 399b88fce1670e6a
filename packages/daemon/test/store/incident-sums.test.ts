import { expect } from "chai";
import fc from "fast-check";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import type { IncidentSumStore } from "../../src/incident/incident-stats.ts";
import { incidentStats, incidentTimeline } from "../../src/incident/incident-stats.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { type Incident, incidentStatuses, severities } from "../../src/model/incident.ts";
import { type Scope, SYSTEM } from "../../src/model/scope.ts";
import { createIncidentSumStore } from "../../src/store/incidents/incident-sums.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { plainStats, plainTimeline } from "./incident-sums-samples.ts";
import { incident, NOW } from "./samples.ts";

const services = ["checkout", "pay-api", "größe", "Zeta"];

/** Ages around the edges of hours, days and windows, and any others. */
const age = fc.oneof(
  fc.integer({ min: 0, max: 45 * DAY_MS }),
  fc.constantFrom(0, 1, HOUR_MS, HOUR_MS - 1, DAY_MS, DAY_MS + 1, DAY_MS - 1, 7 * DAY_MS, 30 * DAY_MS),
);
const opening = fc.record({
  kind: fc.constant("open" as const),
  age,
  severity: fc.constantFrom(...severities),
  affectedServices: fc.uniqueArray(fc.constantFrom(...services)),
});
const which = fc.nat();
const change = fc.oneof(
  fc.record({ kind: fc.constant("move" as const), which, status: fc.constantFrom(...incidentStatuses) }),
  fc.record({ kind: fc.constant("raise" as const), which, severity: fc.constantFrom(...severities) }),
  fc.record({ kind: fc.constant("merge" as const), which }),
  fc.record({ kind: fc.constant("unmerge" as const), which }),
  fc.record({ kind: fc.constant("spread" as const), which, service: fc.constantFrom(...services) }),
);
const histories = fc.array(fc.oneof(opening, change, change), { minLength: 1, maxLength: 30 });
type History = typeof histories extends fc.Arbitrary<infer Steps> ? Steps : never;

onEachEngine("The sums of incidents", (fresh) => {
  let store: Fresh;
  let database: Database;
  let incidents: IncidentStore;
  let sums: IncidentSumStore;
  let organizations = 0;
  let now = NOW;
  before(async () => {
    store = await fresh();
    database = await store.openDatabase();
    incidents = createIncidentStore(database, { now: () => now });
    sums = createIncidentSumStore(database);
  });
  beforeEach(() => {
    now = NOW;
  });
  after(() => store.drop());

  const freshScope = (): Scope => ({ organizationId: `org-${++organizations}`, actor: SYSTEM, permissions: [] });
  const open = async (scope: Scope, given: Partial<Incident>): Promise<Incident> => {
    const made = incident({ ...given, organizationId: scope.organizationId });
    await incidents.create(scope, made, []);
    return made;
  };
  const set = (scope: Scope, id: string, fieldsOf: (current: Incident) => Partial<Incident>): Promise<Incident> =>
    incidents.change(scope, id, (current) => ({ fields: fieldsOf(current), timeline: [], announce: false }));

  /** What is stored when it is over: a change of one incident may change others. */
  async function live(scope: Scope, history: History): Promise<readonly Incident[]> {
    const ids: string[] = [];
    for (const step of history) {
      now += 7 * MINUTE_MS;
      if (step.kind === "open") {
        const { severity, affectedServices } = step;
        ids.push((await open(scope, { severity, affectedServices, createdAt: now - step.age })).id);
        continue;
      }
      const id = ids[step.which % ids.length];
      if (id === undefined) continue;
      if (step.kind === "move") await changeStatus(incidents, scope, id, step.status, now);
      else if (step.kind === "raise") await set(scope, id, () => ({ severity: step.severity }));
      else if (step.kind === "merge")
        await set(scope, id, () => ({ parentIncidentId: ids[0] === id ? null : (ids[0] as string) }));
      else if (step.kind === "unmerge") await set(scope, id, () => ({ parentIncidentId: null }));
      else {
        await set(scope, id, ({ affectedServices }) => ({
          affectedServices: [...new Set([...affectedServices, step.service])],
        }));
      }
    }
    const every = { deduplicated: false, sortBy: "recency", limit: history.length } as const;
    return (await incidents.list(scope, every)).incidents;
  }

  it("are what a plain look at all incidents finds, after any history and for any window", () =>
    fc.assert(
      fc.asyncProperty(
        histories,
        fc.integer({ min: 1, max: 40 }),
        fc.nat(3 * HOUR_MS),
        async (history, days, later) => {
          now = NOW;
          const scope = freshScope();
          const all = await live(scope, history);
          const asked = now + later;
          for (const window of [undefined, 1, 7, 30, days, 3650]) {
            const stats = await incidentStats(sums, scope, window, asked);
            expect(stats, `${window} days`).to.deep.equal(plainStats(all, window, asked));
          }
          for (const hours of [1, 24, 744]) {
            const timeline = await incidentTimeline(sums, scope, hours, asked);
            expect(timeline, `${hours} hours`).to.deep.equal(plainTimeline(all, hours, asked));
          }
        },
      ),
      { numRuns: 20 },
    ));
});
