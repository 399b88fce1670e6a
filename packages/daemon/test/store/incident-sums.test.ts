import { expect } from "chai";
import fc from "fast-check";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import type { IncidentSumStore } from "../../src/incident/incident-stats.ts";
import {
  type HourCount,
  type IncidentStats,
  incidentStats,
  incidentTimeline,
} from "../../src/incident/incident-stats.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from "../../src/kernel/clock.ts";
import { type Incident, incidentStatuses, severities } from "../../src/model/incident.ts";
import { STATS_SERVICES_MAX } from "../../src/model/page-limits.ts";
import { type Scope, SYSTEM } from "../../src/model/scope.ts";
import { createIncidentSumStore } from "../../src/store/incidents/incident-sums.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

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
  fc.record({ kind: fc.constant("spread" as const), which, service: fc.constantFrom(...services) }),
);
const histories = fc.array(fc.oneof(opening, change, change), { minLength: 1, maxLength: 30 });
type History = typeof histories extends fc.Arbitrary<infer Steps> ? Steps : never;

/** As anybody would reckon it who has all incidents before them. */
function plainStats(all: readonly Incident[], days: number | undefined, now: number): IncidentStats {
  const held = all.filter(({ createdAt }) => days === undefined || createdAt >= now - days * DAY_MS);
  const over = held.filter(({ status }) => status === "RESOLVED" || status === "CLOSED");
  const active = held.filter((each) => !over.includes(each));
  const minutes = over.map(({ resolvedAt, createdAt }) => ((resolvedAt as number) - createdAt) / MINUTE_MS);
  const mean = minutes.reduce((sum, each) => sum + each, 0) / minutes.length;
  const names = (each: readonly Incident[]) => [...new Set(each.flatMap(({ affectedServices }) => affectedServices))];
  const count = (severity: string) => held.filter((each) => each.severity === severity).length;
  return {
    activeCount: active.length,
    resolvedCount: over.length,
    totalCount: held.length,
    avgRecoveryMinutes: over.length === 0 ? 0 : Math.round(mean * 10) / 10,
    bySeverity: { LOW: count("LOW"), MEDIUM: count("MEDIUM"), HIGH: count("HIGH"), CRITICAL: count("CRITICAL") },
    affectedServices: names(active).sort(),
    allServices: names(held).sort(),
  };
}

function plainTimeline(all: readonly Incident[], hours: number, now: number): HourCount[] {
  const last = now - (now % HOUR_MS);
  return Array.from({ length: hours }, (_, index) => {
    const start = last - (hours - 1 - index) * HOUR_MS;
    const within = all.filter(({ createdAt }) => createdAt >= start && createdAt < start + HOUR_MS);
    return { hour: toIso(start), count: within.length };
  });
}

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
      else if (step.kind === "merge") await set(scope, id, () => ({ parentIncidentId: ids[0] as string }));
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

  it("take a reopened incident out of the recovered ones, and count it anew when it recovers again", async () => {
    const scope = freshScope();
    const { id } = await open(scope, { createdAt: NOW });
    const stats = async (): Promise<number[]> => {
      const { activeCount, resolvedCount, avgRecoveryMinutes } = await incidentStats(sums, scope, undefined, now);
      return [activeCount, resolvedCount, avgRecoveryMinutes];
    };
    await changeStatus(incidents, scope, id, "RESOLVED", NOW + 10 * MINUTE_MS);
    expect(await stats()).to.deep.equal([0, 1, 10]);
    await changeStatus(incidents, scope, id, "OPEN", NOW + 20 * MINUTE_MS);
    expect(await stats()).to.deep.equal([1, 0, 0]);
    await changeStatus(incidents, scope, id, "CLOSED", NOW + 90 * MINUTE_MS);
    await changeStatus(incidents, scope, id, "RESOLVED", NOW + 95 * MINUTE_MS);
    expect(await stats()).to.deep.equal([0, 1, 90]);
  });

  it("are zeros and every hour where nothing happened, and show another organization nothing", async () => {
    await open(freshScope(), {});
    expect(await incidentStats(sums, OTHER, 30, NOW)).to.deep.equal(plainStats([], 30, NOW));
    expect(await incidentTimeline(sums, OTHER, 24, NOW)).to.deep.equal(plainTimeline([], 24, NOW));
  });

  it("hold under writers at once", async () => {
    const scope = freshScope();
    const opened = await Promise.all(Array.from({ length: 12 }, () => open(scope, { createdAt: NOW })));
    await Promise.all(opened.slice(4).map(({ id }) => changeStatus(incidents, scope, id, "CLOSED", NOW + MINUTE_MS)));
    expect(await incidentStats(sums, scope, 1, NOW)).to.include({ activeCount: 4, resolvedCount: 8, totalCount: 12 });
  });

  it("name the first services by name where there are more than an answer holds", async () => {
    const scope = freshScope();
    const names = Array.from({ length: STATS_SERVICES_MAX + 150 }, (_, n) => `service-${String(n).padStart(5, "0")}`);
    for (let first = 0; first < names.length; first += 100) {
      await open(scope, { affectedServices: names.slice(first, first + 100), createdAt: NOW - HOUR_MS });
    }
    for (const days of [undefined, 1]) {
      const stats = await incidentStats(sums, scope, days, NOW);
      expect(stats.allServices).to.deep.equal(names.slice(0, STATS_SERVICES_MAX));
      expect(stats.affectedServices).to.deep.equal(names.slice(0, STATS_SERVICES_MAX));
    }
  });

  it("are read from indexes", async () => {
    const asked = await queriesOf(database, async () => {
      for (const days of [undefined, 1, 400]) await incidentStats(sums, ACME, days, NOW + 1);
      await incidentTimeline(sums, ACME, 744, NOW);
    });
    expect(asked).to.have.length.greaterThan(8);
    for (const { sql, plan } of asked) expect(plan, sql).not.to.match(/\b(SCAN|Seq Scan on) incident/);
  });
});
