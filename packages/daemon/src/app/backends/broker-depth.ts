import type { AcceptedEvents, QueueCountStore, QueueCounts } from "../../ingest/queue-counts.ts";
import { type Clock, SECOND_MS } from "../../kernel/clock.ts";
import type { AcceptedBatch } from "../../model/accepted-batch.ts";

/** The ingest role's share of counting what lies in the broker. */
export interface BrokerDepth {
  /** To be called with what the broker has for sure. */
  published(batch: AcceptedBatch): void;
  /** Every second or so: tells the others, and hears of them. */
  exchange(): Promise<void>;
  /** Events in the broker; where another process reports them, those that it hasn't been told of. */
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

/** Longer than a worker takes to report the messages that it just took: until then, the broker only looks empty. */
const EMPTY_MS = 5 * SECOND_MS;

export function createBrokerDepth({ counts, process, clock, messages }: BrokerDepthOptions): BrokerDepth {
  let pending = NONE;
  /** Events of a report that has no answer yet; a database that hangs gives none for long. */
  let reported = NONE;
  let last: QueueCounts | undefined;
  /** Each holds an event at least: a backlog shows even where a killed process took its counts with it. */
  let ready = 0;
  let readySince = 0;
  let emptySince: number | undefined;
  const isReporter = (): boolean => last === undefined || last.isReporter;
  const isEmpty = (): boolean => emptySince !== undefined && clock.now() - emptySince > EMPTY_MS;
  const look = async (): Promise<void> => {
    ready = (await messages()) ?? ready;
    if (ready === 0) {
      readySince = 0;
      emptySince ??= clock.now();
    } else {
      readySince ||= clock.now();
      emptySince = undefined;
    }
  };
  return {
    published({ kind, count, receivedAt }) {
      // Telemetry that was rejected at once becomes dead letters; both queues leave it out.
      if (kind === "rejected") return;
      pending = sum(pending, { events: count, firstAt: receivedAt });
    },
    async exchange() {
      reported = pending;
      pending = NONE;
      try {
        last = await counts.accept(process, reported, clock.now());
      } catch (error) {
        pending = sum(reported, pending);
        // The broker still says what waits there.
        if (isReporter()) await look().catch(() => undefined);
        throw error;
      } finally {
        reported = NONE;
      }
      if (!last.isReporter) {
        emptySince = undefined;
        return;
      }
      await look();
      if (last.quietSince !== undefined && isEmpty()) await counts.reset(last.quietSince);
    },
    // While the database is away, what was known last and what came since.
    depth() {
      const unreported = reported.events + pending.events;
      return isReporter() ? Math.max(ready, (last?.depth ?? 0) + unreported) : unreported;
    },
    oldestAt() {
      const unreported = sum(reported, pending).firstAt || undefined;
      return isReporter() ? (last?.oldestAt ?? unreported ?? (readySince || undefined)) : unreported;
    },
  };
}

const NONE: AcceptedEvents = { events: 0, firstAt: 0 };

const sum = (earlier: AcceptedEvents, later: AcceptedEvents): AcceptedEvents => ({
  events: earlier.events + later.events,
  firstAt: earlier.firstAt || later.firstAt,
});
