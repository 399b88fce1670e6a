import Database from "better-sqlite3";
import { isTransient } from "./classify-error.ts";

const PROBLEMS_MAX = 20;

/**
 * Problems that `PRAGMA quick_check` finds in a file. `isReadonly` leaves the file and its WAL as they are. Without it, a
 * copy that nobody uses is left without a WAL.
 */
export function quickCheck(path: string, { isReadonly = false } = {}): readonly string[] {
  try {
    const database = new Database(path, { readonly: isReadonly, fileMustExist: true });
    try {
      const found = database.pragma(`quick_check(${PROBLEMS_MAX})`) as { quick_check: string }[];
      // One row may hold many lines, below a headline for the schema.
      const lines = found.flatMap(({ quick_check }) => quick_check.split("\n"));
      return lines.filter((text) => text !== "ok" && text !== "" && !text.startsWith("*** in database"));
    } finally {
      database.close();
    }
  } catch (error) {
    // A full disk has no room for the -shm file of the reader: that says nothing of this file.
    if (isReadonly && isTransient(error) && !isReadFailure(error)) throw error;
    return [(error as Error).message];
  }
}

const isReadFailure = (error: unknown): boolean =>
  /^SQLITE_IOERR_(READ|SHORT_READ|CORRUPTFS)$/.test(String((error as { code?: unknown }).code));
