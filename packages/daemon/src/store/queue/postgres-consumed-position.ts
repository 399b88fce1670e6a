import { openPool } from "../sql/postgres-pool.ts";
import { laneOf, lanePrefix, positionsByLane } from "./consumer-lanes.ts";
import type { ConsumedPosition } from "./sqlite-consumed-position.ts";

/** How far the worker has consumed this process's embedded queue, where the database is PostgreSQL. */
export function openPostgresConsumedPosition(url: string, consumer: string): ConsumedPosition {
  const pool = openPool(url, { name: "position", connectionsMax: 1 });
  return {
    async read(lanes) {
      const { rows } = await pool.query<{ name: string; position: string }>(
        "select name, position from consumer where name = any($1::text[])",
        [lanes.map((lane) => laneOf(consumer, lane))],
      );
      return positionsByLane(consumer, rows);
    },
    async highest() {
      const { rows } = await pool.query<{ highest: string }>(
        "select coalesce(max(position), 0) as highest from consumer where name = $1 or starts_with(name, $2)",
        [consumer, lanePrefix(consumer)],
      );
      return Number(rows[0]?.highest ?? 0);
    },
    close: () => pool.end(),
  };
}
