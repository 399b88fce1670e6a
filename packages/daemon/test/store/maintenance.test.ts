import { expect } from "chai";
import { createCommitBatchStore, createIncidentStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { createRule } from "../../src/correlate/correlation-rule.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { decideRelease, type ReleaseDeps, type Released, releaseHeld } from "../../src/incident/release-held.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { HELD_CANDIDATES_MAX, type HeldCandidate } from "../../src/maintenance/held-candidate.ts";
import type { MaintenanceStore } from "../../src/maintenance/maintenance-store.ts";
import { changeWindow, endWindow, type MaintenanceWindow, planWindow } from "../../src/maintenance/window.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { TimelineEvent } from "../../src/model/timeline-event.ts";
import type { CommitBatch, CommitBatchStore, CommitOutcome } from "../../src/pipeline/commit-batch.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { createStreamStore } from "../../src/store/incidents/stream-store.ts";
import { createHeldStore } from "../../src/store/maintenance/held-store.ts";
import { createMaintenanceStore } from "../../src/store/maintenance/maintenance-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { resolveQuiet, resolvingAt } from "../support/listening.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, candidate, NOW, OTHER } from "./samples.ts";

const ada = { ...ACME, actor: "Ada" };
const RESOLVE_AFTER_MS = 15 * MINUTE_MS;
const nothing: Omit<CommitBatch, "candidates"> = {
  progress: null,
  states: [],
  leases: [],
  deadLetters: [],
  replayed: [],
  counts: [],
  deployments: [],
};

const releasing = (database: Database): ReleaseDeps => ({
  held: createHeldStore(database),
  units: createUnits(database),
});

onEachEngine("Maintenance", (fresh) => {
  let store: Fresh;
  let database: Database;
  let commitBatches: CommitBatchStore;
  let incidents: IncidentStore;
  let maintenance: MaintenanceStore;
  let held: ReleaseDeps;
  let now = NOW;
  beforeEach(async () => {
    now = NOW;
    const clock = { now: () => now };
    store = await fresh();
    database = await store.openDatabase();
    commitBatches = createCommitBatchStore(database);
    incidents = createIncidentStore(database, clock);
    maintenance = createMaintenanceStore(database, clock);
    held = releasing(database);
  });
  afterEach(() => store.drop());

  const schedule = (given: Partial<{ services: string[]; startsAt: number; endsAt: number }> = {}, scope = ada) => {
    const plan = { services: ["checkout"], startsAt: now, endsAt: now + HOUR_MS, reason: "Upgrade", ...given };
    return maintenance.add(scope, planWindow(scope, plan, now));
  };
  const seen = (given: Partial<Candidate> = {}): Candidate =>
    candidate({ resolveAfterMs: RESOLVE_AFTER_MS, observedAt: now, ...given });
  const fire = (...candidates: Candidate[]): Promise<CommitOutcome> =>
    commitBatches.commit({ ...nothing, candidates }, openIncidents, now);
  const listenedFrom = (since: number) => () => ({ since, until: now });
  const release = (listeningSince = NOW, of = held): Promise<readonly Released[]> =>
    releaseHeld(of, now, 100, listenedFrom(listeningSince));
  const end = (id: string): Promise<MaintenanceWindow> =>
    maintenance.change(ada, id, (window, at) => endWindow(window, ada, at));
  const counts = async (id: string): Promise<readonly number[]> => {
    const { heldCount, openedCount, droppedCount } = await maintenance.get(ada, id);
    return [heldCount, openedCount, droppedCount];
  };
  const heldBy = async (id: string): Promise<readonly HeldCandidate[]> => (await maintenance.held(ada, id, 50)).held;
  const all = async (): Promise<readonly Incident[]> =>
    (await incidents.list(ACME, { deduplicated: false, sortBy: "recency", limit: 50 })).incidents;
  const types = async (id = ""): Promise<readonly TimelineEvent["type"][]> =>
    (await incidents.timeline(ACME, id)).map(({ type }) => type);
  const announced = async (): Promise<number> => (await createStreamStore(database).after(ACME, 0, 100)).length;

  it("holds what would open for its services, and no other's", async () => {
    const { id } = await schedule();
    await schedule({ services: ["pay"] }, { ...OTHER, actor: "Eve" });
    await fire(seen(), seen({ service: "pay", deduplicationKey: "pay" }), seen({ organizationId: "other" }));
    expect((await all()).map(({ primaryService }) => primaryService)).to.deep.equal(["pay"]);
    expect(await counts(id)).to.deep.equal([1, 0, 0]);
    expect(await announced()).to.equal(1);
    const theirs = await incidents.list(OTHER, { deduplicated: false, sortBy: "recency", limit: 5 });
    expect(theirs.total).to.equal(1);
  });

  it("keeps a key once, with all that was observed, the gravest and when it came last", async () => {
    const { id } = await schedule();
    await fire(seen({ observations: 2, severity: "CRITICAL", title: "grave" }), seen({ deduplicationKey: "second" }));
    now += MINUTE_MS;
    await fire(seen({ observations: 5, severity: "LOW", title: "mild" }));
    const [second, first] = await heldBy(id);
    expect(second?.candidate.deduplicationKey).to.equal("second");
    expect(first).to.include({ windowId: id, heldSince: NOW, lastSeenAt: now });
    expect(first?.candidate).to.include({ title: "grave", severity: "CRITICAL", observations: 7, observedAt: now });
    expect(await counts(id)).to.deep.equal([2, 0, 0]);
  });

  it("holds nothing before it begins and once it is over", async () => {
    const { id } = await schedule({ startsAt: NOW + MINUTE_MS });
    await fire(seen({ deduplicationKey: "before" }));
    now = NOW + HOUR_MS;
    await fire(seen({ deduplicationKey: "after" }));
    expect(await all()).to.have.length(2);
    expect(await counts(id)).to.deep.equal([0, 0, 0]);
  });

  it("lets what is open count on, resolve as quiet, and holds what would reopen it", async () => {
    await fire(seen());
    const [before] = await all();
    const { id } = await schedule();
    now += MINUTE_MS;
    await fire(seen({ observations: 3 }));
    expect((await all())[0]).to.include({ duplicateCount: 3, lastSeenAt: now });
    now += RESOLVE_AFTER_MS;
    await resolveQuiet(database, now, 10, resolvingAt(now, NOW));
    await fire(seen());
    expect((await all()).map(({ status }) => status)).to.deep.equal(["RESOLVED"]);
    expect(await counts(id)).to.deep.equal([1, 0, 0]);
    await end(id);
    expect(await release()).to.deep.equal([{ organizationId: "acme", windowId: id, opened: 1, dropped: 0 }]);
    expect((await all()).map(({ status, id: same }) => [status, same])).to.deep.equal([["OPEN", before?.id]]);
    expect((await types(before?.id)).slice(-3)).to.deep.equal(["duplicate_observed", "status_changed", "note"]);
  });

  it("opens what still fires at its end, once, with a note; and drops what has stopped", async () => {
    const { id } = await schedule();
    await fire(seen({ deduplicationKey: "stops" }));
    now = NOW + HOUR_MS - MINUTE_MS;
    await fire(seen({ observations: 4 }));
    expect(await release()).to.deep.equal([]);
    expect(await all()).to.deep.equal([]);
    now = NOW + HOUR_MS;
    expect(await release()).to.deep.equal([{ organizationId: "acme", windowId: id, opened: 1, dropped: 1 }]);
    expect(await release()).to.deep.equal([]);
    const [opened, ...others] = await all();
    expect(others).to.deep.equal([]);
    expect(opened).to.include({ status: "OPEN", duplicateCount: 3, lastSeenAt: now - MINUTE_MS, createdAt: now });
    expect(await types(opened?.id)).to.deep.equal(["incident_created", "note"]);
    expect(await announced()).to.equal(1);
    expect(await counts(id)).to.deep.equal([0, 1, 1]);
  });

  it("drops nothing that a worker which was down could not hear, and opens it when it is heard again", async () => {
    const { id } = await schedule();
    await fire(seen(), seen({ deduplicationKey: "silent" }));
    now = NOW + 5 * HOUR_MS;
    const started = now;
    expect(await release(started)).to.deep.equal([]);
    expect(await counts(id)).to.deep.equal([2, 0, 0]);
    now += MINUTE_MS;
    await fire(seen());
    expect((await all()).map(({ deduplicationKey }) => deduplicationKey)).to.deep.equal(["burst checkout"]);
    now = started + RESOLVE_AFTER_MS;
    expect(await release(started)).to.deep.equal([{ organizationId: "acme", windowId: id, opened: 0, dropped: 2 }]);
    expect(await all()).to.have.length(1);
  });

  it("is ended before its time, or moved, and then holds by its new end", async () => {
    const [ended, moved] = [await schedule(), await schedule({ services: ["pay"] })];
    await fire(seen(), seen({ service: "pay", deduplicationKey: "pay" }));
    await maintenance.change(ada, moved.id, (window, at) =>
      changeWindow(window, { endsAt: NOW + 2 * HOUR_MS, reason: undefined }, at),
    );
    now += MINUTE_MS;
    await end(ended.id);
    await release();
    expect((await all()).map(({ primaryService }) => primaryService)).to.deep.equal(["checkout"]);
    now = NOW + HOUR_MS + MINUTE_MS;
    await fire(seen({ service: "pay", deduplicationKey: "pay" }));
    expect(await counts(moved.id)).to.deep.equal([1, 0, 0]);
  });

  it("hands what it holds to another window that covers the service for longer", async () => {
    const short = await schedule({ endsAt: NOW + HOUR_MS });
    await fire(seen());
    const long = await schedule({ services: ["pay", "checkout"], endsAt: NOW + 3 * HOUR_MS });
    now = NOW + HOUR_MS;
    await fire(seen({ deduplicationKey: "another" }));
    expect(await release()).to.deep.equal([]);
    // The first one was quiet for an hour: that is decided at the end of the longer window.
    expect([await counts(short.id), await counts(long.id)]).to.deep.equal([
      [0, 0, 0],
      [2, 0, 0],
    ]);
    now = NOW + HOUR_MS + MINUTE_MS;
    await end(long.id);
    await release();
    expect(await counts(long.id)).to.deep.equal([0, 1, 1]);
  });

  it("counts on an incident that was opened meanwhile, and leaves settled what somebody resolved since", async () => {
    await fire(seen());
    const [incident] = await all();
    now += 1;
    await changeStatus(incidents, ACME, incident?.id ?? "", "RESOLVED", now);
    const { id } = await schedule();
    now += 1;
    await fire(seen({ observations: 2 }), seen({ deduplicationKey: "other", observedAt: NOW }));
    await changeStatus(incidents, ACME, incident?.id ?? "", "OPEN", now);
    await end(id);
    now += 1;
    await fire(seen({ deduplicationKey: "other" }));
    const other = (await all()).find(({ deduplicationKey }) => deduplicationKey === "other");
    await changeStatus(incidents, ACME, other?.id ?? "", "CLOSED", now);
    await release();
    expect(await counts(id)).to.deep.equal([0, 1, 1]);
    expect((await all()).map(({ status, duplicateCount }) => [status, duplicateCount])).to.deep.equal([
      ["CLOSED", 0],
      ["OPEN", 2],
    ]);
  });

  it("opens each once where several workers come at once, and after one that broke off in between", async () => {
    const { id } = await schedule();
    await fire(...Array.from({ length: 12 }, (_, n) => seen({ deduplicationKey: `key ${n}` })));
    await end(id);
    now += 1;
    const failure = await releaseHeld(held, now, 5, listenedFrom(NOW), (row, ...rest) => {
      if (row.candidate.deduplicationKey === "key 3") throw new Error("broke off");
      return decideRelease(row, ...rest);
    }).catch((error: Error) => error.message);
    expect(failure).to.equal("broke off");
    expect(await counts(id)).to.deep.equal([8, 4, 0]);
    // SQLite has one worker, which does one thing at a time.
    const second = releasing(database.kind === "postgres" ? await store.openDatabase() : database);
    const released = (await Promise.all([release(NOW, held), release(NOW, second), release(NOW, held)])).flat();
    expect(released.reduce((sum, { opened }) => sum + opened, 0)).to.equal(8);
    expect(new Set((await all()).map(({ deduplicationKey }) => deduplicationKey)).size).to.equal(12);
    expect(await all()).to.have.length(12);
    expect(await counts(id)).to.deep.equal([0, 12, 0]);
  });

  it("lets correlation see it when it opens, and not before", async () => {
    const conditions = { matchFields: ["service" as const], timeWindowMinutes: 10 };
    const rule = { name: "one", description: "", action: "merge" as const, conditions };
    await createRule(createRuleStore(database), ACME, rule, NOW);
    const { id } = await schedule();
    await fire(seen(), seen({ deduplicationKey: "consequence" }));
    now = NOW + RESOLVE_AFTER_MS - 1;
    await end(id);
    await release();
    const [child, parent] = await all();
    expect(child).to.include({ deduplicationKey: "consequence", parentIncidentId: parent?.id, createdAt: now });
    expect(await types(child?.id)).to.deep.equal(["incident_created", "note", "merged"]);
    expect(await counts(id)).to.deep.equal([0, 2, 0]);
  });

  it("holds nothing of a round that is taken back", async () => {
    const { id } = await schedule();
    await commitBatches.dryRun({ ...nothing, candidates: [seen()] }, openIncidents, now);
    expect(await counts(id)).to.deep.equal([0, 0, 0]);
    expect(await heldBy(id)).to.deep.equal([]);
  });

  it("opens what comes beyond the most that an organization may have held, and still counts on what is held", async () => {
    const { id } = await schedule();
    await fire(seen());
    await database.write((transaction) =>
      transaction.query(`update maintenance_window set held_count = ${HELD_CANDIDATES_MAX} where id = '${id}'`),
    );
    await fire(seen(), seen({ deduplicationKey: "one too many" }));
    expect((await all()).map(({ deduplicationKey }) => deduplicationKey)).to.deep.equal(["one too many"]);
    expect((await heldBy(id))[0]?.candidate.observations).to.equal(2);
  });

  it("releases one after another where it may release few at a time, the first held first", async () => {
    const { id } = await schedule();
    for (const deduplicationKey of ["a", "b", "c"]) await fire(seen({ deduplicationKey }));
    await end(id);
    for (const expected of [["a"], ["b", "a"], ["c", "b", "a"]]) {
      await releaseHeld(held, now, 1, listenedFrom(NOW));
      expect((await all()).map(({ deduplicationKey }) => deduplicationKey)).to.deep.equal(expected);
    }
  });
});
