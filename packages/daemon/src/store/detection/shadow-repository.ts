import type { EntityManager } from "typeorm";
import type { OverlapCandidate, ShadowRepository } from "../../detect/quality/shadow-repository.ts";
import type { Modes } from "../../detect/rules/rule-mode.ts";
import { insertRows, place, updateRows } from "../sql/sql-rows.ts";
import { shadowOpeningTable, shadowOverlapTable } from "./detection-tables.ts";
import { readModes } from "./rule-modes.ts";

const OPEN_INCIDENTS = `select id, environment from incident
  where organization_id = ? and primary_service = ? and status not in ('RESOLVED', 'CLOSED')
    and rule_id <> ? order by ref desc limit ?`;
const OPEN_SHADOWS = `select id, environment from shadow_opening
  where organization_id = ? and service = ? and quiet_at > ? and rule_id <> ? order by quiet_at desc limit ?`;
/** Counts along the index, up to the bound. */
const OPENED = `select count(*) as found from (
  select 1 from shadow_opening where organization_id = ? and rule_id = ? and opened_at >= ? limit ?) as counted`;
const OVERLAPPING_INCIDENT = `id in (
  select shadow_id from shadow_overlap where organization_id = ? and incident_id in (
    select id from incident where organization_id = ? and parent_incident_id = ? union all select cast(? as text)))`;

/** Rule modes and shadow openings of one organization within one transaction. */
export function createShadowRepository(
  transaction: EntityManager,
  organizationId: string,
  shadowRules: ReadonlySet<string>,
): ShadowRepository {
  let modes: Promise<Modes> | undefined;
  const query = (sql: string, values: readonly unknown[]): Promise<unknown> =>
    transaction.query(place(transaction, sql), [organizationId, ...values]);
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
    async countOpened(ruleId, since, limit) {
      const [row] = (await query(OPENED, [ruleId, since, limit])) as [{ found: number | string }];
      return Number(row.found);
    },
    insert: (opening) => insertRows(transaction, shadowOpeningTable, [opening]),
    update: (id, fields) => updateRows(transaction, shadowOpeningTable, { id }, fields),
    openIncidents: ({ service, ruleId }, limit) =>
      query(OPEN_INCIDENTS, [service, ruleId, limit]) as Promise<OverlapCandidate[]>,
    openShadows: ({ primaryService, ruleId }, now, limit) =>
      query(OPEN_SHADOWS, [primaryService, now, ruleId, limit]) as Promise<OverlapCandidate[]>,
    addOverlaps: (overlaps) =>
      insertRows(
        transaction,
        shadowOverlapTable,
        overlaps.map((overlap) => ({ ...overlap, organizationId })),
        { ignore: true },
      ),
    judge: (shadowId) => judge(transaction, organizationId, "id = ?", [shadowId]),
    async judgeOverlapping(incidentId) {
      const found = (await query("select 1 from shadow_overlap where organization_id = ? limit 1", [])) as unknown[];
      if (found.length === 0) return;
      const ids = [organizationId, organizationId, incidentId, incidentId];
      await judge(transaction, organizationId, OVERLAPPING_INCIDENT, ids);
    },
  };
}

/** By how much an incident, or the parent that stands for it, tells of a shadow opening. */
const TELLS = "case coalesce(incident.verdict, parent.verdict) when 'useful' then 2 when 'noise' then 1 else 0 end";
const OVERLAPPING = `shadow_overlap as overlap
  join incident on incident.id = overlap.incident_id and incident.organization_id = overlap.organization_id
  left join incident as parent
    on parent.id = incident.parent_incident_id and parent.organization_id = incident.organization_id
  where overlap.organization_id = shadow_opening.organization_id and overlap.shadow_id = shadow_opening.id`;

/** The incident that tells most of a shadow opening, the newest of those; as a column of a query about `shadow_opening`. */
export const TELLING_INCIDENT = `(select incident.id from ${OVERLAPPING} order by ${TELLS} desc, incident.ref desc limit 1)`;

/** Useful where any incident was, else noise where any was, else unjudged. */
async function judge(
  transaction: EntityManager,
  organizationId: string,
  about: string,
  values: readonly string[],
): Promise<void> {
  const told = `(select max(${TELLS}) from ${OVERLAPPING})`;
  await transaction.query(
    place(
      transaction,
      `update shadow_opening set
         verdict = case ${told} when 2 then 'useful' when 1 then 'noise' end,
         verdict_from = case ${told} when 2 then 'incident' when 1 then 'incident' end
       where organization_id = ? and ${about} and (verdict_from is null or verdict_from = 'incident')`,
    ),
    [organizationId, ...values],
  );
}
