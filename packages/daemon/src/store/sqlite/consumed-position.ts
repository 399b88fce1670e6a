import { laneOf } from "../consumer-lanes.ts";
import { openSqlite } from "./open.ts";

/** How far the worker has consumed the embedded queue, read without loading an ORM into the role that asks. */
export interface ConsumedPosition {
  /** Of these organizations; those of which nothing is consumed are left out. */
  read(lanes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

export function openConsumedPosition(databasePath: string, consumer: string): ConsumedPosition {
  const database = openSqlite(databasePath, { readonly: true, synchronous: "NORMAL" });
  const position = database.prepare("select position from consumer where name = ?").pluck();
  return {
    async read(lanes) {
      const found = new Map<string, number>();
      for (const lane of lanes) {
        const consumed = position.get(laneOf(consumer, lane)) as number | undefined;
        if (consumed !== undefined) found.set(lane, consumed);
      }
      return found;
    },
    async close() {
      database.close();
    },
  };
}
