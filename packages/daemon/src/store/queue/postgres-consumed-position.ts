import { openPool } from "../sql/postgres-pool.ts";
import { sql } from "../sql/statement.ts";
import { laneOf, lanePrefix, positionsByLane } from "./consumer-lanes.ts";
import type { ConsumedPosition } from "./sqlite-consumed-position.ts";

/** How far the worker has consumed this process's embedded queue, where the database is PostgreSQL. */
export function openPostgresConsumedPosition(url: string, consumer: string): ConsumedPosition {
  const pool = openPool(url, { name: "position", connectionsMax: 1 });
  return {
    async read(lanes) {
      const names = lanes.map((lane) => laneOf(consumer, lane));
      const { rows } = await pool.query<{ name: string; position: number }>(
        sql`select name, position from consumer where name = any(${names}::text[])`,
      );
      return positionsByLane(consumer, rows);
    },
    async highest() {
      const { rows } = await pool.query<{ highest: number }>(
        sql`select coalesce(max(position), 0) as highest from consumer
            where name = ${consumer} or starts_with(name, ${lanePrefix(consumer)})`,
      );
      return rows[0]?.highest ?? 0;
    },
    close: () => pool.end(),
  };
}
