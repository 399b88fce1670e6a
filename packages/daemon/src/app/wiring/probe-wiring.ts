import { join } from "node:path";
import type { DiagnosticToolRoutesDeps } from "../../http/core/diagnostic-tools.ts";
import type { IncidentStore } from "../../incident/store.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import { RUNS_AT_ONCE_MAX } from "../../probe/limits.ts";
import { createPace } from "../../probe/pace.ts";
import { createOutputFiles } from "../../store/probes/probe-output-files.ts";
import { createToolRunUpkeep } from "../../store/probes/probe-retention.ts";
import { createResourceStore } from "../../store/probes/resource-store.ts";
import { createToolRunStore } from "../../store/probes/tool-run-store.ts";
import type { Database } from "../../store/sql/database.ts";
import type { Config } from "../config/config.ts";
import type { Task } from "../runtime/schedule.ts";
import { probeTasks } from "./probe-tasks.ts";
import { createProbers } from "./probers.ts";

export interface Probe {
  readonly routes: DiagnosticToolRoutesDeps;
  readonly tasks: readonly Task[];
  /** Breaks off what runs; it is recorded as failed. */
  stop(): void;
}

export interface ProbeParts {
  readonly config: Config;
  readonly database: Database;
  readonly incidents: IncidentStore;
  readonly logger: Logger;
}

/** All that diagnostic tools are made of. */
export function createProbe({ config, database, incidents, logger }: ProbeParts): Probe {
  const stopping = new AbortController();
  const toolRuns = createToolRunStore(database);
  const resources = createResourceStore(database);
  const outputs = createOutputFiles(join(config.dataDir, "probe-output"));
  const clock = systemClock;
  const probe = {
    incidents,
    runs: toolRuns,
    resources,
    outputs,
    probers: createProbers(config),
    pace: createPace({ perMinute: config.probesPerMinute, atOnce: RUNS_AT_ONCE_MAX }),
    settings: {
      namespaces: config.allowedNamespaces,
      seconds: config.probeSeconds,
      outputBytes: config.probeOutputBytes,
      perMinute: config.probesPerMinute,
    },
    stopping: stopping.signal,
    clock,
    logger,
  };
  return {
    routes: { probe, toolRuns, resources, outputs, clock },
    tasks: probeTasks({ runs: { ...toolRuns, ...createToolRunUpkeep(database) }, outputs, config, clock }),
    stop: () => stopping.abort(),
  };
}
