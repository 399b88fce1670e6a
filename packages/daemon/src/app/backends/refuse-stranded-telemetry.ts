import type { StrandedQueues } from "../../adapters/broker/stranded-queues.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import { openPartitionCount } from "../../store/partitions/partition-count.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { ANSWER_MS_MAX, brokerUrlOf } from "./broker-owner.ts";
import { databaseTarget } from "./open-storage.ts";

/**
 * Throws ConfigError where telemetry waits in queues of another number of partitions, which no worker would read or the
 * wrong worker. An unreachable broker is checked by a later start, unless the number has changed.
 */
export async function refuseStrandedTelemetry(config: Config, isAway: boolean, logger: Logger): Promise<void> {
  const { amqpPartitions } = config;
  const url = brokerUrlOf(config);
  if (url === undefined) return;
  const counts = await openPartitionCount(databaseTarget(config));
  try {
    const previous = await counts.read();
    const isChanged = previous !== undefined && previous !== amqpPartitions;
    const found = isAway ? undefined : await findQueues(url, isChanged ? 0 : amqpPartitions, logger);
    if (found === undefined && isChanged) {
      throw new ConfigError(
        `TOCSIN_AMQP_PARTITIONS is ${amqpPartitions} and was ${previous}; the broker is unreachable, so its queues can't be checked. Start again once it is reachable.`,
      );
    }
    if (found && found.queues.length > 0) throw refusal(amqpPartitions, previous, found);
    if (found && previous !== amqpPartitions) await counts.write(amqpPartitions);
  } finally {
    await counts.close();
  }
}

async function findQueues(url: string, partitions: number, logger: Logger): Promise<StrandedQueues | undefined> {
  const { findStrandedQueues } = await import("../../adapters/broker/stranded-queues.ts");
  const signal = AbortSignal.timeout(ANSWER_MS_MAX);
  return findStrandedQueues({ url, partitions, signal }).catch((error: unknown) => {
    logger.warn("The broker can't be asked for queues of other partitions", { problem: coerceError(error).message });
    return undefined;
  });
}

function refusal(partitions: number, previous: number | undefined, found: StrandedQueues): ConfigError {
  const [first] = found.queues;
  const before = previous === undefined || previous === partitions ? "" : ` and was ${previous}`;
  return new ConfigError(
    `TOCSIN_AMQP_PARTITIONS is ${partitions}${before}, and ${found.messages} messages wait in ${found.queues.length} queues of another number, from ${first} on` +
      `${found.consumers > 0 ? `; ${found.consumers} consumers of other processes read them` : ""}. ` +
      "Start with the previous number, stop ingestion, wait until tocsin_queue_depth is 0, stop all processes, and change the number for all.",
  );
}
