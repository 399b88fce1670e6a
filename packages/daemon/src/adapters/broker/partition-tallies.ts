import type { PartitionProgress } from "../../consumer-group/group-member.ts";
import type { HeldMessage } from "./held-deliveries.ts";

/** Counts what was processed of each queue since the last `take`. */
export interface PartitionTallies {
  add(messages: readonly HeldMessage[]): void;
  /** `processedUntil`: infinite where messages are on their way here; then what was processed last counts. */
  take(queue: string, processedUntil: number): PartitionProgress | undefined;
  forget(queue: string): void;
}

interface Tally {
  events: number;
  oldest: number | null;
  /** The newest acceptance time that was ever processed. */
  newest: number;
}

export function createPartitionTallies(): PartitionTallies {
  const tallies = new Map<string, Tally>();
  return {
    add(messages) {
      for (const { queue, batch } of messages) {
        const tally = tallies.get(queue) ?? { events: 0, oldest: null, newest: 0 };
        tally.events += batch.kind === "rejected" ? 0 : batch.count;
        tally.oldest = Math.min(tally.oldest ?? batch.receivedAt, batch.receivedAt);
        tally.newest = Math.max(tally.newest, batch.receivedAt);
        tallies.set(queue, tally);
      }
    },
    take(queue, processedUntil) {
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
    forget: (queue) => void tallies.delete(queue),
  };
}
