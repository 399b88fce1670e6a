import type { TelemetrySource } from "../../ingest/queue.ts";
import type { QueueCountStore } from "../../ingest/queue-counts.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { CommitBatchStore } from "../../pipeline/commit-batch.ts";

/** The worker's share of counting what lies in the broker. */
export interface HandledEvents {
  /** To be called with each event that was processed or became a dead letter. */
  handled(events: number): void;
  /** The source, watched: what its deliveries hold is in hand until they are handled. */
  watch<Source extends TelemetrySource>(source: Source): Source;
  /** The store, watched: what a replay brings back never lay in the broker. */
  exceptReplays(rounds: CommitBatchStore): CommitBatchStore;
  /** Every second or so. */
  exchange(): Promise<void>;
}

export interface HandledEventsOptions {
  readonly counts: QueueCountStore;
  /** Tells workers apart. */
  readonly worker: string;
  readonly clock: Clock;
}

/** The embedded queue counts by itself. */
export const NOT_COUNTED: HandledEvents = {
  handled() {},
  watch: (source) => source,
  exceptReplays: (rounds) => rounds,
  exchange: async () => undefined,
};

export function createHandledEvents({ counts, worker, clock }: HandledEventsOptions): HandledEvents {
  let pending = 0;
  let deliveries = 0;
  let reachedAt = 0;
  let wasBusy = false;
  return {
    handled(events) {
      pending += events;
    },
    watch: (source) => ({
      ...source,
      run: (handle, signal) =>
        source.run(async (delivery) => {
          deliveries += 1;
          wasBusy = true;
          reachedAt = delivery.batches.reduce((least, each) => Math.min(least, each.receivedAt), clock.now());
          try {
            await handle(delivery);
            // Becomes dead letters, and was not counted when it went in.
            for (const { kind, count } of delivery.batches) if (kind === "rejected") pending -= count;
          } finally {
            deliveries -= 1;
          }
        }, signal),
    }),
    exceptReplays: (rounds) => ({
      ...rounds,
      async beginReplay(...given) {
        const isOurs = await rounds.beginReplay(...given);
        if (isOurs) pending -= 1;
        return isOurs;
      },
    }),
    async exchange() {
      const isBusy = deliveries > 0;
      if (pending === 0 && !wasBusy) return;
      const events = pending;
      pending = 0;
      wasBusy = isBusy;
      try {
        await counts.handle(worker, { events, isBusy, reachedAt }, clock.now());
      } catch (error) {
        pending += events;
        wasBusy = true;
        throw error;
      }
    },
  };
}
