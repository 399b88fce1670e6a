import type { PartitionedSource } from "../../adapters/broker/amqp-source.ts";
import { createGroupMember, type GroupMember } from "../../consumer-group/group-member.ts";
import type { TelemetrySource } from "../../ingest/queue.ts";
import { systemClock } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import { randomId } from "../../kernel/ids.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { AcceptedBatch } from "../../model/accepted-batch.ts";
import { partitionOf } from "../../model/partition.ts";
import type { TelemetryCoverageOf } from "../../model/telemetry-coverage.ts";
import type { PipelineDeps } from "../../pipeline/pipeline-deps.ts";
import type { Worker } from "../../pipeline/worker.ts";
import { createPartitionLeaseStore } from "../../store/partitions/partition-leases.ts";
import type { Database } from "../../store/sql/database.ts";
import type { TelemetrySources } from "../backends/telemetry-sources.ts";
import type { Config } from "../config/config.ts";
import { HEARTBEAT_MS, type Task } from "../runtime/schedule.ts";
import { createListeningTracker } from "./listening-tracker.ts";

/** The partitions that this worker consumes, and the periods in which silence counts. */
export interface Consumption {
  /** Undefined where this is the only worker. */
  readonly group: (PipelineDeps["group"] & Pick<GroupMember, "heldPartitions" | "problem">) | undefined;
  readonly listeningPeriodOf: TelemetryCoverageOf;
  /** Call it with each processed batch. */
  processed(batch: AcceptedBatch, now: number): void;
  /** Call it after each completed examination. */
  examined(now: number): void;
  readonly tasks: readonly Task[];
  /** Joins the group and starts consuming. */
  join(worker: Pick<Worker, "forget">): Promise<void>;
  /** Finishes received batches and leaves the group. */
  leave(): Promise<void>;
}

export interface ConsumptionOptions {
  readonly config: Pick<Config, "amqpPartitions">;
  readonly database: Database;
  readonly sources: TelemetrySources;
  readonly logger: Logger;
}

export const openConsumption = ({ config, database, sources, logger }: ConsumptionOptions): Consumption =>
  sources.partitioned
    ? consumeInGroup({ database, source: sources.partitioned, partitions: config.amqpPartitions, logger })
    : consumeAlone([sources.accepted]);

/** The embedded queue has a single worker. */
function consumeAlone(sources: readonly Pick<TelemetrySource, "hears">[]): Consumption {
  const listening = createListeningTracker(systemClock.now());
  return {
    group: undefined,
    listeningPeriodOf: () => listening.period(systemClock.now()),
    processed: ({ receivedAt }, now) => listening.recordProcessed(receivedAt, now),
    examined(now) {
      if (sources.every((source) => source.hears())) listening.heartbeat(now);
    },
    tasks: [],
    join: async () => undefined,
    leave: async () => undefined,
  };
}

interface GroupOptions {
  readonly database: Database;
  readonly source: PartitionedSource;
  readonly partitions: number;
  readonly logger: Logger;
}

/** With RabbitMQ, several workers share the partitions. */
function consumeInGroup({ database, source, partitions, logger }: GroupOptions): Consumption {
  let forget: Worker["forget"] = async () => undefined;
  const member: GroupMember = createGroupMember({
    member: randomId(),
    partitions,
    store: createPartitionLeaseStore(database, systemClock),
    consumer: source,
    forget: (partition) =>
      void forget(({ organizationId, service }) => partitionOf(organizationId, service, partitions) === partition),
    clock: systemClock,
    logger,
  });
  source.onLeaseLost(() => member.verify());
  return {
    group: { ...member, partitions },
    listeningPeriodOf: (organizationId, services) => member.listeningPeriod(organizationId, services),
    processed: () => undefined,
    examined: () => undefined,
    tasks: [{ name: "renew partition leases", everyMs: HEARTBEAT_MS, run: () => member.beat() }],
    async join(worker) {
      forget = worker.forget;
      await member.beat().catch((error: unknown) => {
        logger.warn("Partition leases not acquired; retrying", { error: coerceError(error) });
      });
    },
    leave: () => member.leave(),
  };
}
