import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { MIB } from "../../kernel/bytes.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { AcceptedBatch } from "../../model/accepted-batch.ts";
import { decodeBatch, organizationNamedBy, toUnreadableBatch } from "../../model/batch-codec.ts";
import { DEFAULT_ORGANIZATION } from "../../model/scope.ts";

export interface BatchRow {
  readonly position: number;
  /** The organization whose order it keeps; empty in files from before there were lanes. */
  readonly lane: string;
  readonly batch: AcceptedBatch;
}

interface ReadBudget {
  readonly events: number;
  readonly bytes: number;
}

export type BatchRows = ReturnType<typeof openBatchRows>;

interface BatchRowsOptions {
  /** The queue's file. */
  readonly path: string;
  /** Identity of this file. */
  readonly identity: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called once for every damaged row. */
  readonly damaged: () => void;
}

const READ_BYTES_MAX = 4 * MIB;

/** The rows of an embedded queue in order, for the worker and for the relay to the broker. */
export function openBatchRows(database: Database.Database, options: BatchRowsOptions) {
  const select = "select position, organization_id as lane, payload from batch";
  const next = database.prepare(`${select} where position > ? order by position`);
  const nextOf = database.prepare(`${select} where organization_id = ? and position > ? order by position`);
  /** Rows up to here are reported already: a failed delivery is read again. */
  let reportedUpTo = 0;
  const decode = (row: Row): AcceptedBatch => {
    try {
      return decodeBatch(row.payload);
    } catch {
      if (row.position > reportedUpTo) reportDamage(row, options);
      reportedUpTo = Math.max(reportedUpTo, row.position);
      return remainsOfRow(row, options);
    }
  };
  const within = (found: Iterable<Row>, budget: ReadBudget): BatchRow[] => {
    const read: BatchRow[] = [];
    let [events, bytes] = [0, 0];
    for (const row of found) {
      const batch = decode(row);
      read.push({ position: row.position, lane: row.lane, batch });
      events += batch.count;
      bytes += row.payload.length;
      if (events >= budget.events || bytes >= budget.bytes) break;
    }
    return read;
  };
  return {
    /** The rows after this position, oldest first, up to about so many events and READ_BYTES_MAX. */
    read: (after: number, eventsMax: number): readonly BatchRow[] =>
      within(next.iterate(after) as IterableIterator<Row>, { events: eventsMax, bytes: READ_BYTES_MAX }),
    /** The same of one organization; at least one row where there is one. */
    readOf: (lane: string, after: number, budget: ReadBudget): readonly BatchRow[] =>
      within(nextOf.iterate(lane, after) as IterableIterator<Row>, budget),
  };
}

interface Row {
  readonly position: number;
  readonly lane: string;
  readonly payload: Buffer;
}

/**
 * A damaged row becomes a dead letter of the organization that it names. Without one, its bytes may belong to any
 * organization. They are stored beside the queue, and the dead letter of the default organization has no payload.
 */
function remainsOfRow({ position, payload }: Row, { identity, clock }: BatchRowsOptions): AcceptedBatch {
  const named = organizationNamedBy(payload);
  return toUnreadableBatch({
    seed: `${identity}:${position}`,
    organizationId: named ?? DEFAULT_ORGANIZATION,
    receivedAt: clock.now(),
    attempts: 0,
    reason: named === undefined ? UNNAMED : NAMED,
    payload: named === undefined ? null : payload.toString("utf8"),
  });
}

const NAMED = "A row of the queue was damaged on the disk: this is what can be read of it.";
const UNNAMED =
  "A row of the queue was damaged on the disk, and doesn't say whose it was: its bytes are kept, see the daemon's log.";

function reportDamage({ position, payload }: Row, { path, identity, logger, damaged }: BatchRowsOptions): void {
  const organizationId = organizationNamedBy(payload);
  const where = organizationId === undefined ? { file: keepBytes(path, `${identity}-${position}`, payload) } : {};
  logger.error("A row of the queue is damaged; it goes to the dead letters", { position, organizationId, ...where });
  damaged();
}

/** Durable when it returns: the row is removed as soon as its dead letter is stored. */
function keepBytes(path: string, name: string, bytes: Buffer): string {
  const folder = `${path}.damaged`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  writeFileSync(file, bytes, { mode: 0o600, flush: true });
  return file;
}
