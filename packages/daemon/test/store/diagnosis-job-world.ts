import { createIncidentStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import type { DiagnosisJob, DiagnosisJobStore } from "../../src/diagnose/job.ts";
import { createDiagnosisJobStore } from "../../src/diagnose/record-diagnoses.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { Scope } from "../../src/model/scope.ts";
import { createDiagnosisJobs } from "../../src/store/diagnosis/diagnosis-jobs.ts";
import { createStreamStore } from "../../src/store/incidents/stream-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { ACME, incident, NOW, opened } from "./samples.ts";

export const ANNA: Scope = { ...ACME, actor: "Anna" };

export const storeOf = (...[database, units]: Parameters<typeof createDiagnosisJobs>) =>
  createDiagnosisJobStore(createDiagnosisJobs(database, units), units);

/** The stores and helpers of the tests about the diagnosis jobs. */
export function diagnosisJobWorld(fresh: MakeFresh) {
  let store: Fresh;
  let database: Database;
  let jobs: DiagnosisJobStore;
  let incidents: IncidentStore;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    jobs = storeOf(database, createUnits(database));
    incidents = createIncidentStore(database, { now: () => NOW });
  });
  afterEach(() => store.drop());

  const open = async (given: Partial<Incident> = {}, scope: Scope = ANNA): Promise<string> => {
    const made = incident({ organizationId: scope.organizationId, ...given });
    return opened(await incidents.create(scope, made, [])).id;
  };
  const asked = async (given: Partial<Incident> = {}, scope: Scope = ANNA): Promise<string> => {
    const id = await open(given, scope);
    await jobs.ask(scope, id, NOW);
    return id;
  };
  const claimed = async (now = NOW): Promise<DiagnosisJob> => {
    const job = await jobs.claim(now);
    if (!job) throw new Error("No job waits.");
    return job;
  };
  const types = async (id: string): Promise<string[]> =>
    (await incidents.timeline(ACME, id)).map(({ type }) => type).filter((type) => type !== "incident_created");
  const reported = async (): Promise<Record<string, unknown>[]> =>
    (await createStreamStore(database).after(ACME, 0, 500))
      .filter(({ event }) => event === "diagnosis")
      .map(({ data }) => JSON.parse(data) as Record<string, unknown>);
  const stages = async (): Promise<unknown[]> => (await reported()).map(({ stage }) => stage);

  return {
    asked,
    claimed,
    types,
    reported,
    stages,
    open,
    get incidents() {
      return incidents;
    },
    get jobs() {
      return jobs;
    },
    get database() {
      return database;
    },
    get store() {
      return store;
    },
  };
}
