import { join } from "node:path";
import type { DiagnosticToolRoutesDeps } from "../../http/core/diagnostic-tools.ts";
import type { IncidentStore } from "../../incident/store.ts";
import { type Clock, DAY_MS, HOUR_MS, SECOND_MS, systemClock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import { TOOL_RUNS_KEPT_MS } from "../../model/record-limits.ts";
import { failAbandoned } from "../../probe/outcome.ts";
import { OUTPUT_FOLDERS, type OutputFiles } from "../../probe/output-files.ts";
import { RUNS_AT_ONCE_MAX } from "../../probe/probe-limits.ts";
import { createProbeRateLimiter } from "../../probe/rate-limiter.ts";
import type { Probers } from "../../probe/run-tool.ts";
import type { ToolRunStore, ToolRunUpkeep } from "../../probe/tool-runs.ts";
import { createOutputFiles } from "../../store/probes/probe-output-files.ts";
import { createToolRunUpkeep } from "../../store/probes/probe-retention.ts";
import { createResourceStore } from "../../store/probes/resource-store.ts";
import { createToolRunStore } from "../../store/probes/tool-run-store.ts";
import type { Database } from "../../store/sql/database.ts";
import type { Config } from "../config/config.ts";
import { loadOnFirstCall } from "../runtime/load-once.ts";
import { type Task, TIDY_MS } from "../runtime/schedule.ts";
import { createUnits } from "./incident-wiring.ts";

const DELETED_ROWS_MAX = 1_000;
/** At this number a sweep visits every folder in about a quarter of an hour. */
const SWEPT_FOLDERS = 16;
/** The row that names a file is written after the file. */
const UNNAMED_KEPT_MS = HOUR_MS;

export interface Probe {
  readonly routes: DiagnosticToolRoutesDeps;
  readonly tasks: readonly Task[];
  /** Aborts running tools; their runs are recorded as failed. */
  stop(): void;
}

export interface ProbeParts {
  readonly config: Config;
  readonly database: Database;
  readonly incidents: IncidentStore;
  readonly logger: Logger;
}

/** Diagnostic tools: their routes and tasks in the core role. */
export function createProbe({ config, database, incidents, logger }: ProbeParts): Probe {
  const stopping = new AbortController();
  const toolRuns = createToolRunStore(database, createUnits(database));
  const resources = createResourceStore(database);
  const outputs = createOutputFiles(join(config.dataDir, "probe-output"));
  const clock = systemClock;
  const probe = {
    incidents,
    runs: toolRuns,
    resources,
    outputs,
    probers: createProbers(config),
    pace: createProbeRateLimiter({ perMinute: config.probesPerMinute, atOnce: RUNS_AT_ONCE_MAX }),
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

/** The clients of clusters and clouds are large, so the first tool that needs one loads it. */
function createProbers(config: Config): Probers {
  const pod = loadOnFirstCall(async () => {
    const { createPodProber } = await import("../../adapters/kubernetes/pod-prober.ts");
    return createPodProber({ kubeconfig: config.kubeconfig }).run;
  });
  const http = loadOnFirstCall(async () => {
    const { createHttpProber } = await import("../../adapters/http-probe/http-prober.ts");
    return createHttpProber({ hosts: config.probeHosts, networks: config.probeNetworks }).run;
  });
  const aws = loadOnFirstCall(async () => {
    const { createAwsProber } = await import("../../adapters/aws/cloud-prober.ts");
    const { awsRoles: roles, awsExternalId: externalId, awsEndpointUrl: endpointUrl } = config;
    return createAwsProber({ roles, externalId, endpointUrl }).run;
  });
  return { pod: { run: pod }, http: { run: http }, clouds: [{ provider: "aws", run: aws }] };
}

export interface ProbeTaskParts {
  readonly runs: Pick<ToolRunStore, "finish"> & ToolRunUpkeep;
  readonly outputs: Pick<OutputFiles, "sweep">;
  readonly config: Pick<Config, "probeSeconds" | "probeRetentionDays">;
  readonly clock: Clock;
}

/** Ends abandoned runs; deletes old outputs and files without a row. */
export function probeTasks({ runs, outputs, config, clock }: ProbeTaskParts): Task[] {
  let folder = 0;
  return [
    {
      name: "end abandoned tool runs",
      everyMs: TIDY_MS,
      run: () => failAbandoned(runs, config.probeSeconds * SECOND_MS, clock.now()),
    },
    {
      name: "forget old tool runs",
      everyMs: TIDY_MS,
      async run() {
        const now = clock.now();
        await runs.forgetOutputs(now - config.probeRetentionDays * DAY_MS, DELETED_ROWS_MAX);
        await runs.deleteRuns(now - Math.max(TOOL_RUNS_KEPT_MS, config.probeRetentionDays * DAY_MS), DELETED_ROWS_MAX);
      },
    },
    {
      name: "sweep outputs of tools",
      everyMs: TIDY_MS,
      async run() {
        for (let count = 0; count < SWEPT_FOLDERS; count++) {
          await outputs.sweep(folder, clock.now() - UNNAMED_KEPT_MS, runs.named);
          folder = (folder + 1) % OUTPUT_FOLDERS;
        }
      },
    },
  ];
}
