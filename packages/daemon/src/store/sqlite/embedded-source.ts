import { setTimeout as wait } from "node:timers/promises";
import type { Delivery, TelemetrySource } from "../../ingest/queue.ts";
import { asRejected } from "../../ingest/rejected.ts";
import { type Clock, systemClock } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import { type Logger, silentLogger } from "../../kernel/logger.ts";
import { type BatchRow, openBatchRows } from "./batch-rows.ts";
import { consumerOf, identityOf } from "./embedded-queue.ts";
import { openSqlite } from "./open.ts";
import { openStarts, STARTS_ALONE_MIN, STARTS_GIVEN_UP_MIN, type Start } from "./starts.ts";

export interface EmbeddedSourceOptions {
  readonly path: string;
  /** The position kept with the effects of what was consumed. */
  readonly position: (consumer: string) => Promise<number>;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Told of every row that can't be read, once. */
  readonly damaged?: () => void;
}

const DELIVERY_EVENTS_MAX = 4_000;
const IDLE_MS_MIN = 5;
const IDLE_MS_MAX = 40;
const RETRY_MS_MIN = 50;
const RETRY_MS_MAX = 5_000;

/** The embedded queue as the worker sees it: it reads, and what it has consumed is kept with its effects. */
export function openEmbeddedSource({
  path,
  position,
  clock = systemClock,
  logger = silentLogger,
  damaged = () => undefined,
}: EmbeddedSourceOptions): TelemetrySource {
  const database = openSqlite(path, { readonly: true, synchronous: "NORMAL" });
  const consumer = consumerOf(database);
  const identity = identityOf(database);
  const rows = openBatchRows(database, { path, identity, clock, logger, damaged });
  const starts = openStarts({ path, identity, logger });
  let hears = true;
  const read = carefulReader((after, eventsMax) => rows.read(after, eventsMax), starts.begin, logger);

  return {
    async run(handle, signal) {
      const pause = (ms: number): Promise<unknown> => wait(ms, undefined, { signal }).catch(() => undefined);
      let consumed: number | undefined;
      let idleMs = IDLE_MS_MIN;
      let retryMs = RETRY_MS_MIN;
      while (!signal.aborted) {
        try {
          consumed ??= await position(consumer);
          const found = read(consumed);
          const last = found.at(-1);
          if (last) {
            await handle(deliveryOf(found, { consumer, from: consumed, position: last.position }));
            consumed = last.position;
          }
          hears = true;
          idleMs = last ? IDLE_MS_MIN : Math.min(IDLE_MS_MAX, idleMs * 2);
          retryMs = RETRY_MS_MIN;
          if (!last) await pause(idleMs);
        } catch (error) {
          if (signal.aborted) return;
          logger.warn("A delivery failed; it comes again", { error: coerceError(error), retryMs });
          hears = false;
          consumed = undefined;
          await pause(retryMs);
          retryMs = Math.min(RETRY_MS_MAX, retryMs * 2);
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

const deliveryOf = (rows: readonly BatchRow[], progress: Delivery["progress"]): Delivery => ({
  batches: rows.map(({ batch }) => batch),
  progress,
});

/**
 * Reads what comes next; one batch at a time while one of them is suspected of ending the process, and without the
 * one that did it again and again, which is given up.
 */
function carefulReader(
  read: (after: number, eventsMax: number) => readonly BatchRow[],
  begin: (position: number, last: number) => Start,
  logger: Logger,
): (after: number) => readonly BatchRow[] {
  let start: Start | undefined;
  return (after) => {
    if (!start) {
      const last = read(after, DELIVERY_EVENTS_MAX).at(-1);
      if (!last) return [];
      start = begin(after, last.position);
      if (start.starts >= STARTS_ALONE_MIN) logger.warn(ALONE, { ...start });
    }
    if (start.starts < STARTS_ALONE_MIN || after >= start.until) return read(after, DELIVERY_EVENTS_MAX);
    const found = read(after, 1);
    const isGivenUp = start.starts >= STARTS_GIVEN_UP_MIN && after === start.position;
    return isGivenUp ? found.map((row) => givenUp(row, start as Start, logger)) : found;
  };
}

const ALONE = "The process ended again and again at this place of the queue; batches are processed one at a time";

function givenUp({ position, batch }: BatchRow, { starts }: Start, logger: Logger): BatchRow {
  const { id, organizationId, count } = batch;
  const fields = { batch: id, organizationId, events: count, position, starts };
  logger.error("A batch may be what ends the process; it goes to the dead letters", fields);
  const attempts = starts - 1;
  const reason =
    `The daemon ended at least ${attempts} times while it was being processed, the last times with nothing else in ` +
    "work. Processing it may be what ends the daemon.";
  return { position, batch: asRejected(batch, { reason, attempts }) };
}
