import type Database from "better-sqlite3";
import { withSqliteFile } from "../sql/open-sqlite.ts";
import { lastPositionOf } from "./queue-file.ts";

/** Consumed batches whose effects the database lacks: it was restored from a copy older than their removal. */
export interface DatabaseGap {
  /** The highest consumed position that the database named. */
  readonly consumed: number;
  /** The queue's last position at that time. */
  readonly sequence: number;
  readonly missing: number;
  readonly noticedAt: number;
}

/** `compared`: the rows up to this position are not compared again. A new file and a spool have no row. */
const SCHEMA = `
  create table if not exists database_gap (
    consumed integer not null, sequence integer not null, missing integer not null, noticed_at integer not null,
    acknowledged_at integer
  );
  create table if not exists compared (only integer primary key check (only = 1), position integer not null);
`;

const GAPS_MAX = 100;

export function openDatabaseGaps(database: Database.Database) {
  database.exec(SCHEMA);
  const setCompared = database.prepare("insert or replace into compared values (1, ?)");
  const note = database.prepare(
    "insert into database_gap (consumed, sequence, missing, noticed_at) values (?, ?, ?, ?)",
  );
  const compare = database.transaction((consumed: number, now: number): DatabaseGap | undefined => {
    const sequence = lastPositionOf(database);
    const missing = countMissing(database, consumed);
    if (missing !== 0) setCompared.run(sequence);
    if (missing === undefined || missing === 0) return undefined;
    note.run(consumed, sequence, missing, now);
    return { consumed, sequence, missing, noticedAt: now };
  });
  return {
    /** Compares the rows with the highest consumed position that the database names. Returns a new gap. */
    compare: (consumed: number, now: number): DatabaseGap | undefined => compare.immediate(consumed, now),
    /** For a spool, whose rows leave it without being consumed: the next comparison begins after all of them. */
    skip: (): void => void database.exec("delete from compared"),
    /** Gaps that no operator has acknowledged. */
    gaps: (): readonly DatabaseGap[] => openGaps(database),
  };
}

/** Batches that are missing and in no stored gap; undefined where the file is not to be compared. */
export function countMissing(database: Database.Database, consumed: number): number | undefined {
  if (!hasTable(database, "compared")) return undefined;
  const compared = database.prepare("select position from compared").pluck().get() as number | undefined;
  if (compared === undefined) return undefined;
  const after = Math.max(consumed, compared);
  const expected = lastPositionOf(database) - after;
  if (expected <= 0) return 0;
  // The index holds positions without payloads.
  const rows = database.prepare("select count(*) from batch indexed by batch_lane where position > ?").pluck();
  return expected - (rows.get(after) as number);
}

/** Batches of all gaps that starts found and no operator has acknowledged. */
export const missingInGaps = (database: Database.Database): number =>
  hasTable(database, "database_gap") ? openGaps(database).reduce((sum, { missing }) => sum + missing, 0) : 0;

/** The same of a queue file. */
export const readMissingInGaps = (path: string): number => withSqliteFile(path, { readonly: true }, missingInGaps);

/** Accepts the database as it is; answers how many gaps there were. The queue may be in use. */
export const acknowledgeDatabaseGaps = (path: string, now: number): number =>
  withSqliteFile(path, { readonly: false }, (database) => {
    database.exec(SCHEMA);
    return database.prepare("update database_gap set acknowledged_at = ? where acknowledged_at is null").run(now)
      .changes;
  });

/** The next start compares nothing: the database is known to lack what was consumed. */
export const skipDatabaseComparison = (path: string): void =>
  withSqliteFile(path, { readonly: false }, (database) => openDatabaseGaps(database).skip());

const openGaps = (database: Database.Database): DatabaseGap[] =>
  database
    .prepare(
      `select consumed, sequence, missing, noticed_at as noticedAt from database_gap
       where acknowledged_at is null order by noticed_at limit ${GAPS_MAX}`,
    )
    .all() as DatabaseGap[];

const hasTable = (database: Database.Database, name: string): boolean =>
  database.prepare("select 1 from sqlite_schema where name = ?").get(name) !== undefined;
