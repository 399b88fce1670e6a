import Database from "better-sqlite3";
import { coerceError } from "../../kernel/errors.ts";
import { isTransient } from "./classify-error.ts";

export interface SqliteOptions {
  readonly readonly?: boolean;
  /** FULL where an answer promises durability; NORMAL where the queue can give it again. */
  readonly synchronous: "FULL" | "NORMAL";
}

/** A write-ahead log that a large transaction or a slow reader let grow is cut back to this. */
export const LOG_BYTES_KEPT = 64 * 1024 * 1024;

/** SQLite's errors don't say in which file something is wrong: those of this work carry it as `file`. */
export function withFileName<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw Object.assign(coerceError(error), { file: path });
  }
}

/** A SQLite file in WAL mode, set up the same way everywhere. */
export const openSqlite = (path: string, options: SqliteOptions): Database.Database =>
  withFileName(path, () => openFile(path, options));

function openFile(path: string, options: SqliteOptions): Database.Database {
  const database = new Database(path, { readonly: options.readonly ?? false });
  if (!options.readonly) database.pragma("journal_mode = WAL");
  database.pragma(`synchronous = ${options.synchronous}`);
  database.pragma("busy_timeout = 5000");
  database.pragma("temp_store = MEMORY");
  if (!options.readonly) database.pragma(`journal_size_limit = ${LOG_BYTES_KEPT}`);
  return database;
}

/** Runs work on a file that exists, and that another process may have open. */
export function withSqliteFile<Result>(
  path: string,
  options: { readonly readonly: boolean },
  work: (database: Database.Database) => Result,
): Result {
  const database = new Database(path, { ...options, fileMustExist: true, timeout: 5000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Errors of the disk that pass by themselves or by freeing space: the answer is 503. */
export const isDiskTrouble = (error: unknown): boolean => {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" && /^(SQLITE_|(ENOSPC|EDQUOT|EIO|EROFS|EMFILE)$)/.test(code) && isTransient(error);
};
