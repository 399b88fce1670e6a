import { isTransient } from "./classify-error.ts";
import { withSqliteFile } from "./open-sqlite.ts";

const PROBLEMS_MAX = 20;

/** Problems that `PRAGMA quick_check` finds. `isReadonly` leaves the file and its WAL as they are; else the WAL is merged. */
export function quickCheck(path: string, { isReadonly = false } = {}): readonly string[] {
  try {
    const check = `quick_check(${PROBLEMS_MAX})`;
    const found = withSqliteFile(path, { readonly: isReadonly }, (database) => database.pragma(check));
    // One row may hold many lines, below a headline for the schema.
    const lines = (found as { quick_check: string }[]).flatMap(({ quick_check }) => quick_check.split("\n"));
    return lines.filter((text) => text !== "ok" && text !== "" && !text.startsWith("*** in database"));
  } catch (error) {
    // A full disk has no space for the reader's -shm file, which says nothing about this file.
    if (isReadonly && isTransient(error) && !isReadFailure(error)) throw error;
    return [(error as Error).message];
  }
}

const isReadFailure = (error: unknown): boolean =>
  /^SQLITE_IOERR_(READ|SHORT_READ|CORRUPTFS)$/.test(String((error as { code?: unknown }).code));
