import type Database from "better-sqlite3";
import { withSqliteFile } from "../sql/open-sqlite.ts";
import { lastPositionOf } from "./queue-file.ts";

/** A file that ends before a consumed position: restored from an older copy, or its WAL lost the last commits. */
export interface SequenceGap {
  /** The last position of the file as it was found. */
  readonly sequence: number;
  /** The highest position that a consumer had reached. */
  readonly consumed: number;
  /** Rows that the consumer had seen and the file no longer holds. */
  readonly missing: number;
  readonly noticedAt: number;
}

const SCHEMA = `
  create table if not exists sequence_gap (
    sequence integer not null, consumed integer not null, noticed_at integer not null, acknowledged_at integer
  );
  create table if not exists restored (only integer primary key check (only = 1), restored_at integer not null);
`;

const GAPS_MAX = 100;

export function openQueueSequence(database: Database.Database) {
  database.exec(SCHEMA);
  const current = database
    .prepare(
      `select max(coalesce((select seq from sqlite_sequence where name = 'batch'), 0),
                  coalesce((select max(position) from batch), 0))`,
    )
    .pluck();
  const set = database.prepare("update sqlite_sequence set seq = ? where name = 'batch'");
  const add = database.prepare("insert into sqlite_sequence (name, seq) values ('batch', ?)");
  const takeAnnouncement = database.prepare("delete from restored");
  const note = database.prepare("insert into sequence_gap (sequence, consumed, noticed_at) values (?, ?, ?)");
  const open = database.prepare(
    `select sequence, consumed, consumed - sequence as missing, noticed_at as noticedAt
     from sequence_gap where acknowledged_at is null order by noticed_at limit ${GAPS_MAX}`,
  );
  const raise = database.transaction((consumed: number, now: number): SequenceGap | undefined => {
    const wasAnnounced = takeAnnouncement.run().changes > 0;
    const sequence = current.get() as number;
    if (consumed <= sequence) return undefined;
    if (set.run(consumed).changes === 0) add.run(consumed);
    if (wasAnnounced) return undefined;
    note.run(sequence, consumed, now);
    return { sequence, consumed, missing: consumed - sequence, noticedAt: now };
  });
  return {
    /** Makes the next row come after `consumed`. Returns the gap, unless a restore announced it. */
    raise: (consumed: number, now: number): SequenceGap | undefined => raise.immediate(consumed, now),
    /** Gaps that no operator has acknowledged. */
    gaps: () => open.all() as readonly SequenceGap[],
  };
}

/** The last position that a file gave; 0 for a file that gave none. */
export const lastPosition = (path: string): number =>
  withSqliteFile(path, { readonly: true }, (database) => {
    const isPrepared = database.prepare("select 1 from sqlite_schema where name = 'sqlite_sequence'").get();
    return isPrepared ? lastPositionOf(database) : 0;
  });

/** An operator has seen the gaps of this file; answers how many there were. It may be in use. */
export const acknowledgeGaps = (path: string, now: number): number =>
  withSqliteFile(path, { readonly: false }, (database) => {
    database.exec(SCHEMA);
    return database.prepare("update sequence_gap set acknowledged_at = ? where acknowledged_at is null").run(now)
      .changes;
  });

/** The next start may find this file behind the database: it is a copy that was taken first. */
export function announceRestore(path: string, now: number): void {
  withSqliteFile(path, { readonly: false }, (database) => {
    database.exec(SCHEMA);
    database.prepare("insert or replace into restored values (1, ?)").run(now);
  });
}
