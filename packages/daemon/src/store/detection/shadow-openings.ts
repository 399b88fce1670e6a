import type { EntityManager } from "typeorm";
import { decideShadow, type ShadowOpening } from "../../detect/quality/shadow-openings.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import type { Candidate } from "../../model/candidate.ts";
import { SHADOW_KEPT_MS, SHADOW_OPENINGS_A_DAY_MAX } from "../../model/record-limits.ts";
import { insertRows, place, rowCount, textList, updateRows } from "../sql/sql-rows.ts";
import { query, sql } from "../sql/statement.ts";
import { type ShadowRow, shadowOpeningTable } from "./detection-tables.ts";
import { noteOpenIncidents } from "./shadow-overlaps.ts";

/** Writes down what a candidate of a rule in shadow would have come to. The organization is locked. */
export async function writeShadow(transaction: EntityManager, candidate: Candidate, now: number): Promise<void> {
  const latest = await latestWithKey(transaction, candidate);
  const shadowing = decideShadow(candidate, latest, now);
  if (shadowing.outcome === "goes_on") {
    const { id, quietAt } = latest as ShadowRow;
    await updateRows(transaction, shadowOpeningTable, { id }, shadowing.seen);
    if (quietAt < now) await noteOpenIncidents(transaction, latest as ShadowRow);
    return;
  }
  if (await isFull(transaction, shadowing.opening)) return;
  await insertRows(transaction, shadowOpeningTable, [shadowing.opening]);
  await noteOpenIncidents(transaction, shadowing.opening);
}

const latestWithKey = async (
  transaction: EntityManager,
  { organizationId, deduplicationKey }: Candidate,
): Promise<ShadowRow | undefined> =>
  (
    await transaction.find(shadowOpeningTable, {
      where: { organizationId, deduplicationKey },
      order: { seq: "DESC" },
      take: 1,
    })
  )[0];

/** Counts along the index, up to the bound. */
async function isFull(
  transaction: EntityManager,
  { organizationId, ruleId, openedAt }: ShadowOpening,
): Promise<boolean> {
  const rows = (await query(
    transaction,
    sql`select count(*) as found from (
         select 1 from shadow_opening where organization_id = ${organizationId} and rule_id = ${ruleId} and opened_at >= ${Math.floor(openedAt / DAY_MS) * DAY_MS} limit ${SHADOW_OPENINGS_A_DAY_MAX}) as counted`,
  )) as [{ found: number | string }];
  return Number(rows[0].found) >= SHADOW_OPENINGS_A_DAY_MAX;
}

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
