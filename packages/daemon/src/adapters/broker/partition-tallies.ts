import type { PartitionProgress } from "../../consumer-group/lease-store.ts";
import type { HeldMessage } from "./unacked-messages.ts";

interface Tally {
  events: number;
  oldest: number | null;
  /** The newest acceptance time that was ever processed. */
  newest: number;
}

/** Counts the processed events of each queue since the last `take`. */
export function createPartitionTallies() {
  const tallies = new Map<string, Tally>();
  return {
    add(messages: readonly HeldMessage[]): void {
      for (const { queue, batch } of messages) {
        const tally = tallies.get(queue) ?? { events: 0, oldest: null, newest: 0 };
        tally.events += batch.kind === "rejected" ? 0 : batch.count;
        tally.oldest = Math.min(tally.oldest ?? batch.receivedAt, batch.receivedAt);
        tally.newest = Math.max(tally.newest, batch.receivedAt);
        tallies.set(queue, tally);
      }
    },
    /** `processedUntil` is infinite while messages are on their way here; then the newest processed one counts. */
    take(queue: string, processedUntil: number): PartitionProgress | undefined {
      const tally = tallies.get(queue);
      if (!tally)
        return Number.isFinite(processedUntil) ? { processedUntil, oldestProcessed: null, events: 0 } : undefined;
      const { events, oldest, newest } = tally;
      tallies.set(queue, { events: 0, oldest: null, newest });
      return {
        processedUntil: Number.isFinite(processedUntil) ? processedUntil : newest,
        oldestProcessed: oldest,
        events,
      };
    },
    forget: (queue: string): void => void tallies.delete(queue),
  };
}
