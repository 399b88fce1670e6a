import { setImmediate as eventLoopTick } from "node:timers/promises";
import { type Delivery, LeaseLost } from "../../ingest/queue.ts";
import { backOffMs, sleep } from "../../kernel/back-off.ts";
import type { Logger } from "../../kernel/logger.ts";
import { PROCESSING_ATTEMPTS_MAX } from "../../model/ingestion-limits.ts";
import type { PartitionLease } from "../../model/partition.ts";
import type { HeldMessage, UnackedMessages } from "./unacked-messages.ts";

export interface HandOver {
  readonly held: UnackedMessages;
  readonly logger: Logger;
  /** The leases under which these messages are processed. */
  readonly leasesOf: (messages: readonly HeldMessage[]) => readonly PartitionLease[];
  /** Asks which leases still hold; messages of the others are gone from `held` when it resolves. */
  readonly verifyLeases: () => Promise<void>;
  readonly handled: (messages: readonly HeldMessage[]) => void;
  readonly pauseMs: number;
  /** Where the broker puts what is refused. */
  readonly refusedTo: string;
}

const PAUSE_MS_MAX = 15_000;
const PAUSE_FACTOR_MAX = 16;
/**
 * Minimum time between the starts of two deliveries, unless a full one waits: a transaction costs the same for one
 * event as for a thousand. Kafka's producers call it linger. The first delivery after a pause starts at once.
 */
const LINGER_MS = 200;

/**
 * Hands over waiting messages, one delivery at a time, and acknowledges each delivery when it is handled.
 *
 * A failed delivery stays here, unacknowledged, and is retried after a pause. A returned message would come back to
 * this worker at once, and each return counts against it in the broker. Messages that failed together are retried
 * alone. A message is at fault when it fails five times while others succeed. It is then rejected, and the broker
 * dead-letters it. While everything fails, as with a database that is down, no message is at fault.
 */
export async function handOver(
  options: HandOver,
  handle: (delivery: Delivery) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { held, logger, pauseMs, refusedTo } = options;
  let handled = 0;
  let failures = 0;
  let beganAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    await held.arrival(signal);
    await linger(held, beganAt + LINGER_MS - performance.now(), signal);
    if (signal.aborted) return;
    const messages = held.next();
    // Given back while it waited.
    if (messages.length === 0) continue;
    beganAt = performance.now();
    try {
      await handle(deliveryOf(messages, options));
      held.acknowledge(messages);
      options.handled(messages);
      handled += 1;
      failures = 0;
      // Timers and questions of other threads run between deliveries, also where storage is embedded.
      await eventLoopTick();
    } catch (error) {
      if (error instanceof LeaseLost) {
        await retakeLeases(options, signal);
        continue;
      }
      failures += 1;
      logger.error("A delivery failed and is tried again", { error, messages: messages.length, failures });
      const refused = blame(messages, handled, held);
      if (refused) logger.error(REFUSED, { ...refused, to: refusedTo });
      await sleep(backOffMs(failures - 1, pauseMs, Math.min(PAUSE_MS_MAX, PAUSE_FACTOR_MAX * pauseMs)), signal);
    }
  }
}

const GATHER_STEP_MS = 10;

async function linger(held: UnackedMessages, leftMs: number, signal: AbortSignal): Promise<void> {
  for (const end = performance.now() + leftMs; !held.isFull() && !signal.aborted; ) {
    const rest = end - performance.now();
    if (rest <= 0) return;
    await sleep(Math.min(GATHER_STEP_MS, rest), signal);
  }
}

const deliveryOf = (messages: readonly HeldMessage[], { leasesOf }: HandOver): Delivery => ({
  batches: messages.map(({ batch }) => batch),
  progress: { batches: messages.map(({ identity }) => identity) },
  leases: leasesOf(messages),
});

async function retakeLeases({ verifyLeases, logger, pauseMs }: HandOver, signal: AbortSignal): Promise<void> {
  try {
    await verifyLeases();
  } catch (error) {
    logger.warn("Partition leases could not be verified; trying again", { error });
    await sleep(pauseMs, signal);
  }
}

const REFUSED = "A batch failed five times while others were handled; the broker puts it aside";

/** Answers what was refused. */
function blame(
  messages: readonly HeldMessage[],
  handled: number,
  held: UnackedMessages,
): { batch: string; events: number } | undefined {
  held.postpone(messages);
  const [only] = messages;
  if (messages.length > 1 || !only) {
    for (const message of messages) message.suspect = true;
    return undefined;
  }
  only.suspect = true;
  if (only.failedAt === -1 || handled > only.failedAt) only.faults += 1;
  only.failedAt = handled;
  if (only.faults < PROCESSING_ATTEMPTS_MAX) return undefined;
  only.refuse();
  held.remove([only]);
  return { batch: only.identity, events: only.batch.count };
}
