import type { ConsumedPosition } from "../sqlite/consumed-position.ts";
import { openPool } from "./pool.ts";

/** How far the worker has consumed this process's embedded queue, where the database is PostgreSQL. */
export function openPostgresConsumedPosition(url: string, consumer: string): ConsumedPosition {
  const pool = openPool(url, { name: "position", connectionsMax: 1 });
  return {
    async read() {
      const { rows } = await pool.query<{ position: string }>("select position from consumer where name = $1", [
        consumer,
      ]);
      return Number(rows[0]?.position ?? 0);
    },
    close: () => pool.end(),
  };
}
