import type { TelemetrySource } from "../../ingest/queue.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { CommitBatchStore } from "../../pipeline/commit-batch.ts";
import { consumeDeliveries } from "../../pipeline/worker.ts";
import { tidyLogPatterns } from "../../store/detection/log-template-store.ts";
import { createAnswerStore } from "../../store/idempotency/idempotent-answers.ts";
import { createHeldStore } from "../../store/maintenance/held-store.ts";
import { openDatabase } from "../../store/open-database.ts";
import { tidyCounts } from "../../store/signals/telemetry-counts.ts";
import { damagedFiles, damageWarning } from "../../store/sql/damaged-file.ts";
import type { Database } from "../../store/sql/database.ts";
import { createTokenRevocationStore } from "../../store/tokens/token-revocations.ts";
import { openArchiveWatch } from "../backends/archive-watch.ts";
import { databaseTarget } from "../backends/open-storage.ts";
import { detectionRules, shadowRulesOf } from "../config/detection-rules.ts";
import { stopListening } from "../runtime/listen.ts";
import { createMetrics } from "../runtime/metrics.ts";
import { startSchedule, type Task, TIDY_MS } from "../runtime/schedule.ts";
import { archiveTasks } from "../wiring/archive-tasks.ts";
import { auditHeadTasks, keyOldLogs } from "../wiring/audit-log-wiring.ts";
import { demotionTasks } from "../wiring/demotion-tasks.ts";
import { diagnosisDeps, diagnosisTasks } from "../wiring/diagnosis-wiring.ts";
import { createCommitBatchStore, createUnits } from "../wiring/incident-wiring.ts";
import { maintenanceTasks } from "../wiring/maintenance-tasks.ts";
import { dispatchDeps, notifyTasks } from "../wiring/notify-wiring.ts";
import { createMailClient } from "../wiring/outbound-clients.ts";
import { openPipeline } from "../wiring/pipeline-wiring.ts";
import { remediationTasks } from "../wiring/remediation-wiring.ts";
import { reportingDeps, reportingTasks } from "../wiring/reporting-wiring.ts";
import type { RoleContext, RunningRole } from "./role-context.ts";

/** Runs the pipeline and the scheduled tasks: silence, resolution, diagnosis, remediation, notifications, retention. */
export async function startWorker(context: RoleContext): Promise<RunningRole> {
  const { config, logger, policy, storage, broker } = context;
  const metrics = createMetrics({ ofProcess: !config.roles.includes("core") });
  const database = await storage.retry(() => openDatabase(databaseTarget(config, context.writeLock, "worker")));
  await storage.retry(() => keyOldLogs(config, database, logger));
  const rules = detectionRules(config, logger);
  const { autoDiagnose, correlationBuiltIn: builtIn } = config;
  const openings = { autoDiagnose, builtIn, shadowRules: shadowRulesOf(rules) };
  const { writeCounts, warnings } = await storage.retry(async () =>
    openArchiveWatch({ config, database, logger, metrics }),
  );
  const units = createUnits(database, openings);
  const store = createCommitBatchStore(database, openings, writeCounts);
  const parts = { config, database, logger, metrics };
  const stop = new AbortController();
  const { signal } = stop;
  const pipeline = await openPipeline({ ...parts, storage, broker, rules, store, units, writeCounts, signal });
  const { worker, sources, archive, consumption } = pipeline;
  const { listeningPeriodOf } = consumption;
  const diagnosis = await diagnosisDeps({ ...parts, archive });
  const remediation = await remediationTasks({ ...parts, policy, listeningPeriodOf }, stop.signal);
  const dispatch = await dispatchDeps(parts);
  const mail = createMailClient(config);
  const reporting = await reportingDeps({ ...parts, send: mail.send });
  const stopTasks = startSchedule(
    [
      ...pipeline.tasks,
      ...archiveTasks({ archive, config, logger, metrics }),
      ...maintenanceTasks({ held: createHeldStore(database), units, listeningPeriodOf, clock: systemClock, logger }),
      ...diagnosisTasks(diagnosis, stop.signal),
      ...remediation,
      ...reportingTasks(reporting, stop.signal),
      ...notifyTasks(dispatch, stop.signal),
      ...demotionTasks({ config, rules, database, logger }, stop.signal),
      ...auditHeadTasks(config, database, logger, stop.signal),
      ...tidyTasks(store, database, logger),
    ],
    logger,
  );
  const consuming = sources.map((source) => consumeDeliveries(source, worker.handle, stop.signal, logger));
  await consumption.join(worker);
  const health = config.roles.length === 1 ? await openHealth(context) : undefined;
  return {
    address: health?.address,
    notReady: async () => [...notReady(sources, database), ...[consumption.group?.problem() ?? []].flat()],
    warnings,
    metrics: () => metrics.registry.getMetricsAsJSON(),
    async stop() {
      await consumption.leave();
      stop.abort();
      if (health) await stopListening(health.server);
      await Promise.all(consuming);
      await pipeline.reportHandled().catch(() => undefined);
      await stopTasks();
      await mail.close();
      await dispatch.close();
      await Promise.all(sources.map((source) => source.close()));
      await archive.close();
      await database.close();
    },
  };
}

/** A worker that shares its process with the core or ingest role needs no server of its own. */
const openHealth = async (context: RoleContext) => (await import("./worker-health.ts")).openWorkerHealth(context);

const notReady = (sources: readonly TelemetrySource[], database: Database): readonly string[] => [
  ...(sources.every((source) => source.hears()) ? [] : ["the worker can't read its queue"]),
  ...new Set(sources.flatMap((source) => source.refusal?.() ?? []).map((why) => `the broker is not used: ${why}`)),
  ...[database.unwritable() ?? []].flat(),
  ...damagedFiles().map(damageWarning),
];

const tidyTasks = (store: Pick<CommitBatchStore, "tidy">, database: Database, logger: Logger): Task[] => [
  {
    name: "tidy",
    everyMs: TIDY_MS,
    async run() {
      const count = await store.tidy(systemClock.now());
      if (count > 0) logger.warn("Dead letters past their bounds were removed", { count });
    },
  },
  {
    name: "forget old Idempotency-Keys",
    everyMs: TIDY_MS,
    run: () => createAnswerStore(database).forget(systemClock.now()),
  },
  { name: "forget old patterns", everyMs: TIDY_MS, run: () => tidyLogPatterns(database, systemClock.now()) },
  {
    name: "remove expired revocations",
    everyMs: TIDY_MS,
    run: () => createTokenRevocationStore(database).removeExpired(systemClock.now()),
  },
  { name: "remove old counts", everyMs: TIDY_MS, run: () => tidyCounts(database, systemClock.now()) },
];
