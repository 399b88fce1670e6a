import { type Admission, createAdmission } from "../../http/ingest/admission.ts";
import { createAuxiliaryEndpoints } from "../../http/ingest/auxiliary-endpoints.ts";
import { createBodyReader } from "../../http/ingest/body-reader.ts";
import { createIngestServer } from "../../http/ingest/ingest-server.ts";
import type { IntakePorts } from "../../ingest/accept-submission.ts";
import { createOrganizationGate, createQuotas } from "../../ingest/admission.ts";
import { createRefusalRecorder, type OnRefused } from "../../ingest/refusals.ts";
import { monotonicClock, systemClock } from "../../kernel/clock.ts";
import { BODIES_IN_FLIGHT_BYTES_MAX } from "../../model/ingestion-limits.ts";
import { isTransient } from "../../store/sql/classify-error.ts";
import { type IntakeQueue, openQueue } from "../backends/intake-queue.ts";
import { ingestLimitsOf, organizationLimitsOf, quotaLimitsOf } from "../config/admission-limits.ts";
import type { Config } from "../config/config.ts";
import { ingestionDocumentPath } from "../config/document-paths.ts";
import { listen, serverGuardOf, stopListening } from "../runtime/listen.ts";
import { createMetrics, type Metrics } from "../runtime/metrics.ts";
import { COUNT_MS, FLUSH_MS, startSchedule, TRIM_MS } from "../runtime/schedule.ts";
import { schemaChecks } from "../wiring/schema-checks.ts";
import { createRefusalLog } from "./refusal-log.ts";
import type { RoleContext, RunningRole } from "./role-context.ts";

/** Validates telemetry, makes it durable and answers. */
export async function startIngest(context: RoleContext): Promise<RunningRole> {
  const { config, logger, processMetrics, processNotReady, processWarnings, storage, broker } = context;
  const metrics = createMetrics({ ofProcess: false });
  const watch = { logger, broker, damaged: () => metrics.damaged.inc() };
  const end = await storage.retry(() => openQueue(config, watch, context.writeLock));
  showGauges(metrics, end);
  const refusals = createRefusalRecorder(end.refusals, systemClock);
  const logRefusal = createRefusalLog({ metrics, logger, clock: systemClock });
  const refused: OnRefused = (...refusal) => {
    logRefusal(...refusal);
    refusals.record(...refusal);
  };
  const intake = intakePorts({ config, end, metrics, refused });
  let stopping = false;
  const notReady = async (): Promise<readonly string[]> => (stopping ? ["stopping"] : end.notReady());
  const server = createIngestServer({
    intake,
    admission: admissionOf(config),
    bodies: createBodyReader({
      wireBytes: config.bodyBytesMax,
      inflatedBytes: config.inflatedBytesMax,
      inFlightBytes: Math.max(BODIES_IN_FLIGHT_BYTES_MAX, config.bodyBytesMax * 2),
    }),
    corsOrigins: config.corsOrigins,
    guard: serverGuardOf("ingest", config, logger),
    logger,
    isTransient,
    rest: createAuxiliaryEndpoints(
      {
        warnings: processWarnings,
        notReady: async () => [...(await notReady()), ...(await processNotReady())],
        metrics: processMetrics,
        roles: config.roles,
      },
      async () =>
        (await import("../../http/documentation-listener.ts")).createDocumentationListener(
          { path: ingestionDocumentPath, title: "Tocsin ingestion API" },
          logger,
        ),
    ),
    observed: (route, status, seconds) => metrics.request.observe({ route, status: String(status) }, seconds),
    ready: () => !stopping,
  });
  const stopTasks = startSchedule(
    [
      { name: "trim the queue", everyMs: TRIM_MS, run: end.trim },
      { name: "report unpublished telemetry", everyMs: TRIM_MS, run: end.reportUnpublished },
      { name: "store refusals", everyMs: FLUSH_MS, run: refusals.flush },
      { name: "count the events in the broker", everyMs: COUNT_MS, run: end.exchangeCounts },
      { name: "count organizations", everyMs: COUNT_MS, run: end.countOrganizations },
    ],
    logger,
  );
  await context.takeAddress();
  const address = await listen(server, "ingest", config);
  return {
    address,
    notReady,
    warnings: async () => end.warnings(),
    metrics: () => metrics.registry.getMetricsAsJSON(),
    async stop() {
      stopping = true;
      await stopListening(server);
      await stopTasks();
      // The counts are informational; an unreachable store must not hold up the stop.
      await refusals.flush().catch(() => undefined);
      await end.close();
    },
  };
}

function showGauges(metrics: Metrics, { depth, oldestAt, behind, databaseBehind, unreadable }: IntakeQueue): void {
  metrics.gauge("tocsin_queue_depth", "Events accepted and not yet processed; add it up over processes.", depth);
  metrics.gauge("tocsin_queue_oldest_seconds", "Age of the oldest of them; 0 where none waits.", () => {
    const at = oldestAt();
    return at === undefined ? 0 : Math.max(0, systemClock.now() - at) / 1000;
  });
  metrics.gauge(
    "tocsin_queue_behind",
    "Batches that the queue lacked of what the database has consumed, until an operator acknowledges it.",
    behind,
  );
  metrics.gauge(
    "tocsin_database_behind",
    "Consumed batches whose effects the database lacked, until an operator acknowledges it.",
    databaseBehind,
  );
  if (unreadable)
    metrics.gauge(
      "tocsin_queue_unreadable",
      "Messages in the broker that no worker can read.",
      async () => (await unreadable()) ?? Number.NaN,
    );
}

interface IntakeParts {
  readonly config: Config;
  readonly end: IntakeQueue;
  readonly metrics: Metrics;
  readonly refused: OnRefused;
}

const intakePorts = ({ config, end, metrics, refused }: IntakeParts): IntakePorts => ({
  clock: systemClock,
  queue: end.queue,
  services: end.services,
  organizations: createOrganizationGate({
    registry: end.services,
    limits: organizationLimitsOf(config),
    clock: monotonicClock,
  }),
  quotas: createQuotas({ limits: quotaLimitsOf(config), waitingOf: end.queue.waitingOf, clock: monotonicClock }),
  refused,
  checks: schemaChecks(),
  limits: ingestLimitsOf(config),
  accepted: (kind, count) => metrics.accepted.inc({ kind }, count),
});

const admissionOf = (config: Config): Admission =>
  createAdmission({
    keys: config.ingestApiKey,
    unboundKeys: config.ingestUnboundKeys,
    organizations: config.organizations,
  });
