import type { EntityManager } from "typeorm";
import type { OverlapCandidate, ShadowRepository } from "../../detect/quality/record-shadow.ts";
import type { Modes } from "../../detect/rules/rule-mode.ts";
import { insertRows, updateRows } from "../sql/sql-rows.ts";
import { countFound, query, queryOne, raw, type Sql, sql } from "../sql/statement.ts";
import { shadowOpeningTable, shadowOverlapTable } from "./detection-tables.ts";
import { readModes } from "./rule-mode-store.ts";

/** Rule modes and shadow openings of one organization within one transaction. */
export function createShadowRepository(
  transaction: EntityManager,
  organizationId: string,
  shadowRules: ReadonlySet<string>,
): ShadowRepository {
  let modes: Promise<Modes> | undefined;
  return {
    shadowRules,
    modes() {
      modes ??= readModes(transaction, organizationId);
      return modes;
    },
    async findNewestWithKey(deduplicationKey) {
      const where = { organizationId, deduplicationKey };
      return (await transaction.find(shadowOpeningTable, { where, order: { seq: "DESC" }, take: 1 }))[0];
    },
    countOpened: (ruleId, since, limit) =>
      countFound(
        transaction,
        sql`select 1 from shadow_opening
            where organization_id = ${organizationId} and rule_id = ${ruleId} and opened_at >= ${since} limit ${limit}`,
      ),
    insert: (opening) => insertRows(transaction, shadowOpeningTable, [opening]),
    update: (id, fields) => updateRows(transaction, shadowOpeningTable, { id }, fields),
    openIncidents: ({ service, ruleId }, limit) =>
      query<OverlapCandidate>(
        transaction,
        sql`select id, environment from incident
            where organization_id = ${organizationId} and primary_service = ${service} and rule_id <> ${ruleId}
              and status not in ('RESOLVED', 'CLOSED') order by ref desc limit ${limit}`,
      ),
    openShadows: ({ primaryService, ruleId }, now, limit) =>
      query<OverlapCandidate>(
        transaction,
        sql`select id, environment from shadow_opening
            where organization_id = ${organizationId} and service = ${primaryService} and rule_id <> ${ruleId}
              and quiet_at > ${now} order by quiet_at desc limit ${limit}`,
      ),
    addOverlaps: (overlaps) =>
      insertRows(
        transaction,
        shadowOverlapTable,
        overlaps.map((overlap) => ({ ...overlap, organizationId })),
        { ignore: true },
      ),
    judge: (shadowId) => judge(transaction, organizationId, sql`id = ${shadowId}`),
    async judgeOverlapping(incidentId) {
      const overlaps = sql`shadow_overlap where organization_id = ${organizationId}`;
      if (!(await queryOne(transaction, sql`select 1 from ${overlaps} limit 1`))) return;
      const children = sql`incident where organization_id = ${organizationId} and parent_incident_id = ${incidentId}`;
      await judge(
        transaction,
        organizationId,
        sql`id in (select shadow_id from ${overlaps} and incident_id in (
              select id from ${children} union all select cast(${incidentId} as text)))`,
      );
    },
  };
}

/** Rank of the verdict on an incident or, where it was merged, on its parent. */
const RANK = raw("case coalesce(incident.verdict, parent.verdict) when 'useful' then 2 when 'noise' then 1 else 0 end");
const OVERLAPPING = raw(`shadow_overlap as overlap
  join incident on incident.id = overlap.incident_id and incident.organization_id = overlap.organization_id
  left join incident as parent
    on parent.id = incident.parent_incident_id and parent.organization_id = incident.organization_id
  where overlap.organization_id = shadow_opening.organization_id and overlap.shadow_id = shadow_opening.id`);

/** The overlapping incident with the highest rank, the newest of several, as a column of a query on `shadow_opening`. */
export const JUDGING_INCIDENT = sql`(select incident.id from ${OVERLAPPING} order by ${RANK} desc, incident.ref desc limit 1)`;

/** Useful where any incident was, else noise where any was, else unjudged. */
async function judge(transaction: EntityManager, organizationId: string, condition: Sql): Promise<void> {
  const rank = sql`(select max(${RANK}) from ${OVERLAPPING})`;
  await query(
    transaction,
    sql`update shadow_opening set
          verdict = case ${rank} when 2 then 'useful' when 1 then 'noise' end,
          verdict_from = case ${rank} when 2 then 'incident' when 1 then 'incident' end
        where organization_id = ${organizationId} and ${condition}
          and (verdict_from is null or verdict_from = 'incident')`,
  );
}
