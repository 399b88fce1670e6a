import { setImmediate as eventLoopTick } from "node:timers/promises";
import type { Delivery, TelemetrySource } from "../../ingest/queue.ts";
import { backOffMs, doubledMs, sleep } from "../../kernel/back-off.ts";
import { type Clock, systemClock } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import { type Logger, silentLogger } from "../../kernel/logger.ts";
import { toRejectedBatch } from "../../model/batch-codec.ts";
import { openSqlite } from "../sql/open-sqlite.ts";
import { type BatchRow, openBatchRows } from "./batch-rows.ts";
import { laneOf } from "./consumer-lanes.ts";
import {
  openCrashLoopCounter,
  STARTS_ALONE_MIN,
  STARTS_GIVEN_UP_MIN,
  STARTS_IN_ORDER_MIN,
  type Start,
} from "./crash-loop-counter.ts";
import { createFairRows, type FairRows } from "./fair-rows.ts";
import { consumerOf, identityOf } from "./queue-file.ts";

export interface EmbeddedSourceOptions {
  readonly path: string;
  /** The positions kept with the effects of what was consumed, by organization. */
  readonly positions: (consumer: string) => Promise<ReadonlyMap<string, number>>;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Called once for every unreadable row. */
  readonly damaged?: () => void;
}

const DELIVERY_EVENTS_MAX = 4_000;
const IDLE_MS_MIN = 10;
const IDLE_MS_MAX = 40;
const RETRY_MS_MIN = 50;
const RETRY_MS_MAX = 5_000;

/** The embedded queue as the worker reads it. The consumed positions are stored with the effects of the events. */
export function openEmbeddedSource({
  path,
  positions,
  clock = systemClock,
  logger = silentLogger,
  damaged = () => undefined,
}: EmbeddedSourceOptions): TelemetrySource {
  const database = openSqlite(path, { readonly: true, synchronous: "NORMAL" });
  const consumer = consumerOf(database);
  const identity = identityOf(database);
  const rows = createFairRows(database, openBatchRows(database, { path, identity, clock, logger, damaged }));
  const starts = openCrashLoopCounter({ path, identity, logger });
  let hears = true;
  const reader = createCrashSafeReader(rows, starts.begin, logger);

  return {
    async run(handle, signal) {
      let isCurrent = false;
      let [idlePolls, failures] = [0, 0];
      while (!signal.aborted) {
        try {
          if (!isCurrent) rows.reset(await positions(consumer));
          isCurrent = true;
          const found = reader.next();
          if (found.length > 0) {
            await handle(deliveryOf(found, consumer, rows));
            reader.advance(found);
            // A delivery can consist of microtasks alone; timers and messages of other threads must not wait for a backlog.
            await eventLoopTick();
          }
          hears = true;
          failures = 0;
          if (found.length === 0) await sleep(doubledMs(idlePolls, IDLE_MS_MIN, IDLE_MS_MAX), signal);
          idlePolls = found.length === 0 ? idlePolls + 1 : 0;
        } catch (error) {
          if (signal.aborted) return;
          const retryMs = Math.round(backOffMs(failures, RETRY_MS_MIN, RETRY_MS_MAX));
          logger.warn("A delivery failed; it comes again", { error: coerceError(error), retryMs });
          hears = false;
          isCurrent = false;
          failures += 1;
          await sleep(retryMs, signal);
        }
      }
    },
    hears: () => hears,
    async close() {
      starts.end();
      database.close();
    },
  };
}

/** Each organization moves on by what the delivery holds of it. */
function deliveryOf(found: readonly BatchRow[], consumer: string, rows: Pick<FairRows, "consumedOf">): Delivery {
  const reached = new Map(found.map(({ lane, position }) => [lane, position]));
  const consumers = [...reached].map(([lane, position]) => ({
    consumer: laneOf(consumer, lane),
    from: rows.consumedOf(lane),
    position,
  }));
  return { batches: found.map(({ batch }) => batch), progress: { consumers }, leases: [] };
}

interface CrashSafeReader {
  next(): readonly BatchRow[];
  /** These are consumed. */
  advance(found: readonly BatchRow[]): void;
}

/**
 * Reads the next batches, fair between organizations. After starts that ended in a crash, it reads the backlog in the
 * order of arrival, so that each start reaches the same place. It reads one batch at a time while one of them may have
 * ended the process. A batch that repeatedly did is rejected.
 */
function createCrashSafeReader(
  rows: FairRows,
  begin: (position: number, last: number) => Start,
  logger: Logger,
): CrashSafeReader {
  let start: Start | undefined;
  /** Everything up to this position is consumed. */
  let inOrderUpTo = 0;
  /** The newest position at this start. */
  let backlogEnd = 0;
  const beginStart = (): Start | undefined => {
    const span = rows.span();
    if (!span) return undefined;
    inOrderUpTo = span.oldest - 1;
    backlogEnd = span.newest;
    const last = rows.inOrder(inOrderUpTo, DELIVERY_EVENTS_MAX).at(-1)?.position ?? span.oldest;
    const begun = begin(inOrderUpTo, last);
    if (begun.starts >= STARTS_ALONE_MIN) logger.warn(ALONE, { ...begun });
    return begun;
  };
  return {
    next() {
      start ??= beginStart();
      if (!start) return [];
      const isAlone = start.starts >= STARTS_ALONE_MIN && inOrderUpTo < start.until;
      const isInOrder = start.unclean >= STARTS_IN_ORDER_MIN && inOrderUpTo < backlogEnd;
      if (!isAlone && !isInOrder) return rows.next(DELIVERY_EVENTS_MAX);
      const found = rows.inOrder(inOrderUpTo, isAlone ? 1 : DELIVERY_EVENTS_MAX);
      const isGivenUp = isAlone && start.starts >= STARTS_GIVEN_UP_MIN && inOrderUpTo === start.position;
      return isGivenUp ? found.map((row) => givenUp(row, start as Start, logger)) : found;
    },
    advance(found) {
      rows.advance(found);
      inOrderUpTo = Math.max(inOrderUpTo, found.at(-1)?.position ?? 0);
    },
  };
}

const ALONE = "The process ended again and again at this place of the queue; batches are processed one at a time";

function givenUp({ position, lane, batch }: BatchRow, { starts }: Start, logger: Logger): BatchRow {
  const { id, organizationId, count } = batch;
  const fields = { batch: id, organizationId, events: count, position, starts };
  logger.error("A batch may be what ends the process; it goes to the dead letters", fields);
  const attempts = starts - 1;
  const reason =
    `The daemon ended at least ${attempts} times while it was being processed, the last times with nothing else in ` +
    "work. Processing it may be what ends the daemon.";
  return { position, lane, batch: toRejectedBatch(batch, { reason, attempts }) };
}
