import type { RefusalLookup, RefusalReason, RefusalStore } from "../../ingest/refusals.ts";
import { REFUSED_ORGANIZATIONS_KEPT_MAX } from "../../model/ingestion-limits.ts";
import { type Pool, transact } from "../sql/postgres-pool.ts";

const ADD = `
  insert into intake_refusal as kept values ($1, $2, $3, $4, $5, $6)
  on conflict (organization_id, reason) do update
    set count = kept.count + excluded.count, last_at = greatest(kept.last_at, excluded.last_at),
        services = excluded.services`;

const BOUND = `
  delete from intake_refusal where reason = $1 and organization_id in (
    select organization_id from intake_refusal where reason = $1 order by last_at desc offset $2
  )`;

/** Refusals of all ingest roles together. */
export const createRefusalStore = (pool: Pool): RefusalStore => ({
  addRefusals: (refusals, expired) =>
    transact(pool, async (client) => {
      // One at a time, so that two processes don't wait for each other's rows.
      await client.query("select pg_advisory_xact_lock(hashtext('tocsin-refusals'))");
      await client.query("delete from intake_refusal where last_at < $1", [expired]);
      for (const { organizationId, reason, count, firstAt, lastAt, services } of refusals)
        await client.query(ADD, [organizationId, reason, count, firstAt, lastAt, JSON.stringify(services)]);
      for (const reason of new Set(refusals.map((each) => each.reason)))
        await client.query(BOUND, [reason, REFUSED_ORGANIZATIONS_KEPT_MAX]);
    }),
});

interface Row {
  readonly organizationId: string;
  readonly reason: RefusalReason;
  readonly count: string;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly services: string;
}

export const createRefusalLookup = (pool: Pool): RefusalLookup => ({
  async refusals({ organizationId }, since) {
    const { rows } = await pool.query<Row>(
      `select organization_id as "organizationId", reason, count, first_at as "firstAt", last_at as "lastAt", services
       from intake_refusal where organization_id = $1 and last_at >= $2 order by last_at desc, reason`,
      [organizationId, since],
    );
    return rows.map((row) => ({
      ...row,
      count: Number(row.count),
      firstAt: Number(row.firstAt),
      lastAt: Number(row.lastAt),
      services: JSON.parse(row.services) as string[],
    }));
  },
});
