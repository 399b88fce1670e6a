import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Archive } from "../archive/archive.ts";
import { createDetectionEngine } from "../detect/engine.ts";
import { createGuardedServer } from "../http/connections/guarded-server.ts";
import { serveHealth } from "../http/health.ts";
import { newRequestId, problemOf, sendJson } from "../http/problem.ts";
import type { RoundStore } from "../incident/round.ts";
import type { TelemetrySource } from "../ingest/queue.ts";
import { systemClock } from "../kernel/clock.ts";
import { ApplicationError, coerceError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import type { AnswerStore } from "../model/kept-answer.ts";
import { type Database, openDatabase } from "../store/database.ts";
import { createAnswerStore } from "../store/idempotency/answers.ts";
import { tidyLogPatterns } from "../store/log-patterns.ts";
import { createHeldStore } from "../store/maintenance/release.ts";
import { createActionStore } from "../store/remediation/actions.ts";
import { createRoundStore } from "../store/round-store.ts";
import { tidyCounts } from "../store/signal/counts.ts";
import { createTokenRevocationStore } from "../store/token/revocations.ts";
import { isTransient } from "../store/transient.ts";
import { auditHeadTasks } from "./audit-head-tasks.ts";
import { keyOldLogs } from "./audit-keying.ts";
import { databaseTarget, openArchive, openSources } from "./backends.ts";
import { demotionTasks } from "./demotion-tasks.ts";
import { detectionRules, shadowRulesOf } from "./detection-rules.ts";
import { diagnosisTasks } from "./diagnosis-tasks.ts";
import { diagnosisDeps } from "./diagnosis-wiring.ts";
import { guardOf } from "./guard.ts";
import { listen, stopListening } from "./listen.ts";
import { createListening } from "./listening.ts";
import { createMailEnd } from "./mail.ts";
import { maintenanceTasks } from "./maintenance-tasks.ts";
import { createMetrics } from "./metrics.ts";
import { notifyTasks } from "./notify-tasks.ts";
import { dispatchDeps } from "./notify-wiring.ts";
import { quietTasks } from "./quiet-tasks.ts";
import { remediationTasks } from "./remediation-tasks.ts";
import { verifyTasks } from "./remediation-verify-tasks.ts";
import { remediationWorker } from "./remediation-worker.ts";
import { reportingTasks } from "./reporting-tasks.ts";
import { reportingDeps } from "./reporting-wiring.ts";
import type { RoleContext, RunningRole } from "./role.ts";
import { RETENTION_MS, retentionCutoff, startSchedule, type Task, TIDY_MS } from "./schedule.ts";
import { createWorker, type Worker } from "./worker.ts";

const RESUME_MS = 1_000;
const REMOVED_AT_ONCE_MAX = 5_000;
/** How long a run removes before the next one: several times what can come in. */
const REMOVAL_MS_MAX = 30_000;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Consumes the queue: indexes, detects, opens incidents; and what comes with time: silence, resolution, retention. */
export async function startWorker(context: RoleContext): Promise<RunningRole> {
  const { config, logger, policy } = context;
  const metrics = createMetrics({ ofProcess: !config.roles.includes("core") });
  const database = await openDatabase(databaseTarget(config, context.writeTurns));
  await keyOldLogs(config, database, logger);
  const rules = detectionRules(config);
  const { autoDiagnose, correlationBuiltIn: builtIn } = config;
  const openings = { autoDiagnose, builtIn, shadowRules: shadowRulesOf(rules) };
  const rounds = createRoundStore(database, openings);
  const archive = await openArchive(config, { readonly: false });
  const sources = await openSources(config, { logger, damaged: () => metrics.damaged.inc() }, rounds);
  const listening = createListening(systemClock.now());
  const worker = createWorker({
    archive,
    rounds,
    engine: createDetectionEngine(rules, { listeningSince: listening.since }),
    clock: systemClock,
    logger,
    sharesServices: config.amqpUrl !== undefined,
    isTransient,
    processed(batch, now) {
      metrics.processed.inc({ kind: batch.kind }, batch.count);
      metrics.processing.observe(Math.max(0, now - batch.receivedAt) / 1000);
      listening.took(batch.receivedAt, now);
    },
    deadLettered: (count) => metrics.deadLettered.inc(count),
  });
  metrics.deadLettered.inc(0);

  const stop = new AbortController();
  const diagnosing = await diagnosisDeps({ config, database, archive, logger, metrics });
  const remediating = await remediationWorker({ config, database, policy, logger, metrics }, stop.signal);
  const notifying = await dispatchDeps({ config, database, logger, metrics });
  const mail = createMailEnd(config);
  const reporting = await reportingDeps({ config, database, logger, metrics, send: mail.send });
  const tasks: Task[] = [
    ...quietTasks({ worker, sources, rounds, listening, clock: systemClock }),
    removalTask(archive, config.eventRetentionDays),
    ...maintenanceTasks({ held: createHeldStore(database, openings), listening, clock: systemClock, logger }),
    ...diagnosisTasks(diagnosing, stop.signal),
    ...remediating.tasks,
    ...reportingTasks(reporting, stop.signal),
    ...remediationTasks({ actions: createActionStore(database), clock: systemClock }),
    ...verifyTasks({ database, policy, listening }),
    ...notifyTasks(notifying, stop.signal),
    ...demotionTasks({ config, rules, database, logger }, stop.signal),
    ...auditHeadTasks(config, database, logger, stop.signal),
    ...tidyTasks(rounds, createAnswerStore(database), database),
  ];
  const stopTasks = startSchedule(tasks, logger);
  const consuming = Promise.all(sources.map((source) => consume(source, worker, stop.signal, logger)));
  const alone = await healthServer(context);
  return {
    address: alone?.address,
    notReady: async () => ((await database.ping()) ? [] : ["the worker's database is away"]),
    metrics: () => metrics.registry.getMetricsAsJSON(),
    async stop() {
      stop.abort();
      if (alone) await stopListening(alone.server);
      await consuming;
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

const tidyTasks = (
  rounds: Pick<RoundStore, "tidy">,
  answers: Pick<AnswerStore, "forget">,
  database: Database,
): Task[] => [
  { name: "tidy", everyMs: TIDY_MS, run: () => rounds.tidy(systemClock.now()) },
  { name: "forget old Idempotency-Keys", everyMs: TIDY_MS, run: () => answers.forget(systemClock.now()) },
  { name: "forget old patterns", everyMs: TIDY_MS, run: () => tidyLogPatterns(database, systemClock.now()) },
  {
    name: "remove expired revocations",
    everyMs: TIDY_MS,
    run: () => createTokenRevocationStore(database).removeExpired(systemClock.now()),
  },
  { name: "remove old counts", everyMs: TIDY_MS, run: () => tidyCounts(database, systemClock.now()) },
];

const removalTask = (archive: Archive, days: number): Task => ({
  name: "remove old telemetry",
  everyMs: RETENTION_MS,
  async run() {
    const cutoff = retentionCutoff(systemClock.now(), days);
    const until = systemClock.now() + REMOVAL_MS_MAX;
    while (systemClock.now() < until && (await archive.removeBefore(cutoff, REMOVED_AT_ONCE_MAX)) > 0) {
      await nextTurn();
    }
  },
});

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

/** A process that is only a worker answers health and metrics on the core address. */
async function healthServer({
  config,
  logger,
  processMetrics,
  processNotReady,
  processWarnings,
}: RoleContext): Promise<{ server: Server; address: string } | undefined> {
  if (config.roles.length > 1) return undefined;
  const health = { notReady: processNotReady, warnings: processWarnings, metrics: processMetrics, roles: config.roles };
  const server = createGuardedServer(guardOf("core", config, logger), (request, response) => {
    if (serveHealth(health, request, response)) return;
    const problem = problemOf(
      new ApplicationError(
        "not_found",
        "This process is a worker: it answers /health/live, /health/ready and /metrics only.",
      ),
    );
    sendJson(response, problem.statusCode, JSON.stringify(problem), newRequestId());
  });
  return { server, address: await listen(server, config.coreHost, config.corePort, "TOCSIN_CORE_PORT") };
}
