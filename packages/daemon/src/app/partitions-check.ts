import { coerceError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";

/**
 * Throws ConfigError where telemetry waits in queues that this number of partitions leaves out. A broker that is away
 * is asked by a later start: nothing is stranded that wasn't before.
 */
export async function refuseStrandedTelemetry({ amqpUrl, amqpPartitions }: Config, logger: Logger): Promise<void> {
  if (amqpUrl === undefined) return;
  const { findStrandedQueues } = await import("../adapters/broker/stranded-queues.ts");
  const found = await findStrandedQueues(amqpUrl, amqpPartitions).catch((error: unknown) => {
    logger.warn("The broker can't be asked for queues of other partitions", { problem: coerceError(error).message });
    return undefined;
  });
  if (found === undefined || found.queues.length === 0) return;
  const [first] = found.queues;
  throw new ConfigError(
    `TOCSIN_AMQP_PARTITIONS is ${amqpPartitions}, and ${found.messages} messages wait in ${found.queues.length} queues beyond it, from ${first} on` +
      `${found.consumers > 0 ? `; ${found.consumers} consumers of other processes read them` : ""}. ` +
      "Start with the earlier number, stop ingestion, wait until tocsin_queue_depth is 0, stop all processes, and change the number for all.",
  );
}
