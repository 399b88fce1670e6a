import type { ConsumeMessage } from "amqplib";
import type { Delivery } from "../../ingest/queue.ts";
import { sleep } from "../../kernel/back-off.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { AcceptedBatch } from "../../model/accepted-batch.ts";
import { identityOf } from "../../model/batch-codec.ts";
import { type Part, partsOf } from "./partition-parts.ts";
import type { Publisher } from "./publisher.ts";

const REQUEUED_HEADER = "x-tocsin-requeued";

/** Marks a message that RabbitMQ gave up for its number of deliveries, and that was published again. */
export const REQUEUED_HEADERS = { [REQUEUED_HEADER]: true } as const;

/**
 * Returns of a requeued message after which a worker refuses it. Fewer than the broker allows: connections were stable
 * when it was published, and each return may be the end of a worker.
 */
export const REQUEUED_RETURNS_MAX = 5;

export const wasRequeued = ({ properties }: ConsumeMessage): boolean => properties.headers?.[REQUEUED_HEADER] === true;

/** How often it went back to its queue; quorum queues count that. */
export const returnsOf = ({ properties }: ConsumeMessage): number =>
  Number(properties.headers?.["x-delivery-count"] ?? 0);

/** True where it was requeued and has come back too often since. */
export const isExhausted = (message: ConsumeMessage): boolean =>
  wasRequeued(message) && returnsOf(message) >= REQUEUED_RETURNS_MAX;

/**
 * The batch as one message of its partition. Undefined if it isn't telemetry, is damaged, or belongs to several
 * partitions since their number changed: consumers wouldn't know the identities of its parts.
 */
export function wholePartOf(batch: AcceptedBatch, partitions: number): Part | undefined {
  if (batch.kind === "rejected") return undefined;
  const [part, ...others] = partsOf(batch, partitions);
  return part && others.length === 0 && part.batch.kind !== "rejected" ? part : undefined;
}

/** The broker answers a blocked publisher late. A copy more does no harm: consumers know it by its identity. */
const CONFIRM_MS_MAX = MINUTE_MS;

export interface RequeueOptions {
  readonly publisher: Publisher;
  readonly partitions: number;
  readonly logger: Logger;
  readonly pauseMs: number;
  readonly isConnected: () => boolean;
  /** False while what is published might only come back, see `STABLE_MS` in amqp-source.ts. */
  readonly isStable: () => boolean;
}

/**
 * Publishes the telemetry of a delivery to its partitions, and hands over the rest, which is to become dead letters.
 * Resolves when the broker has confirmed all of it.
 */
export async function requeueTelemetry(
  options: RequeueOptions,
  delivery: Delivery,
  handle: (delivery: Delivery) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const parts = delivery.batches.flatMap((batch) => wholePartOf(batch, options.partitions) ?? []);
  if (parts.length > 0) await publishAll(options, parts, signal);
  const rejected = delivery.batches.filter(({ kind }) => kind === "rejected");
  if (rejected.length > 0)
    await handle({ ...delivery, batches: rejected, progress: { batches: rejected.map(identityOf) } });
}

/** Repeats what isn't confirmed while the connection lasts; the broker gives the messages again after that. */
async function publishAll(options: RequeueOptions, parts: readonly Part[], signal: AbortSignal): Promise<void> {
  const { publisher, logger, pauseMs, isConnected, isStable } = options;
  const events = parts.reduce((sum, { batch }) => sum + batch.count, 0);
  signal.addEventListener("abort", publisher.giveUp, { once: true });
  try {
    for (let left = parts; !signal.aborted; await sleep(pauseMs, signal)) {
      if (isStable()) {
        const stored = await publisher.publish(left, CONFIRM_MS_MAX);
        left = left.filter((_part, index) => !stored[index]);
      }
      if (left.length === 0) {
        logger.warn("Messages that came back too often are queued once more", { messages: parts.length, events });
        return;
      }
      if (!isConnected()) break;
    }
    throw new Error("Messages that came back too often could not be queued once more.");
  } finally {
    signal.removeEventListener("abort", publisher.giveUp);
  }
}
