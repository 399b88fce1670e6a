import { setImmediate as eventLoopTurn, setTimeout as wait } from "node:timers/promises";
import type { Delivery } from "../../ingest/queue.ts";
import type { Logger } from "../../kernel/logger.ts";
import { PROCESSING_TRIES_MAX } from "../../model/limits.ts";
import type { Held, HeldMessage } from "./held.ts";

export interface HandOver {
  readonly held: Held;
  readonly logger: Logger;
  readonly consumed: ((identities: readonly string[]) => Promise<ReadonlySet<string>>) | undefined;
  readonly pauseMs: number;
  /** Where the broker puts what is refused. */
  readonly refusedTo: string;
}

const PAUSE_MS_MAX = 15_000;
const PAUSE_DOUBLINGS_MAX = 4;

/**
 * Hands over what waits, one delivery at a time, and acknowledges it when it is handled.
 *
 * What fails stays here, unacknowledged, and is tried again after a pause: given back, it would come back to
 * this worker at once, and each return counts against it in the broker. Messages that failed together are
 * tried again alone. One is at fault when it fails while others are handled, five times: then it is refused, and
 * the broker puts it with its dead letters. While everything fails (the database is away), nothing is at fault.
 */
export async function handOver(
  { held, logger, consumed, pauseMs, refusedTo }: HandOver,
  handle: (delivery: Delivery) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let handled = 0;
  let failures = 0;
  while (!signal.aborted) {
    await held.arrival(signal);
    if (signal.aborted) return;
    const messages = held.next();
    try {
      await handleOnce(messages, consumed, handle);
      held.acknowledge(messages);
      handled += 1;
      failures = 0;
      // Timers and questions of other threads have their turn between deliveries, also where storage is embedded.
      await eventLoopTurn();
    } catch (error) {
      failures += 1;
      logger.error("A delivery failed and is tried again", { error, messages: messages.length, failures });
      const refused = blame(messages, handled, held);
      if (refused) logger.error(REFUSED, { ...refused, to: refusedTo });
      const pause = pauseMs * 2 ** Math.min(PAUSE_DOUBLINGS_MAX, failures - 1);
      await wait(Math.min(PAUSE_MS_MAX, pause), undefined, { signal }).catch(() => undefined);
    }
  }
}

/** What was consumed already is passed over: its effects are stored, only the acknowledgement was lost. */
async function handleOnce(
  messages: readonly HeldMessage[],
  consumed: HandOver["consumed"],
  handle: (delivery: Delivery) => Promise<void>,
): Promise<void> {
  const done = (await consumed?.(messages.map(({ identity }) => identity))) ?? new Set<string>();
  const fresh = messages.filter(({ identity }) => !done.has(identity));
  if (fresh.length === 0) return;
  await handle({
    batches: fresh.map(({ batch }) => batch),
    progress: { batches: fresh.map(({ identity }) => identity) },
  });
}

const REFUSED = "A batch failed five times while others were handled; the broker puts it aside";

/** Answers what was refused. */
function blame(
  messages: readonly HeldMessage[],
  handled: number,
  held: Held,
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
  if (only.faults < PROCESSING_TRIES_MAX) return undefined;
  only.refuse();
  held.remove([only]);
  return { batch: only.identity, events: only.batch.count };
}
