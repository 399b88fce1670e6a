import type { EntityManager } from "typeorm";
import { HOUR_MS } from "../../kernel/clock.ts";
import type { Scope } from "../../model/scope.ts";
import type { FactsOf, Situation } from "../../remediate/action-store.ts";
import { FACTS_COUNTED_MAX, type PolicyFacts } from "../../remediate/policy/policy.ts";
import { findIncidentRow } from "../incident/changes.ts";
import { toIncident } from "../incident/rows.ts";
import { place } from "../rows.ts";
import type { ActionRow } from "./tables.ts";

type InOrganization = Pick<Scope, "organizationId">;

/**
 * `except` is the action in question, which isn't counted, nor what was let through after it. Throws `not_found` for
 * the incident.
 */
export async function readSituation(
  manager: EntityManager,
  scope: InOrganization,
  of: FactsOf,
  now: number,
  except?: Pick<ActionRow, "seq" | "queuedAt">,
): Promise<Situation> {
  const incident = toIncident(await findIncidentRow(manager, scope, of.incidentId));
  const facts = await readFacts(manager, scope, of, now, except);
  return { incident, facts: { incidentStatus: incident.status, ...facts } };
}

/** For whom an action's facts are counted. */
export const factsOf = ({ incidentId, actionType, serviceName, environmentKey }: ActionRow): FactsOf => ({
  incidentId,
  actionType,
  serviceName,
  environment: environmentKey,
});

interface Found {
  readonly queued: number | string;
  readonly same: number | string | null;
  readonly active: number | string;
  readonly active_on_service: number | string;
  readonly maintained: number | string;
  readonly suspended: string | null;
}

/** One statement, each part of which is a look into an index; what it counts, it counts up to FACTS_COUNTED_MAX. */
export async function readFacts(
  manager: EntityManager,
  { organizationId }: InOrganization,
  { actionType, serviceName, environment }: Omit<FactsOf, "incidentId">,
  now: number,
  except?: Pick<ActionRow, "seq" | "queuedAt">,
): Promise<Omit<PolicyFacts, "incidentStatus">> {
  const own = except?.seq ?? 0;
  const until = except?.queuedAt ?? Number.MAX_SAFE_INTEGER;
  const service = serviceName === null ? [] : [serviceName];
  const there = [organizationId, ...service, environment];
  const [found] = (await manager.query(place(manager, serviceName === null ? ofNoService : ofService), [
    ...[...there, now - HOUR_MS, until, own],
    ...[...there, actionType, until, own],
    ...[organizationId, own],
    ...[...there, own],
    ...(serviceName === null ? [] : [organizationId, serviceName, now, now]),
    ...(serviceName === null ? [] : there),
  ])) as [Found];
  return {
    queuedInLastHour: Number(found.queued),
    sameActionQueuedAt: found.same === null ? null : Number(found.same),
    active: Number(found.active),
    activeOnService: Number(found.active_on_service),
    inMaintenance: Number(found.maintained) === 1,
    suspended: found.suspended,
  };
}

/** The conditions stand as in the indexes, so that both engines see that they serve. */
const factsSql = (named: boolean): string => {
  const there = `organization_id = ? and service_name ${named ? "= ?" : "is null"} and environment_key = ?`;
  const counted = (where: string): string =>
    `(select count(*) from (select 1 from remediation_action where ${where} and seq <> ? limit ${FACTS_COUNTED_MAX}) as found)`;
  const active = "status in ('QUEUED', 'EXECUTING')";
  return `select
    ${counted(`${there} and queued_at > ? and queued_at <= ? and queued_at is not null`)} as queued,
    (select queued_at from remediation_action
     where ${there} and action_type = ? and queued_at <= ? and queued_at is not null and seq <> ?
     order by queued_at desc limit 1) as same,
    ${counted(`organization_id = ? and ${active}`)} as active,
    ${counted(`${there} and ${active}`)} as active_on_service,
    ${named ? MAINTAINED : "0"} as maintained,
    ${named ? SUSPENDED : "null"} as suspended`;
};

// Not a bare column, so that no engine goes by the index of starts: nearly all windows have started.
const MAINTAINED = `(case when exists (
  select 1 from maintenance_window_service
  where organization_id = ? and service = ? and over_at > ? and starts_at + 0 <= ?) then 1 else 0 end)`;
const SUSPENDED = `(select coalesce(reason, '') from remediation_breaker
  where organization_id = ? and service_name = ? and environment_key = ? and suspended_at is not null)`;

const ofService = factsSql(true);
const ofNoService = factsSql(false);
