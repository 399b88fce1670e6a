import { isDiskTrouble } from "./open-sqlite.ts";

/** Knows whether the last write was refused because nothing can be written now. */
export interface WriteWatch {
  watch<Result>(write: Promise<Result>): Promise<Result>;
  /** Why nothing can be written; undefined where the last write succeeded, or failed for another reason. */
  problem(): string | undefined;
}

/** PostgreSQL: read_only_sql_transaction, disk_full, io_error. */
const UNWRITABLE = new Set(["25006", "53100", "58030"]);
/** A failed writer tries again sooner; without further writes, the error says nothing about now. */
const HOLDS_MS = 15_000;

export function createWriteWatch(now: () => number = () => performance.now()): WriteWatch {
  let refusedAt = Number.NEGATIVE_INFINITY;
  return {
    async watch(write) {
      try {
        const result = await write;
        refusedAt = Number.NEGATIVE_INFINITY;
        return result;
      } catch (error) {
        if (isRefusal(error)) refusedAt = now();
        throw error;
      }
    },
    problem: () => (now() - refusedAt < HOLDS_MS ? "the database refused the last write" : undefined),
  };
}

function isRefusal(error: unknown): boolean {
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  if (typeof code === "string" && UNWRITABLE.has(code)) return true;
  if (isDiskTrouble(error) && code !== "SQLITE_BUSY") return true;
  return driverError !== undefined && driverError !== error && isRefusal(driverError);
}
