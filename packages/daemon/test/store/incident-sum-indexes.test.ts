import { expect } from "chai";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import type { IncidentSumStore } from "../../src/incident/incident-stats.ts";
import { incidentStats, incidentTimeline } from "../../src/incident/incident-stats.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import { STATS_SERVICES_MAX } from "../../src/model/page-limits.ts";
import { type Scope, SYSTEM } from "../../src/model/scope.ts";
import { createIncidentSumStore } from "../../src/store/incidents/incident-sums.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { plainStats, plainTimeline } from "./incident-sums-samples.ts";
import { queriesOf } from "./queries.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

onEachEngine("The sums of incidents in special cases", (fresh) => {
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
