import type { RefusalLookup, RefusalStore, Refusals } from "../../ingest/refusals.ts";
import type { IntakeLookup } from "../../ingest/services.ts";
import { REFUSED_ORGANIZATIONS_KEPT_MAX } from "../../model/ingestion-limits.ts";
import { openPool, type Pool, transact } from "../sql/postgres-pool.ts";
import { sql } from "../sql/statement.ts";

/** Refusals of all ingest roles together. */
export const createRefusalStore = (pool: Pool): RefusalStore => ({
  addRefusals: (refusals, expired) =>
    transact(pool, async (client) => {
      // One at a time, so that two processes don't wait for each other's rows.
      await client.query("select pg_advisory_xact_lock(hashtext('tocsin-refusals'))");
      await client.query(sql`delete from intake_refusal where last_at < ${expired}`);
      for (const { organizationId, reason, count, firstAt, lastAt, services } of refusals)
        await client.query(
          sql`insert into intake_refusal as kept
              values (${organizationId}, ${reason}, ${count}, ${firstAt}, ${lastAt}, ${JSON.stringify(services)})
              on conflict (organization_id, reason) do update
                set count = kept.count + excluded.count, last_at = greatest(kept.last_at, excluded.last_at),
                    services = excluded.services`,
        );
      for (const reason of new Set(refusals.map((each) => each.reason)))
        await client.query(
          sql`delete from intake_refusal where reason = ${reason} and organization_id in (
                select organization_id from intake_refusal where reason = ${reason}
                order by last_at desc offset ${REFUSED_ORGANIZATIONS_KEPT_MAX}
              )`,
        );
    }),
});

const createRefusalLookup = (pool: Pool): RefusalLookup => ({
  async refusals({ organizationId }, since) {
    const { rows } = await pool.query<Omit<Refusals, "services"> & { readonly services: string }>(
      sql`select organization_id as "organizationId", reason, count, first_at as "firstAt", last_at as "lastAt", services
          from intake_refusal where organization_id = ${organizationId} and last_at >= ${since}
          order by last_at desc, reason`,
    );
    return rows.map((row) => ({ ...row, services: JSON.parse(row.services) as string[] }));
  },
});

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
