import type { Archive } from "../../archive/archive.ts";
import { createDetectionEngine } from "../../detect/engine/detection-engine.ts";
import { type CountedHours, learnPast } from "../../detect/replay/learn-past.ts";
import type { Rule } from "../../detect/rules/rule.ts";
import { decideResolution, type ResolveDeps, resolveQuietIncidents } from "../../incident/resolve-quiet.ts";
import type { UnitsOfWork } from "../../incident/unit-of-work.ts";
import type { TelemetrySource } from "../../ingest/queue.ts";
import { type Clock, HOUR_MS, systemClock } from "../../kernel/clock.ts";
import { randomId } from "../../kernel/ids.ts";
import type { Logger } from "../../kernel/logger.ts";
import { servicesOf } from "../../model/incident.ts";
import { SYSTEM } from "../../model/scope.ts";
import type { CommitBatchStore } from "../../pipeline/commit-batch.ts";
import { type LearnPastsDeps, learnPasts } from "../../pipeline/learn-pasts.ts";
import type { PipelineDeps } from "../../pipeline/pipeline-deps.ts";
import { createWorker, type Worker } from "../../pipeline/worker.ts";
import { createReadQuiet } from "../../store/incidents/quiet-incidents.ts";
import { createQueueCountStore } from "../../store/queue/queue-counts.ts";
import { createCountedBuckets } from "../../store/signals/telemetry-sums.ts";
import { isDamage, isTransient } from "../../store/sql/classify-error.ts";
import type { Database } from "../../store/sql/database.ts";
import type { WriteCounts } from "../../store/telemetry/sqlite/write-counts.ts";
import type { BrokerAccess } from "../backends/broker-owner.ts";
import { openArchive } from "../backends/open-storage.ts";
import { openSources } from "../backends/telemetry-sources.ts";
import type { Config } from "../config/config.ts";
import type { Metrics } from "../runtime/metrics.ts";
import { COUNT_MS, RESOLVE_MS, type Task, TICK_MS } from "../runtime/schedule.ts";
import type { StorageWait } from "../runtime/storage-wait.ts";
import { type Consumption, openConsumption } from "./consumption.ts";
import { createHandledEvents, type HandledEvents, NOT_COUNTED } from "./handled-events.ts";

const RESOLVED_MAX = 200;

interface PipelineParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly storage: StorageWait;
  readonly broker: BrokerAccess;
  readonly database: Database;
  readonly rules: readonly Rule[];
  readonly store: CommitBatchStore;
  readonly units: UnitsOfWork;
  readonly metrics: Metrics;
  /** Counts of an archive in files beside the database. */
  readonly writeCounts: WriteCounts | undefined;
  /** Aborts work in the background. */
  readonly signal: AbortSignal;
}

export interface Pipeline {
  readonly archive: Archive;
  readonly sources: readonly TelemetrySource[];
  readonly consumption: Consumption;
  readonly worker: Worker;
  readonly tasks: readonly Task[];
  /** Reports the events that were handled since the last call. */
  readonly reportHandled: () => Promise<void>;
}

/** Connects the pipeline to the queue, the archive and the database. */
export async function openPipeline(parts: PipelineParts): Promise<Pipeline> {
  const { config, database, rules, metrics, logger, storage, broker, writeCounts, signal } = parts;
  const archive = await storage.retry(() => openArchive(config, { readonly: false, writeCounts }));
  const handled = openHandledEvents(config, database);
  const store = handled.exceptReplays(parts.store);
  const sources = await openSources(config, { logger, broker, damaged: () => metrics.damaged.inc() }, store);
  const consumption = openConsumption({ config, database, sources, logger });
  metrics.deadLettered.inc(0);
  if (consumption.group) {
    const { heldPartitions } = consumption.group;
    metrics.gauge("tocsin_partitions_held", "Partitions that this worker processes.", heldPartitions);
  }
  const deps: PipelineDeps = {
    archive,
    store,
    engine: createDetectionEngine(rules, {
      listeningPeriod: ({ organizationId, service }) => consumption.listeningPeriodOf(organizationId, [service]),
      onReset({ organizationId, service }, sections) {
        metrics.stateReset.inc();
        logger.warn("Stored detection state can't be read; its sections are learned again", {
          organizationId,
          service,
          sections,
        });
      },
    }),
    clock: systemClock,
    logger,
    group: consumption.group,
    isTransient,
    isDamage,
    processed(batch, now) {
      metrics.processed.inc({ kind: batch.kind }, batch.count);
      metrics.processing.observe(Math.max(0, now - batch.receivedAt) / 1000);
      handled.handled(batch.count);
      consumption.processed(batch, now);
    },
    deadLettered(count) {
      metrics.deadLettered.inc(count);
      handled.handled(count);
    },
  };
  const worker = createWorker(deps);
  const pasts = { ...deps, ...pastReader(database, archive, rules), exclusively: worker.exclusively };
  return {
    archive,
    sources: [handled.watch(sources.accepted), ...sources.givenUp],
    consumption,
    worker,
    tasks: [
      ...consumption.tasks,
      { name: "learn the past from the archive", everyMs: TICK_MS, run: () => learnPasts(pasts, signal) },
      ...quietTasks({
        worker,
        readQuiet: createReadQuiet(database),
        units: parts.units,
        consumption,
        clock: systemClock,
      }),
      { name: "report handled events", everyMs: COUNT_MS, run: handled.exchange },
    ],
    reportHandled: handled.exchange,
  };
}

function pastReader(database: Database, archive: Archive, rules: readonly Rule[]): Pick<LearnPastsDeps, "learnPast"> {
  const counted = createCountedBuckets(database);
  const countedHours: CountedHours = (organizationId, service, from, to) =>
    counted.buckets({ organizationId, actor: SYSTEM, permissions: [] }, [service], { span: HOUR_MS, from, to });
  return { learnPast: (past, signal) => learnPast({ archive, countedHours, rules }, past, signal) };
}

/** Only for events in a broker; the embedded queue counts its own. */
const openHandledEvents = (config: Config, database: Database): HandledEvents =>
  config.amqpUrl === undefined
    ? NOT_COUNTED
    : createHandledEvents({
        counts: createQueueCountStore(database, config.amqpPartitions),
        worker: randomId(),
        clock: systemClock,
      });

export interface QuietTaskParts extends ResolveDeps {
  readonly worker: Pick<Worker, "tick">;
  readonly consumption: Pick<Consumption, "listeningPeriodOf" | "examined">;
  readonly clock: Clock;
}

/** Tasks about missing telemetry. They judge only times in which the worker would have received it. */
export const quietTasks = ({ worker, consumption, clock, ...deps }: QuietTaskParts): Task[] => [
  {
    name: "examine services",
    everyMs: TICK_MS,
    async run() {
      await worker.tick();
      consumption.examined(clock.now());
    },
  },
  {
    name: "resolve quiet incidents",
    everyMs: RESOLVE_MS,
    run() {
      const now = clock.now();
      return resolveQuietIncidents(deps, now, RESOLVED_MAX, (incident) =>
        decideResolution(incident, now, consumption.listeningPeriodOf(incident.organizationId, servicesOf(incident))),
      );
    },
  },
];
