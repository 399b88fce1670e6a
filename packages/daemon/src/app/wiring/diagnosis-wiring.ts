import { createOpenAiClient } from "../../adapters/openai/openai-client.ts";
import type { Archive } from "../../archive/archive.ts";
import type { GatherDeps } from "../../diagnose/gather/gather.ts";
import { createDiagnosisJobStore } from "../../diagnose/record-diagnoses.ts";
import { createDiagnosisRunner, type DiagnoseDeps, type RunDiagnosesDeps } from "../../diagnose/run-diagnoses.ts";
import { createSimilarIncidents } from "../../incident/similar-incidents.ts";
import { type Clock, MINUTE_MS, SECOND_MS, systemClock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import { createMutex } from "../../kernel/mutex.ts";
import { createCatalogStore } from "../../store/catalog/catalog-store.ts";
import { createDiagnosisJobs } from "../../store/diagnosis/diagnosis-jobs.ts";
import { createModelUsageStore } from "../../store/diagnosis/model-usage.ts";
import { createAlertedServices } from "../../store/incidents/read-alerted.ts";
import { createSimilarCandidates } from "../../store/incidents/similar-store.ts";
import { createToolRunStore } from "../../store/probes/tool-run-store.ts";
import { createRunbookStore } from "../../store/runbooks/runbook-store.ts";
import { createDeploymentStore } from "../../store/signals/deployment-store.ts";
import { createCountedBuckets } from "../../store/signals/telemetry-sums.ts";
import type { Database } from "../../store/sql/database.ts";
import type { Config } from "../config/config.ts";
import { loadOnFirstCall } from "../runtime/load-once.ts";
import type { Metrics } from "../runtime/metrics.ts";
import { jobTask, type Task, TIDY_MS } from "../runtime/schedule.ts";
import { createFamilyStore, createIncidentStore, createUnits } from "./incident-wiring.ts";

const POLL_MS = 250;
/** A bound of the built-in analysis; a model has its own. */
const BUILT_IN_MS_MAX = 2 * MINUTE_MS;
/** With a model, a diagnosis spends most of its time waiting for the answer. */
const DIAGNOSES_MAX_WITH_MODEL = 4;

export interface DiagnosisParts {
  readonly config: Config;
  readonly database: Database;
  readonly archive: Archive;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "diagnosed" | "gauge">;
}

/** The ports of diagnosis, for the worker. */
export async function diagnosisDeps(parts: DiagnosisParts): Promise<RunDiagnosesDeps> {
  const { config, database, logger, metrics } = parts;
  const jobs = createDiagnosisJobStore(createDiagnosisJobs(database, createUnits(database)), createUnits(database));
  // Only one process uses the embedded database, so jobs that run there belong to a process that has ended.
  if (database.kind === "sqlite") await jobs.reclaim();
  metrics.gauge("tocsin_diagnoses_open", "Diagnoses that wait or run.", () => jobs.countOpen());
  const consult = lazyConsult(parts);
  return {
    jobs,
    incidents: createIncidentStore(database, systemClock),
    gather: lazyGather(parts),
    analyse: loadOnFirstCall(async () => (await import("../../diagnose/analyse/analyse.ts")).analyse),
    consult,
    clock: systemClock,
    logger,
    ended: (status) => metrics.diagnosed.inc({ status }),
    concurrency: consult ? DIAGNOSES_MAX_WITH_MODEL : 1,
    timeMsMax: BUILT_IN_MS_MAX + (consult ? config.openaiSeconds * SECOND_MS : 0),
  };
}

/** Runs requested diagnoses until the signal, and deletes old jobs. */
export const diagnosisTasks = (deps: RunDiagnosesDeps, stop: AbortSignal): Task[] => [
  jobTask("diagnose", POLL_MS, createDiagnosisRunner(deps, stop)),
  { name: "forget old diagnosis jobs", everyMs: TIDY_MS, run: () => deps.jobs.tidy(deps.clock.now()) },
];

/** Gathering takes memory and time of this thread, so only one runs at a time; several may wait for a model. */
function lazyGather({ database, archive }: DiagnosisParts): DiagnoseDeps["gather"] {
  const mutex = createMutex();
  const gather = loadOnFirstCall(async () => {
    const { createGather } = await import("../../diagnose/gather/gather.ts");
    return createGather(gatherDeps(database, archive, systemClock));
  });
  return (...given) => mutex(() => gather(...given));
}

/** The ports of gathering, on one database and its archive. */
export const gatherDeps = (database: Database, archive: Archive, clock: Clock): GatherDeps => ({
  archive,
  counts: createCountedBuckets(database),
  deployments: createDeploymentStore(database),
  catalog: createCatalogStore(database),
  similar: createSimilarIncidents(createSimilarCandidates(database), clock),
  families: createFamilyStore(database, clock),
  alerted: createAlertedServices(database),
  runbooks: createRunbookStore(database),
  toolRuns: createToolRunStore(database, createUnits(database)),
});

/** Undefined where no model is configured. */
function lazyConsult({ config, database, logger }: DiagnosisParts): DiagnoseDeps["consult"] {
  const { openaiApiKey: apiKey, openaiBaseUrl: baseUrl, openaiModel: model } = config;
  if (apiKey === undefined) return undefined;
  const deps = {
    client: createOpenAiClient({ apiKey, baseUrl, model }),
    usage: createModelUsageStore(database),
    limits: {
      seconds: config.openaiSeconds,
      runTokens: config.openaiRunTokens,
      dayTokens: config.openaiDayTokens,
    },
    clock: systemClock,
    logger,
  };
  return loadOnFirstCall(async () =>
    (await import("../../diagnose/model/ask-model.ts")).askModel.bind(undefined, deps),
  );
}
