import { openSqlite } from "./open.ts";

/** How far the worker has consumed the embedded queue, read without loading an ORM into the role that asks. */
export interface ConsumedPosition {
  read(): Promise<number>;
  close(): Promise<void>;
}

export function openConsumedPosition(databasePath: string, consumer: string): ConsumedPosition {
  const database = openSqlite(databasePath, { readonly: true, synchronous: "NORMAL" });
  const position = database.prepare("select position from consumer where name = ?").pluck();
  return {
    read: async () => (position.get(consumer) as number | undefined) ?? 0,
    async close() {
      database.close();
    },
  };
}
