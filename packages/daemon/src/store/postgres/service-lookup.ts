import type { ServiceLookup } from "../../ingest/services.ts";
import { openPool } from "./pool.ts";

/** Reads the registry that ingest roles share. */
export function openPostgresServiceLookup(url: string): ServiceLookup {
  const pool = openPool(url, { name: "services", connectionsMax: 1 });
  return {
    async hasRoomFor(organizationId, service, limit) {
      const { rows } = await pool.query<{ known: boolean; count: string }>(
        `select coalesce(bool_or(name = $2), false) as known, count(*) as count
         from intake_service where organization_id = $1`,
        [organizationId, service],
      );
      return rows[0]?.known === true || Number(rows[0]?.count ?? 0) < limit;
    },
    close: () => pool.end(),
  };
}
