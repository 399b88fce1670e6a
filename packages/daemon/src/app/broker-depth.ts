import type { QueueCountStore, QueueCounts } from "../ingest/queue-counts.ts";
import type { Clock } from "../kernel/clock.ts";
import type { AcceptedBatch } from "../model/accepted-batch.ts";

/** The ingest role's share of counting what lies in the broker. */
export interface BrokerDepth {
  /** To be called with what the broker has for sure. */
  published(batch: AcceptedBatch): void;
  /** Every second or so: tells the others, and hears of them. */
  exchange(): Promise<void>;
  /** Events in the broker; 0 where another process reports them. */
  depth(): number;
  oldestAt(): number | undefined;
}

export interface BrokerDepthOptions {
  readonly counts: QueueCountStore;
  /** Tells processes apart. */
  readonly process: string;
  readonly clock: Clock;
  /** Messages ready in the broker's queues; null where it doesn't say. */
  readonly messages: () => Promise<number | null>;
}

export function createBrokerDepth({ counts, process, clock, messages }: BrokerDepthOptions): BrokerDepth {
  let pending = { events: 0, firstAt: 0 };
  let last: QueueCounts | undefined;
  /** Each holds an event at least: a backlog shows even where a killed process took its counts with it. */
  let ready = 0;
  let readySince = 0;
  const isReporter = (): boolean => last === undefined || last.isReporter;
  const look = async (): Promise<void> => {
    ready = (await messages()) ?? ready;
    if (ready === 0) readySince = 0;
    else readySince ||= clock.now();
  };
  return {
    published({ kind, count, receivedAt }) {
      // What was rejected at once becomes dead letters; both queues leave it out.
      if (kind === "rejected") return;
      pending = { events: pending.events + count, firstAt: pending.firstAt || receivedAt };
    },
    async exchange() {
      const told = pending;
      pending = { events: 0, firstAt: 0 };
      try {
        last = await counts.accept(process, told, clock.now());
      } catch (error) {
        pending = { events: told.events + pending.events, firstAt: told.firstAt || pending.firstAt };
        throw error;
      }
      if (!last.isReporter) return;
      await look();
      if (last.quietSince !== undefined && ready === 0) await counts.reset(last.quietSince);
    },
    // While the database is away, what was known last and what came since.
    depth: () => (isReporter() ? Math.max(ready, (last?.depth ?? 0) + pending.events) : 0),
    oldestAt() {
      if (!isReporter()) return undefined;
      return last?.oldestAt ?? ((pending.events > 0 ? pending.firstAt : readySince) || undefined);
    },
  };
}
