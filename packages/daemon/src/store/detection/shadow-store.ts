import type { EntityManager } from "typeorm";
import type { JudgedShadowOpening, ShadowFeedbackStore, ShadowStore } from "../../detect/quality/shadow-openings.ts";
import { notFound } from "../../kernel/errors.ts";
import { SHADOW_KEPT_MS } from "../../model/record-limits.ts";
import { storeFeedback } from "../incidents/give-feedback.ts";
import type { Database } from "../sql/database.ts";
import { writeLocked } from "../sql/organization-lock.ts";
import { cursorAt, cutPage, placeOf } from "../sql/row-page.ts";
import { updateRows } from "../sql/sql-rows.ts";
import { join, query, raw, type Sql, sql, textTable } from "../sql/statement.ts";
import { type ShadowRow, shadowOpeningTable } from "./detection-tables.ts";
import { JUDGING_INCIDENT } from "./shadow-repository.ts";

export const createShadowStore = ({ reader }: Pick<Database, "reader">): ShadowStore => ({
  /** A range of the index that serves the filter; of one rule, what is about another service is passed over. */
  async list({ organizationId }, { ruleId, service, from, to, limit, cursor }) {
    const query = reader
      .createQueryBuilder(shadowOpeningTable, "shadow")
      .where("shadow.organizationId = :organizationId", { organizationId });
    if (ruleId !== undefined) query.andWhere("shadow.ruleId = :ruleId", { ruleId });
    if (service !== undefined) query.andWhere("shadow.service = :service", { service });
    if (from !== undefined) query.andWhere("shadow.openedAt >= :from", { from });
    if (to !== undefined) query.andWhere("shadow.openedAt <= :to", { to });
    if (cursor) query.andWhere("(shadow.openedAt, shadow.seq) < (:at, :seq)", placeOf(cursor));
    query.orderBy("shadow.openedAt", "DESC").addOrderBy("shadow.seq", "DESC");
    const found = await query.limit(limit + 1).getMany();
    const { rows, ...next } = cutPage(found, limit, ({ openedAt, seq }) => cursorAt(openedAt, seq));
    return { openings: await judged(reader, rows), ...next };
  },
  async get({ organizationId }, id) {
    const row = await reader.findOneBy(shadowOpeningTable, { organizationId, id });
    if (!row) throw notFound("shadow_opening_not_found", `Shadow opening ${id}`);
    return (await judged(reader, [row]))[0] as JudgedShadowOpening;
  },
});

export const createShadowFeedbackStore = (database: Database): ShadowFeedbackStore => ({
  give: ({ organizationId }, given) =>
    writeLocked(database, { organizationId }, async (transaction) => {
      const { aboutId: id } = given;
      if (!(await transaction.existsBy(shadowOpeningTable, { organizationId, id })))
        throw notFound("shadow_opening_not_found", `Shadow opening ${id}`);
      const { verdict, isNews: _news, ...stored } = await storeFeedback(transaction, given);
      await updateRows(transaction, shadowOpeningTable, { id }, { verdict, verdictFrom: "feedback" });
      return stored;
    }),
});

/** With the incident that tells most of each. */
async function judged(reader: EntityManager, rows: readonly ShadowRow[]): Promise<JudgedShadowOpening[]> {
  if (rows.length === 0) return [];
  const found = await query<{ id: string; incidentId: string | null }>(
    reader,
    sql`select id, ${JUDGING_INCIDENT} as "incidentId" from shadow_opening
        where seq in (${join(rows.map(({ seq }) => seq))})`,
  );
  const incidents = new Map(found.map(({ id, incidentId }) => [id, incidentId]));
  return rows.map(({ seq: _seq, ...row }) => ({ ...row, incidentId: incidents.get(row.id) ?? null }));
}

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
