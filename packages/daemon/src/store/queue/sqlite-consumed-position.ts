import { openSqlite } from "../sql/open-sqlite.ts";
import { laneOf, lanePrefix } from "./consumer-lanes.ts";

/** How far the worker has consumed the embedded queue, read without loading an ORM into the role that asks. */
export interface ConsumedPosition {
  /** Positions of these organizations; those without any are missing. */
  read(lanes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The highest of all organizations; 0 where nothing is consumed. */
  highest(): Promise<number>;
  close(): Promise<void>;
}

const CONSUMER = /^embedded:([^/]+)/;

/** Identities of the queue files that this database has consumed; none where it can't be read. */
export function queueIdentities(databasePath: string): readonly string[] {
  try {
    const database = openSqlite(databasePath, { readonly: true, synchronous: "NORMAL" });
    try {
      const names = database.prepare("select name from consumer").pluck().all() as string[];
      return [...new Set(names.flatMap((name) => CONSUMER.exec(name)?.[1] ?? []))];
    } finally {
      database.close();
    }
  } catch {
    return [];
  }
}

export function openConsumedPosition(databasePath: string, consumer: string): ConsumedPosition {
  const database = openSqlite(databasePath, { readonly: true, synchronous: "NORMAL" });
  const position = database.prepare("select position from consumer where name = ?").pluck();
  const highest = database
    .prepare("select coalesce(max(position), 0) from consumer where name = ? or (name >= ? and name < ?)")
    .pluck();
  return {
    async read(lanes) {
      const found = new Map<string, number>();
      for (const lane of lanes) {
        const consumed = position.get(laneOf(consumer, lane)) as number | undefined;
        if (consumed !== undefined) found.set(lane, consumed);
      }
      return found;
    },
    async highest() {
      const prefix = lanePrefix(consumer);
      return highest.get(consumer, prefix, `${prefix}\u{10ffff}`) as number;
    },
    async close() {
      database.close();
    },
  };
}
