import type { IntakeLookup } from "../../ingest/services.ts";
import { openPool } from "../sql/postgres-pool.ts";
import { sql } from "../sql/statement.ts";
import { createRefusalLookup } from "./postgres-refusals.ts";

/** Reads what ingest roles share. */
export function openPostgresIntakeLookup(url: string): IntakeLookup {
  const pool = openPool(url, { name: "intake-lookup", connectionsMax: 1 });
  return {
    ...createRefusalLookup(pool),
    async hasCapacityFor(organizationId, service, limit) {
      const { rows } = await pool.query<{ known: boolean; count: number }>(
        sql`select coalesce(bool_or(name = ${service}), false) as known, count(*) as count
            from intake_service where organization_id = ${organizationId}`,
      );
      return rows[0]?.known === true || (rows[0]?.count ?? 0) < limit;
    },
    close: () => pool.end(),
  };
}
