import type { Analysis } from "../diagnose/analyse/analysis.ts";
import type { Picture } from "../diagnose/picture.ts";
import type { WorkDeps } from "../diagnose/work.ts";
import { MINUTE_MS, SECOND_MS, systemClock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Incident } from "../model/incident.ts";
import type { Database } from "../store/database.ts";
import { createDiagnosisJobStore } from "../store/diagnose/jobs.ts";
import { createIncidentStore } from "../store/incident/store.ts";
import type { Config } from "./config.ts";

/** What the built-in part of a diagnosis may take. */
const BUILT_IN_MS_MAX = 2 * MINUTE_MS;

export async function diagnosisDeps(config: Config, database: Database, logger: Logger): Promise<WorkDeps> {
  const jobs = createDiagnosisJobStore(database);
  // One process alone has the embedded database: what is begun there was begun by one that has ended.
  if (database.kind === "sqlite") await jobs.takeOver();
  return {
    jobs,
    incidents: createIncidentStore(database, systemClock),
    gather: async (_scope, incident, now) => emptyPicture(incident, now),
    analyse: nothingKnown,
    consult: undefined,
    clock: systemClock,
    logger,
    timeMsMax: BUILT_IN_MS_MAX + (config.openaiApiKey === undefined ? 0 : config.openaiSeconds * SECOND_MS),
  };
}

const emptyPicture = (incident: Incident, now: number): Picture => ({
  incident,
  grid: { start: now - 60 * MINUTE_MS, step: MINUTE_MS, count: 60 },
  noticedAt: incident.createdAt,
  services: [],
  calls: [],
  patterns: [],
  metrics: [],
  volumes: [],
  changes: [],
  similar: [],
  probes: [],
  runbooks: [],
  omitted: [],
});

const nothingKnown = (): Analysis => ({
  conclusive: false,
  diagnosis: {
    rootCause: "",
    summary: "Nothing was seen around the incident.",
    impactedServices: [],
    suggestedFixes: [],
    confidenceScore: 0,
    hypotheses: [],
    changeAtFault: null,
    evidence: [],
    onsetAt: null,
    omitted: [],
    model: null,
  },
});
