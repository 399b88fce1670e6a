import { expect } from "chai";
import { createCommitBatchStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { MINUTE_MS, toIso } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { resolveQuiet, resolvingAt } from "../support/listening.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, candidate, NOW, round } from "./samples.ts";

const decisions = openIncidents;

onEachEngine("Incidents of a batch", (fresh) => {
  let store: Fresh;
  let database: Database;
  let commitBatches: CommitBatchStore;
  let incidents: IncidentStore;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    commitBatches = createCommitBatchStore(database);
    incidents = createIncidentStore(database, { now: () => NOW });
  });
  afterEach(() => store.drop());

  const all = async (): Promise<readonly Incident[]> =>
    (await incidents.list(ACME, { deduplicated: false, sortBy: "recency", limit: 50 })).incidents;

  it("counts the same trouble on the incident that is open, and worsens it", async () => {
    await commitBatches.commit(
      round({ candidates: [candidate({ severity: "LOW" }), candidate({ severity: "CRITICAL" })] }),
      decisions,
      NOW,
    );
    await commitBatches.commit(round({ candidates: [candidate({ severity: "MEDIUM" })] }), decisions, NOW + 1000);
    const [only, ...others] = await all();
    expect(others).to.deep.equal([]);
    expect(only).to.include({ duplicateCount: 2, lastSeenAt: NOW + 1000, severity: "CRITICAL" });
    expect(await incidents.countOpen()).to.include({ LOW: 0, CRITICAL: 1 });
    const types = (await incidents.timeline(ACME, only?.id as string)).map(({ type }) => type);
    expect(types).to.deep.equal(["incident_created", "duplicate_observed", "duplicate_observed"]);
  });

  it("opens one incident a key, however many workers find it at once", async () => {
    await Promise.all(
      Array.from({ length: 20 }, () => commitBatches.commit(round({ candidates: [candidate()] }), decisions, NOW)),
    );
    const found = await all();
    expect(found.map(({ duplicateCount }) => duplicateCount)).to.deep.equal([19]);
  });

  const resolve = (now: number, listeningSince = 0, most = 10): Promise<number> =>
    resolveQuiet(database, now, most, resolvingAt(now, listeningSince));

  it("resolves what stayed quiet, reopens it within the hour, and opens anew later", async () => {
    await commitBatches.commit(
      round({ candidates: [candidate(), candidate({ organizationId: "other" })] }),
      decisions,
      NOW,
    );
    expect(await resolve(NOW + 59_999)).to.equal(0);
    expect(await resolve(NOW + 60_000)).to.equal(2);
    expect(await resolve(NOW + 60_000)).to.equal(0);
    expect((await all())[0]).to.include({ status: "RESOLVED", resolvedAt: NOW + 60_000 });
    await commitBatches.commit(
      round({ candidates: [candidate({ observedAt: NOW + 30 * MINUTE_MS })] }),
      decisions,
      NOW + 30 * MINUTE_MS,
    );
    expect((await all()).map(({ status, resolvedAt }) => [status, resolvedAt])).to.deep.equal([["OPEN", null]]);
    await resolve(NOW + 32 * MINUTE_MS);
    await commitBatches.commit(round({ candidates: [candidate()] }), decisions, NOW + 200 * MINUTE_MS);
    expect((await all()).map(({ status }) => status)).to.deep.equal(["OPEN", "RESOLVED"]);
  });

  it("comes to nothing with what was observed before somebody resolved the incident", async () => {
    await commitBatches.commit(round({ candidates: [candidate()] }), decisions, NOW - 2000);
    const [{ id }] = (await all()) as [Incident];
    await changeStatus(incidents, ACME, id, "RESOLVED", NOW);
    const late = round({ candidates: [candidate({ observedAt: NOW - 1000 })] });
    expect(await commitBatches.commit(late, decisions, NOW + 3000)).to.equal("stored");
    expect((await all()).map(({ status, duplicateCount }) => [status, duplicateCount])).to.deep.equal([
      ["RESOLVED", 0],
    ]);
    await commitBatches.commit(round({ candidates: [candidate({ observedAt: NOW + 1 })] }), decisions, NOW + 3000);
    expect((await all()).map(({ status }) => status)).to.deep.equal(["OPEN"]);
  });

  it("tells in one entry of the timeline that the same goes on, until something else happens", async () => {
    const types = async (id: string): Promise<string[]> =>
      (await incidents.timeline(ACME, id)).map(({ type, metadata }) =>
        `${type} ${metadata["observations"] ?? ""}`.trim(),
      );
    const say = (minute: number, given = {}) =>
      commitBatches.commit(
        round({ candidates: [candidate({ observations: 2, description: `said in minute ${minute}`, ...given })] }),
        decisions,
        NOW + minute * MINUTE_MS,
      );
    for (let minute = 0; minute <= 100; minute++) await say(minute);
    const [{ id }] = (await all()) as [Incident];
    expect(await types(id)).to.deep.equal(["incident_created", "duplicate_observed 200"]);
    const lasting = (await incidents.timeline(ACME, id))[1];
    expect(lasting).to.include({ createdAt: NOW + MINUTE_MS, title: "Seen 200 more times" });
    expect(lasting?.detail).to.contain("said in minute 100");
    expect(lasting?.metadata).to.include({ lastSeenAt: toIso(NOW + 100 * MINUTE_MS), duplicateCount: 200 });
    await changeStatus(incidents, ACME, id, "INVESTIGATING", NOW + 101 * MINUTE_MS);
    await say(102);
    await say(103, { severity: "CRITICAL" });
    await say(104);
    expect((await types(id)).slice(2)).to.deep.equal([
      "status_changed",
      "duplicate_observed 2",
      "duplicate_observed 2",
      "duplicate_observed 2",
    ]);
  });
});
