import type Database from "better-sqlite3";
import { MIB } from "../../kernel/bytes.ts";

/** SQLite keeps the pages that deletions free for later; only this mode can cut them off the file in steps. */
const INCREMENTAL = 2;
/** A conversion copies what the file holds, at some 100 MiB a second. */
const CONVERTED_BYTES_MAX = 16 * MIB;
const KEPT_FREE_BYTES = 64 * MIB;
const FREE_TIMES_USED = 8;
/** 8 MiB: some 5 ms a step. */
const PAGES_IN_STEP = 2000;

/** Makes `returnFreeSpace` work on a new file, and on one of an earlier version while it holds little. */
export function allowReturningSpace(database: Database.Database): void {
  if (numberOf(database, "auto_vacuum") === INCREMENTAL || sizeOf(database).used > CONVERTED_BYTES_MAX) return;
  try {
    database.pragma("auto_vacuum = INCREMENTAL");
    database.exec("vacuum");
  } catch {
    // On a full disk or with a damaged row the file keeps its size; the reader of the row reports the damage.
  }
}

/** Cuts free pages off the file once nearly all of it is free; not during a backlog. True where more is left. */
export function returnFreeSpace(database: Database.Database): boolean {
  const hasMuch = (): boolean => {
    const { used, free } = sizeOf(database);
    return free > KEPT_FREE_BYTES && free > used * FREE_TIMES_USED;
  };
  if (numberOf(database, "auto_vacuum") !== INCREMENTAL || !hasMuch()) return false;
  database.pragma(`incremental_vacuum(${PAGES_IN_STEP})`);
  return hasMuch();
}

function sizeOf(database: Database.Database): { readonly used: number; readonly free: number } {
  const pageSize = numberOf(database, "page_size");
  const freePages = numberOf(database, "freelist_count");
  return { used: (numberOf(database, "page_count") - freePages) * pageSize, free: freePages * pageSize };
}

const numberOf = (database: Database.Database, pragma: string): number =>
  database.pragma(pragma, { simple: true }) as number;
