import { createAdmission } from "../http/ingest/admission.ts";
import { createBodyReader } from "../http/ingest/body.ts";
import { createRest } from "../http/ingest/rest.ts";
import { createIngestServer } from "../http/ingest/server.ts";
import type { IngestRoom } from "../ingest/accept.ts";
import { systemClock } from "../kernel/clock.ts";
import { BODIES_IN_FLIGHT_BYTES_MAX } from "../model/limits.ts";
import { isTransient } from "../store/transient.ts";
import { limitsOf, openQueue } from "./backends.ts";
import { ingestionDocumentPath, schemaChecks } from "./documents.ts";
import { listen, stopListening } from "./listen.ts";
import { createMetrics } from "./metrics.ts";
import type { RoleContext, RunningRole } from "./role.ts";
import { startSchedule, TRIM_MS } from "./schedule.ts";

/** Validates, makes durable, answers. */
export async function startIngest({
  config,
  logger,
  processMetrics,
  processNotReady,
}: RoleContext): Promise<RunningRole> {
  const metrics = createMetrics({ ofProcess: false });
  const end = await openQueue(config, { logger, damaged: () => metrics.damaged.inc() });
  metrics.gauge("tocsin_queue_depth", "Events accepted and not yet processed.", end.depth);
  const { unreadable } = end;
  if (unreadable)
    metrics.gauge(
      "tocsin_queue_unreadable",
      "Messages in the broker that no worker can read.",
      async () => (await unreadable()) ?? Number.NaN,
    );

  const room: IngestRoom = {
    clock: systemClock,
    queue: end.queue,
    services: end.services,
    checks: schemaChecks(),
    limits: limitsOf(config),
    accepted: (kind, count) => metrics.accepted.inc({ kind }, count),
  };
  let stopping = false;
  const notReady = async (): Promise<readonly string[]> => (stopping ? ["stopping"] : end.notReady());
  const server = createIngestServer({
    room,
    admission: createAdmission({ keys: config.ingestApiKey, organizations: config.organizations }),
    bodies: createBodyReader({
      wireBytes: config.bodyBytesMax,
      inflatedBytes: config.inflatedBytesMax,
      inFlightBytes: Math.max(BODIES_IN_FLIGHT_BYTES_MAX, config.bodyBytesMax * 2),
    }),
    corsOrigins: config.corsOrigins,
    logger,
    isTransient,
    rest: createRest(
      {
        notReady: async () => [...(await notReady()), ...(await processNotReady())],
        metrics: processMetrics,
        roles: config.roles,
      },
      async () =>
        (await import("../http/pages.ts")).createPages(
          { path: ingestionDocumentPath, title: "Tocsin ingestion API" },
          logger,
        ),
    ),
    observed: (route, status, seconds) => metrics.request.observe({ route, status: String(status) }, seconds),
    ready: () => !stopping,
  });
  const stopTasks = startSchedule([{ name: "trim the queue", everyMs: TRIM_MS, run: end.trim }], logger);
  const address = await listen(server, config.ingestHost, config.ingestPort, "TOCSIN_INGEST_PORT");
  return {
    address,
    notReady,
    metrics: () => metrics.registry.getMetricsAsJSON(),
    async stop() {
      stopping = true;
      await stopListening(server);
      await stopTasks();
      await end.close();
    },
  };
}
