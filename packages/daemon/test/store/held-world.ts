import { createCommitBatchStore, createIncidentStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { type ReleaseDeps, type Released, releaseHeld } from "../../src/incident/release-held.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { HeldCandidate } from "../../src/maintenance/held-candidate.ts";
import type { MaintenanceStore } from "../../src/maintenance/maintenance-store.ts";
import { endWindow, type MaintenanceWindow, planWindow } from "../../src/maintenance/window.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { TimelineEvent } from "../../src/model/timeline-event.ts";
import type { CommitBatch, CommitBatchStore, CommitOutcome } from "../../src/pipeline/commit-batch.ts";
import { createStreamStore } from "../../src/store/incidents/stream-store.ts";
import { createHeldStore } from "../../src/store/maintenance/held-store.ts";
import { createMaintenanceStore } from "../../src/store/maintenance/maintenance-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { ACME, candidate, NOW } from "./samples.ts";

export const ada = { ...ACME, actor: "Ada" };
export const RESOLVE_AFTER_MS = 15 * MINUTE_MS;
export const nothing: Omit<CommitBatch, "candidates"> = {
  progress: null,
  states: [],
  leases: [],
  deadLetters: [],
  replayed: [],
  counts: [],
  deployments: [],
};

export const releasing = (database: Database): ReleaseDeps => ({
  held: createHeldStore(database),
  units: createUnits(database),
});

/** The stores and helpers of the tests about maintenance. */
export function heldWorld(fresh: MakeFresh) {
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

  return {
    schedule,
    fire,
    seen,
    all,
    counts,
    announced,
    heldBy,
    end,
    release,
    types,
    listenedFrom,
    get incidents() {
      return incidents;
    },
    get now() {
      return now;
    },
    set now(value) {
      now = value;
    },
    get database() {
      return database;
    },
    get commitBatches() {
      return commitBatches;
    },
    get maintenance() {
      return maintenance;
    },
    get held() {
      return held;
    },
    get store() {
      return store;
    },
  };
}
