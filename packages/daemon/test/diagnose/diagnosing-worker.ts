import { createIncidentStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import type { Picture } from "../../src/diagnose/gather/incident-picture.ts";
import type { DiagnosisJobStore } from "../../src/diagnose/job.ts";
import { createDiagnosisJobStore } from "../../src/diagnose/record-diagnoses.ts";
import type { RunDiagnosesDeps } from "../../src/diagnose/run-diagnoses.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import { createDiagnosisJobs } from "../../src/store/diagnosis/diagnosis-jobs.ts";
import { createStreamStore } from "../../src/store/incidents/stream-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { analysisOf } from "../store/diagnosis-sample.ts";
import type { Fresh, MakeFresh } from "../store/engines.ts";
import { ACME, incident, NOW, opened } from "../store/samples.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };

export const pictureOf = (about: Incident): Picture => ({
  incident: about,
  grid: { start: NOW - 2 * HOUR_MS, step: MINUTE_MS, count: 120 },
  noticedAt: NOW,
  services: [
    { name: "checkout", distance: 0, inCatalog: true },
    { name: "db", distance: 1, inCatalog: false },
  ],
  calls: [],
  patterns: [],
  metrics: [],
  hops: [],
  volumes: [
    {
      service: "checkout",
      events: Float64Array.of(12_000, 400),
      logs: Float64Array.of(0, 0),
      errors: Float64Array.of(0, 0),
    },
  ],
  changes: [],
  similar: [],
  probes: [],
  runbooks: [],
  omitted: [],
});

export interface Bench {
  readonly jobs: DiagnosisJobStore;
  readonly incidents: IncidentStore;
  readonly database: Database;
  readonly deps: (given?: Partial<RunDiagnosesDeps>) => RunDiagnosesDeps;
  readonly ask: () => Promise<string>;
  readonly reported: () => Promise<{ stage: string; message: string }[]>;
  /** Where the incident stands, and what the timeline says of its diagnosis. */
  readonly stands: (id: string) => Promise<readonly [string, ...string[]]>;
  readonly pass: (ms: number) => void;
}

export async function benchOn(store: Fresh): Promise<Bench> {
  const database = await store.openDatabase();
  const jobs = createDiagnosisJobStore(createDiagnosisJobs(database, createUnits(database)), createUnits(database));
  let now = NOW;
  const clock = { now: () => now };
  const incidents = createIncidentStore(database, clock);
  return {
    jobs,
    incidents,
    database,
    deps: (given = {}) => ({
      jobs,
      incidents,
      gather: async (_scope, about) => pictureOf(about),
      analyse: () => analysisOf(),
      consult: undefined,
      clock,
      logger: silent,
      ended: () => undefined,
      timeMsMax: 60_000,
      concurrency: 1,
      ...given,
    }),
    async ask() {
      const { id } = opened(await incidents.create(ACME, incident(), []));
      await jobs.ask(ACME, id, now);
      return id;
    },
    reported: async () =>
      (await createStreamStore(database).after(ACME, 0, 500))
        .filter(({ event }) => event === "diagnosis")
        .map(({ data }) => JSON.parse(data) as { stage: string; message: string }),
    async stands(id) {
      const types = (await incidents.timeline(ACME, id)).map(({ type }) => type);
      const { diagnosisStatus } = await incidents.get(ACME, id);
      return [diagnosisStatus, ...types.filter((type) => type.startsWith("diagnosis_"))];
    },
    pass(ms) {
      now += ms;
    },
  };
}

/** The stores and helpers of the tests about a worker that diagnoses. */
export function diagnosingWorker(fresh: MakeFresh) {
  let store: Fresh;
  let bench: Bench;
  beforeEach(async () => {
    store = await fresh();
    bench = await benchOn(store);
  });
  afterEach(() => store.drop());
  const broken = async (): Promise<never> => {
    throw new Error("select secret from /srv/tocsin.db at 10.0.0.7");
  };

  return {
    broken,
    get bench() {
      return bench;
    },
  };
}
