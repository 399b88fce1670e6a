import type { EntityManager } from "typeorm";
import { SHADOW_KEPT_MS } from "../../model/record-limits.ts";
import { place, rowCount, textList } from "../sql/sql-rows.ts";
import { query, sql } from "../sql/statement.ts";

/** Of the first ones written, those that are long over go, with what was said of them; answers how many. */
export async function forgetShadows(transaction: EntityManager, now: number, most: number): Promise<number> {
  const gone = await query<{ id: string }>(
    transaction,
    sql`select id from (select id, quiet_at from shadow_opening order by seq limit ${most}) as first where quiet_at < ${now - SHADOW_KEPT_MS}`,
  );
  if (gone.length === 0) return 0;
  const ids = textList(
    transaction,
    gone.map(({ id }) => id),
  );
  const remove = (sql: string): Promise<unknown> => transaction.query(place(transaction, sql), [ids.value]);
  // Overlaps and feedback are found by their organizations' keys.
  const owned = `(organization_id, %) in (select organization_id, id from shadow_opening where id in (${ids.sql}))`;
  await remove(`delete from shadow_overlap where ${owned.replace("%", "shadow_id")}`);
  await remove(`delete from feedback where ${owned.replace("%", "about_id")}`);
  return rowCount(await remove(`delete from shadow_opening where id in (${ids.sql}) returning seq`));
}
