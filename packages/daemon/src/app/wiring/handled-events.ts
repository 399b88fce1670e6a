import type { QueueCountStore, TelemetrySource } from "../../ingest/queue.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { CommitBatchStore } from "../../pipeline/commit-batch.ts";

/** Counts the events that this worker takes from the broker. */
export interface HandledEvents {
  /** Call it with the number of events that were processed or became dead letters. */
  handled(events: number): void;
  /** Wraps the source, to know which deliveries are in progress. */
  watch<Source extends TelemetrySource>(source: Source): Source;
  /** Wraps the store, since replayed events never were in the broker. */
  exceptReplays(store: CommitBatchStore): CommitBatchStore;
  /** Call it every second. */
  exchange(): Promise<void>;
}

export interface HandledEventsOptions {
  readonly counts: QueueCountStore;
  /** The id of this worker. */
  readonly worker: string;
  readonly clock: Clock;
}

/** For the embedded queue, which counts its own events. */
export const NOT_COUNTED: HandledEvents = {
  handled() {},
  watch: (source) => source,
  exceptReplays: (store) => store,
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
            // Rejected elements become dead letters, and were not counted at ingestion.
            for (const { kind, count } of delivery.batches) if (kind === "rejected") pending -= count;
          } finally {
            deliveries -= 1;
          }
        }, signal),
    }),
    exceptReplays: (store) => ({
      ...store,
      async beginReplay(...given) {
        const isOurs = await store.beginReplay(...given);
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
