import { join } from "node:path";
import type { PartitionedSource } from "../../adapters/broker/amqp-source.ts";
import type { TelemetrySource } from "../../ingest/queue.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { CommitBatchStore } from "../../pipeline/commit-batch.ts";
import { openEmbeddedSource } from "../../store/queue/embedded-source.ts";
import type { Config } from "../config/config.ts";
import { QUEUE_FILE } from "../config/data-files.ts";
import { brokerOwnerOf, linkRulesOf } from "./broker-owner.ts";
import type { QueueWatch } from "./intake-queue.ts";
/** The queue as the worker uses it. */
export interface TelemetrySources {
  /** Accepted telemetry. */
  readonly accepted: TelemetrySource;
  /** The same source on RabbitMQ, whose partitions are shared with other workers. */
  readonly partitioned: PartitionedSource | undefined;
  /** Telemetry that the broker dead-lettered. */
  readonly givenUp: readonly TelemetrySource[];
}

export async function openSources(
  config: Config,
  watch: QueueWatch,
  store: Pick<CommitBatchStore, "positions">,
): Promise<TelemetrySources> {
  if (!config.amqpUrl) {
    const positions = (consumer: string) => store.positions(consumer);
    const embedded = openEmbeddedSource({ path: join(config.dataDir, QUEUE_FILE), positions, ...watch });
    return { accepted: embedded, partitioned: undefined, givenUp: [] };
  }
  const { openAmqpSource, openDeliveryLimitSource: openGivenUpSource } = await import(
    "../../adapters/broker/amqp-source.ts"
  );
  const options = {
    url: config.amqpUrl,
    partitions: config.amqpPartitions,
    owner: await brokerOwnerOf(config),
    ...(await linkRulesOf(watch.broker)),
    logger: watch.logger,
    clock: systemClock,
  };
  const partitioned = await openAmqpSource(options);
  const { connectedForMs: telemetryConnectedForMs } = partitioned;
  const givenUp = await openGivenUpSource({ ...options, telemetryConnectedForMs });
  return { accepted: partitioned, partitioned, givenUp: [givenUp] };
}
