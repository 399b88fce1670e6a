import type { EntityManager } from "typeorm";
import { normaliseEnvironment } from "../../detect/environment.ts";
import type { ShadowOpening } from "../../detect/quality/shadow-openings.ts";
import type { Incident } from "../../model/incident.ts";
import { insertRows, place } from "../sql/sql-rows.ts";
import { query, sql } from "../sql/statement.ts";
import { shadowOverlapTable } from "./detection-tables.ts";

/** Of one service at one time; of more the newest. */
const OVERLAPS_MAX = 20;

/** What another rule saw; a rule that was active before doesn't speak for itself. */
interface Other {
  readonly id: string;
  readonly environment: string;
}

const sameEnvironment = (environment: string, found: unknown): Other[] =>
  (found as Other[]).filter((other) => normaliseEnvironment(other.environment) === normaliseEnvironment(environment));

/** Notes which incidents are open now that a shadow opening began, or goes on again. */
export async function noteOpenIncidents(
  transaction: EntityManager,
  opening: Pick<ShadowOpening, "id" | "organizationId" | "service" | "environment" | "ruleId">,
): Promise<void> {
  const { id, organizationId, service, environment, ruleId } = opening;
  const found = await query(
    transaction,
    sql`select id, environment from incident
       where organization_id = ${organizationId} and primary_service = ${service} and status not in ('RESOLVED', 'CLOSED')
         and rule_id <> ${ruleId} order by ref desc limit ${OVERLAPS_MAX}`,
  );
  const rows = sameEnvironment(environment, found).map((incident) => ({
    organizationId,
    shadowId: id,
    incidentId: incident.id,
  }));
  await insertRows(transaction, shadowOverlapTable, rows, { ignore: true });
  if (rows.length > 0) await judge(transaction, organizationId, "id = ?", [id]);
}

/** Notes which shadow openings go on now that an incident opened, or is open again. */
export async function noteOpenShadows(
  transaction: EntityManager,
  { id, organizationId, primaryService, ruleId, environment }: Incident,
  now: number,
): Promise<void> {
  if (primaryService === null || ruleId === null) return;
  const found = await query(
    transaction,
    sql`select id, environment from shadow_opening
       where organization_id = ${organizationId} and service = ${primaryService} and quiet_at > ${now} and rule_id <> ${ruleId} order by quiet_at desc limit ${OVERLAPS_MAX}`,
  );
  const rows = sameEnvironment(environment, found).map((shadow) => ({
    organizationId,
    shadowId: shadow.id,
    incidentId: id,
  }));
  await insertRows(transaction, shadowOverlapTable, rows, { ignore: true });
  if (rows.length > 0) await judgeShadowsOf(transaction, organizationId, id);
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

/** Judges what rules in shadow saw while this incident, or one merged into it, was open, where nobody has said it. */
export async function judgeShadowsOf(
  transaction: EntityManager,
  organizationId: string,
  incidentId: string,
): Promise<void> {
  const found = await query<unknown>(
    transaction,
    sql`select 1 from shadow_overlap where organization_id = ${organizationId} limit 1`,
  );
  if (found.length === 0) return;
  const about = `id in (
    select shadow_id from shadow_overlap where organization_id = ? and incident_id in (
      select id from incident where organization_id = ? and parent_incident_id = ? union all select cast(? as text)))`;
  await judge(transaction, organizationId, about, [organizationId, organizationId, incidentId, incidentId]);
}

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
