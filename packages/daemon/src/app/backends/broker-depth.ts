import type { AcceptedEvents, QueueCountStore, QueueCounts } from "../../ingest/queue.ts";
import { type Clock, SECOND_MS } from "../../kernel/clock.ts";
import type { AcceptedBatch } from "../../model/accepted-batch.ts";

export interface BrokerDepthOptions {
  readonly counts: QueueCountStore;
  /** The id of this process. */
  readonly process: string;
  readonly clock: Clock;
  /** Messages ready in the broker's queues; null where the broker doesn't say. */
  readonly messages: () => Promise<number | null>;
}

/** Longer than a worker takes to report its messages: until then, the broker only seems empty. */
const EMPTY_MS = 5 * SECOND_MS;

/** Counts the events in the broker for the ingest role. */
export function createBrokerDepth({ counts, process, clock, messages }: BrokerDepthOptions) {
  let pending = NONE;
  /** Events of a report without an answer yet. */
  let reported = NONE;
  let last: QueueCounts | undefined;
  /** Each message holds at least one event, so a backlog shows even after a killed process lost its counts. */
  let ready = 0;
  let readySince = 0;
  let emptySince: number | undefined;
  const isReporter = (): boolean => last === undefined || last.isReporter;
  const isEmpty = (): boolean => emptySince !== undefined && clock.now() - emptySince > EMPTY_MS;
  const readBroker = async (): Promise<void> => {
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
    /** Call it with each batch that the broker has confirmed. */
    published({ kind, count, receivedAt }: AcceptedBatch): void {
      // Rejected telemetry becomes dead letters; neither queue counts it.
      if (kind === "rejected") return;
      pending = sum(pending, { events: count, firstAt: receivedAt });
    },
    /** Call it every second: exchanges counts with other processes. */
    async exchange(): Promise<void> {
      reported = pending;
      pending = NONE;
      try {
        last = await counts.accept(process, reported, clock.now());
      } catch (error) {
        pending = sum(reported, pending);
        // The broker still reports its messages.
        if (isReporter()) await readBroker().catch(() => undefined);
        throw error;
      } finally {
        reported = NONE;
      }
      if (!last.isReporter) {
        emptySince = undefined;
        return;
      }
      await readBroker();
      if (last.quietSince !== undefined && isEmpty()) await counts.reset(last.quietSince);
    },
    /**
     * Events in the broker; only unreported ones where another process reports the total. Without a database, the last
     * known depth and the events since.
     */
    depth(): number {
      const unreported = reported.events + pending.events;
      return isReporter() ? Math.max(ready, (last?.depth ?? 0) + unreported) : unreported;
    },
    oldestAt(): number | undefined {
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
