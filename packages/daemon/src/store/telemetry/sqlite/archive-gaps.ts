import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type Database from "better-sqlite3";
import type { EntityManager } from "typeorm";
import { isDamage } from "../../sql/classify-error.ts";
import { inFile } from "../../sql/damaged-file.ts";
import { withSqliteFile } from "../../sql/open-sqlite.ts";
import { readWriteCount } from "./event-file.ts";

/** A file of the archive that was lost, or that holds fewer writes than the database knows. */
export interface ArchiveGap {
  /** Relative to the data directory. */
  readonly name: string;
  /** The number of writes that the database knows. */
  readonly known: number;
  /** The number that the file holds; null where it is missing. */
  readonly found: number | null;
  /** When a start found it; null before that. */
  readonly noticedAt: number | null;
}

interface KnownFile {
  readonly name: string;
  readonly writes: number;
}

const NOTICED = `
  select name, known, found, noticed_at as noticedAt from archive_gap where acknowledged_at is null order by noticed_at
`;

/** Gaps that starts found and no operator has acknowledged. */
export const noticedArchiveGaps = async (reader: EntityManager): Promise<readonly ArchiveGap[]> =>
  (await reader.query(NOTICED)) as ArchiveGap[];

/** Compares the files with the database before the archive opens, and stores what lies behind. Returns new gaps. */
export function noticeArchiveGaps(databasePath: string, now: number): readonly ArchiveGap[] {
  const notice = (database: Database.Database): readonly ArchiveGap[] => {
    const gaps = findGaps(database, databasePath, { readonly: false });
    if (gaps.length > 0) storeGaps(database, gaps, now);
    return gaps;
  };
  return withDatabase(databasePath, { readonly: false }, notice) ?? [];
}

/** Gaps that no operator has acknowledged, those included that no start has found yet. */
export function readArchiveGaps(databasePath: string): readonly ArchiveGap[] {
  const read = (database: Database.Database): readonly ArchiveGap[] => [
    ...(database.prepare(NOTICED).all() as ArchiveGap[]),
    ...findGaps(database, databasePath, { readonly: true }),
  ];
  return withDatabase(databasePath, { readonly: true }, read) ?? [];
}

/** Accepts the archive as it is; answers how many gaps there were. */
export function acknowledgeArchiveGaps(databasePath: string, now: number): number {
  const acknowledge = (database: Database.Database): number => {
    storeGaps(database, findGaps(database, databasePath, { readonly: true }), now);
    return database.prepare("update archive_gap set acknowledged_at = ? where acknowledged_at is null").run(now)
      .changes;
  };
  return withDatabase(databasePath, { readonly: false }, acknowledge) ?? 0;
}

/** For a file that was repaired: its count starts again. */
export function forgetArchiveFile(databasePath: string, name: string): void {
  withDatabase(databasePath, { readonly: false }, (database) =>
    database.prepare("delete from archive_file where name = ?").run(name),
  );
}

/** Files that retention dropped after the snapshot of the database and before that of the archive are not lost. */
export function forgetDroppedFiles(copyPath: string, livePath: string): void {
  const live = new Set(withDatabase(livePath, { readonly: true }, knownFiles)?.map(({ name }) => name));
  withDatabase(copyPath, { readonly: false }, (copy) => {
    const remove = copy.prepare("delete from archive_file where name = ?");
    for (const { name } of knownFiles(copy)) if (!live.has(name)) remove.run(name);
  });
}

const knownFiles = (database: Database.Database): KnownFile[] =>
  database.prepare("select name, writes from archive_file order by name").all() as KnownFile[];

function findGaps(database: Database.Database, databasePath: string, options: { readonly readonly: boolean }) {
  const gaps: ArchiveGap[] = [];
  for (const { name, writes: known } of knownFiles(database)) {
    const path = join(dirname(databasePath), name);
    const found = existsSync(path) ? readCount(path, options) : null;
    if (found === null || (found !== undefined && found < known)) gaps.push({ name, known, found, noticedAt: null });
  }
  if (gaps.length === 0) return gaps;
  // A daemon at work may have dropped some meanwhile; it forgets a file before it drops it.
  const names = new Set(knownFiles(database).map(({ name }) => name));
  return gaps.filter(({ name }) => names.has(name));
}

/** Undefined where the file is damaged, which those that use it say. */
function readCount(path: string, options: { readonly readonly: boolean }): number | undefined {
  try {
    return inFile(path, () => readWriteCount(path, options));
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

function storeGaps(database: Database.Database, gaps: readonly ArchiveGap[], now: number): void {
  const note = database.prepare("insert into archive_gap (name, known, found, noticed_at) values (?, ?, ?, ?)");
  const accept = database.prepare("update archive_file set writes = ? where name = ?");
  const remove = database.prepare("delete from archive_file where name = ?");
  const store = database.transaction(() => {
    for (const { name, known, found } of gaps) {
      note.run(name, known, found, now);
      if (found === null) remove.run(name);
      else accept.run(found, name);
    }
  });
  store.immediate();
}

/** Undefined for a database of an earlier version, which knows no files. */
function withDatabase<Result>(
  path: string,
  options: { readonly readonly: boolean },
  work: (database: Database.Database) => Result,
): Result | undefined {
  return withSqliteFile(path, options, (database) => {
    const isPrepared = database.prepare("select 1 from sqlite_schema where name = 'archive_file'").get();
    return isPrepared === undefined ? undefined : work(database);
  });
}
