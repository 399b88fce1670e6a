import { createOpenAiClient } from "../../adapters/openai/client.ts";
import type { Archive } from "../../archive/archive.ts";
import type { DiagnoseDeps } from "../../diagnose/diagnose.ts";
import type { WorkDeps } from "../../diagnose/work.ts";
import { MINUTE_MS, SECOND_MS, systemClock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import { createMutex } from "../../kernel/mutex.ts";
import { createDiagnosisJobStore } from "../../store/diagnosis/diagnosis-jobs.ts";
import { createModelUsageStore } from "../../store/diagnosis/model-usage.ts";
import { createIncidentStore } from "../../store/incidents/incident-store.ts";
import type { Database } from "../../store/sql/database.ts";
import type { Config } from "../config/config.ts";
import { onFirstCall } from "../runtime/load-once.ts";
import type { Metrics } from "../runtime/metrics.ts";

/** What reading and reckoning may take; a model has a limit of its own. */
const BUILT_IN_MS_MAX = 2 * MINUTE_MS;

/** A model is waited for longer than all else takes. */
const AT_ONCE_WITH_MODEL = 4;

export interface DiagnosisParts {
  readonly config: Config;
  readonly database: Database;
  readonly archive: Archive;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "diagnosed" | "gauge">;
}

/** All that diagnoses are made of. */
export async function diagnosisDeps(parts: DiagnosisParts): Promise<WorkDeps & { readonly atOnce: number }> {
  const { config, database, logger, metrics } = parts;
  const jobs = createDiagnosisJobStore(database);
  // One process alone has the embedded database: what is begun there was begun by one that has ended.
  if (database.kind === "sqlite") await jobs.takeOver();
  metrics.gauge("tocsin_diagnoses_open", "Diagnoses that wait or run.", () => jobs.countOpen());
  const asking = askingModel(parts);
  return {
    jobs,
    incidents: createIncidentStore(database, systemClock),
    gather: gathering(parts),
    analyse: onFirstCall(async () => (await import("../../diagnose/analyse/analyse.ts")).analyse),
    consult: asking,
    clock: systemClock,
    logger,
    ended: (status) => metrics.diagnosed.inc({ status }),
    atOnce: asking ? AT_ONCE_WITH_MODEL : 1,
    timeMsMax: BUILT_IN_MS_MAX + (asking ? config.openaiSeconds * SECOND_MS : 0),
  };
}

/** Gathering takes memory and time of this thread, so only one runs at a time; several may wait for a model. */
function gathering({ database, archive }: DiagnosisParts): DiagnoseDeps["gather"] {
  const mutex = createMutex();
  const gather = onFirstCall(async () => {
    const [{ createGather }, { gatherDeps }] = await Promise.all([
      import("../../diagnose/gather/gather.ts"),
      import("./gathering.ts"),
    ]);
    return createGather(gatherDeps(database, archive, systemClock));
  });
  return (...given) => mutex(() => gather(...given));
}

/** Undefined where no model is configured. */
function askingModel({ config, database, logger }: DiagnosisParts): DiagnoseDeps["consult"] {
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
  return onFirstCall(async () => (await import("../../diagnose/model/consult.ts")).consult.bind(undefined, deps));
}
