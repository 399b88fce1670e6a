import { setTimeout as wait } from "node:timers/promises";
import { createDetectionEngine } from "../../detect/engine.ts";
import type { Rule } from "../../detect/rule.ts";
import type { TelemetrySource } from "../../ingest/queue.ts";
import { systemClock } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import { randomId } from "../../kernel/ids.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { CommitBatchStore } from "../../pipeline/commit-batch.ts";
import { createWorker, type Worker } from "../../pipeline/worker.ts";
import { createCommitBatchStore } from "../../store/commit-batch-store.ts";
import { tidyLogPatterns } from "../../store/detection/log-template-store.ts";
import { createAnswerStore } from "../../store/idempotency/idempotent-answers.ts";
import { createHeldStore } from "../../store/maintenance/release-held.ts";
import { createQueueCountStore } from "../../store/queue/queue-counts.ts";
import { createActionStore } from "../../store/remediation/action-store.ts";
import { tidyCounts } from "../../store/signals/telemetry-counts.ts";
import { isDamage, isTransient } from "../../store/sql/classify-error.ts";
import { damagedFiles, damageWarning } from "../../store/sql/damaged-file.ts";
import { type Database, openDatabase } from "../../store/sql/database.ts";
import { createTokenRevocationStore } from "../../store/tokens/token-revocations.ts";
import { type ArchiveWatch, openArchiveWatch } from "../backends/archive-watch.ts";
import { databaseTarget, openArchive, openSources } from "../backends/backends.ts";
import type { Config } from "../config/config.ts";
import { detectionRules, shadowRulesOf } from "../config/detection-rules.ts";
import { stopListening } from "../runtime/listen.ts";
import { createMetrics, type Metrics } from "../runtime/metrics.ts";
import { COUNT_MS, startSchedule, type Task, TIDY_MS } from "../runtime/schedule.ts";
import { archiveTasks } from "../wiring/archive-tasks.ts";
import { auditHeadTasks } from "../wiring/audit-head-tasks.ts";
import { openConsumption } from "../wiring/consumption.ts";
import { demotionTasks } from "../wiring/demotion-tasks.ts";
import { diagnosisTasks } from "../wiring/diagnosis-tasks.ts";
import { diagnosisDeps } from "../wiring/diagnosis-wiring.ts";
import { createHandledEvents, type HandledEvents, NOT_COUNTED } from "../wiring/handled-events.ts";
import { keyOldLogs } from "../wiring/key-old-logs.ts";
import { createMailEnd } from "../wiring/mail-client.ts";
import { maintenanceTasks } from "../wiring/maintenance-tasks.ts";
import { notifyTasks } from "../wiring/notify-tasks.ts";
import { dispatchDeps } from "../wiring/notify-wiring.ts";
import { quietTasks } from "../wiring/quiet-tasks.ts";
import { remediationTasks } from "../wiring/remediation-tasks.ts";
import { verifyTasks } from "../wiring/remediation-verify-tasks.ts";
import { remediationWorker } from "../wiring/remediation-worker.ts";
import { reportingTasks } from "../wiring/reporting-tasks.ts";
import { reportingDeps } from "../wiring/reporting-wiring.ts";
import type { RoleContext, RunningRole } from "./role-context.ts";

const RESUME_MS = 1_000;

/** Consumes the queue: indexes, detects, opens incidents; and what comes with time: silence, resolution, retention. */
export async function startWorker(context: RoleContext): Promise<RunningRole> {
  const { config, logger, policy, storage } = context;
  const metrics = createMetrics({ ofProcess: !config.roles.includes("core") });
  const database = await storage.retry(() => openDatabase(databaseTarget(config, context.writeTurns, "worker")));
  await storage.retry(() => keyOldLogs(config, database, logger));
  const rules = detectionRules(config);
  const { autoDiagnose, correlationBuiltIn: builtIn } = config;
  const openings = { autoDiagnose, builtIn, shadowRules: shadowRulesOf(rules) };
  const counts = handledEvents(config, database);
  const archiveWatch = await storage.retry(async () => openArchiveWatch({ config, database, logger, metrics }));
  const { writeCounts } = archiveWatch;
  const rounds = counts.exceptReplays(createCommitBatchStore(database, openings, writeCounts));
  const pipeline = await openPipeline({ context, database, rules, rounds, metrics, counts, writeCounts });
  const { worker, sources, archive, consumption } = pipeline;
  const { listeningPeriodOf } = consumption;

  const stop = new AbortController();
  const diagnosing = await diagnosisDeps({ config, database, archive, logger, metrics });
  const remediating = await remediationWorker({ config, database, policy, logger, metrics }, stop.signal);
  const notifying = await dispatchDeps({ config, database, logger, metrics });
  const mail = createMailEnd(config);
  const reporting = await reportingDeps({ config, database, logger, metrics, send: mail.send });
  const tasks: Task[] = [
    ...consumption.tasks,
    ...quietTasks({ worker, store: rounds, listeningPeriodOf, examined: consumption.examined, clock: systemClock }),
    ...archiveTasks({ archive, config, logger, metrics }),
    ...maintenanceTasks({ held: createHeldStore(database, openings), listeningPeriodOf, clock: systemClock, logger }),
    ...diagnosisTasks(diagnosing, stop.signal),
    ...remediating.tasks,
    ...reportingTasks(reporting, stop.signal),
    ...remediationTasks({ actions: createActionStore(database), clock: systemClock }),
    ...verifyTasks({ database, policy, listeningPeriodOf }),
    ...notifyTasks(notifying, stop.signal),
    ...demotionTasks({ config, rules, database, logger }, stop.signal),
    ...auditHeadTasks(config, database, logger, stop.signal),
    ...tidyTasks(counts, rounds, database, logger),
  ];
  const stopTasks = startSchedule(tasks, logger);
  const consuming = Promise.all(sources.map((source) => consume(source, worker, stop.signal, logger)));
  await consumption.join(worker);
  const isAlone = config.roles.length === 1;
  const alone = isAlone ? await (await import("./worker-health.ts")).openWorkerHealth(context) : undefined;
  return {
    address: alone?.address,
    notReady: async () => [...notReady(sources, database), ...[consumption.group?.problem() ?? []].flat()],
    warnings: archiveWatch.warnings,
    metrics: () => metrics.registry.getMetricsAsJSON(),
    async stop() {
      await consumption.leave();
      stop.abort();
      if (alone) await stopListening(alone.server);
      await consuming;
      await counts.exchange().catch(() => undefined);
      await stopTasks();
      await remediating.settled();
      await mail.close();
      await notifying.close();
      await Promise.all(sources.map((source) => source.close()));
      await archive.close();
      await database.close();
    },
  };
}

interface PipelineParts {
  readonly context: RoleContext;
  readonly database: Database;
  readonly rules: readonly Rule[];
  readonly rounds: CommitBatchStore;
  readonly metrics: Metrics;
  readonly counts: HandledEvents;
  readonly writeCounts: ArchiveWatch["writeCounts"];
}

/** From the queue to the archive and the incidents. */
async function openPipeline(parts: PipelineParts) {
  const { context, database, rules, rounds, metrics, counts, writeCounts } = parts;
  const { config, logger, storage, broker } = context;
  const archive = await storage.retry(() => openArchive(config, { readonly: false, writeCounts }));
  const sources = await openSources(config, { logger, broker, damaged: () => metrics.damaged.inc() }, rounds);
  const consumption = openConsumption({ config, database, sources, logger });
  metrics.deadLettered.inc(0);
  if (consumption.group) {
    const { heldPartitions } = consumption.group;
    metrics.gauge("tocsin_partitions_held", "Partitions that this worker processes.", heldPartitions);
  }
  const worker = createWorker({
    archive,
    store: rounds,
    engine: createDetectionEngine(rules, {
      listeningPeriod: ({ organizationId, service }) => consumption.listeningPeriodOf(organizationId, [service]),
    }),
    clock: systemClock,
    logger,
    group: consumption.group,
    isTransient,
    isDamage,
    processed(batch, now) {
      metrics.processed.inc({ kind: batch.kind }, batch.count);
      metrics.processing.observe(Math.max(0, now - batch.receivedAt) / 1000);
      counts.handled(batch.count);
      consumption.processed(batch, now);
    },
    deadLettered(count) {
      metrics.deadLettered.inc(count);
      counts.handled(count);
    },
  });
  return { worker, sources: [counts.watch(sources.accepted), ...sources.givenUp], archive, consumption };
}

const handledEvents = (config: Config, database: Database): HandledEvents =>
  config.amqpUrl === undefined
    ? NOT_COUNTED
    : createHandledEvents({
        counts: createQueueCountStore(database, config.amqpPartitions),
        worker: randomId(),
        clock: systemClock,
      });

const notReady = (sources: readonly TelemetrySource[], database: Database): readonly string[] => [
  ...(sources.every((source) => source.hears()) ? [] : ["the worker can't read its queue"]),
  ...new Set(sources.flatMap((source) => source.refusal?.() ?? []).map((why) => `the broker is not used: ${why}`)),
  ...[database.unwritable() ?? []].flat(),
  ...damagedFiles().map(damageWarning),
];

const tidyTasks = (
  counts: HandledEvents,
  rounds: Pick<CommitBatchStore, "tidy">,
  database: Database,
  logger: Logger,
): Task[] => [
  { name: "count the events that were handled", everyMs: COUNT_MS, run: counts.exchange },
  {
    name: "tidy",
    everyMs: TIDY_MS,
    async run() {
      const count = await rounds.tidy(systemClock.now());
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

/** Consumes until the signal; a source that breaks off is begun anew. */
async function consume(source: TelemetrySource, worker: Worker, signal: AbortSignal, logger: Logger): Promise<void> {
  while (!signal.aborted) {
    await source
      .run((delivery) => worker.handle(delivery, signal), signal)
      .catch((error: unknown) => {
        if (!signal.aborted) logger.error("Consuming broke off; it begins anew", { error: coerceError(error) });
      });
    if (!signal.aborted) await wait(RESUME_MS, undefined, { signal }).catch(() => undefined);
  }
}
