import type { EntityManager } from "typeorm";
import { SHADOW_KEPT_MS } from "../../model/record-limits.ts";
import { query, raw, type Sql, sql, textTable } from "../sql/statement.ts";

/** Deletes the oldest shadow openings with their feedback, if they ended long ago. Returns the count. */
export async function forgetShadows(transaction: EntityManager, now: number, most: number): Promise<number> {
  const gone = await query<{ id: string }>(
    transaction,
    sql`select id from (select id, quiet_at from shadow_opening order by seq limit ${most}) as first where quiet_at < ${now - SHADOW_KEPT_MS}`,
  );
  if (gone.length === 0) return 0;
  const ids = gone.map(({ id }) => id);
  const openings = sql`shadow_opening where id in (${textTable(transaction, ids)})`;
  // Overlaps and feedback are found by their organizations' keys.
  const removeOwned = (table: Sql, id: Sql): Promise<unknown> =>
    query(
      transaction,
      sql`delete from ${table} where (organization_id, ${id}) in (select organization_id, id from ${openings})`,
    );
  await removeOwned(raw("shadow_overlap"), raw("shadow_id"));
  await removeOwned(raw("feedback"), raw("about_id"));
  return (await query(transaction, sql`delete from ${openings} returning seq`)).length;
}
