import type { EntityManager } from "typeorm";
import { HOUR_MS } from "../../kernel/clock.ts";
import type { Incident } from "../../model/incident.ts";
import { FACTS_COUNTED_MAX } from "../../model/record-limits.ts";
import type { ActionPlan, ActionStatus } from "../../model/remediation.ts";
import type { FactsOf, Situation } from "../../remediate/actions/action-store.ts";
import type { LastAction, PolicyFacts } from "../../remediate/policy/policy.ts";
import { incidentServices, servicesOf } from "../../remediate/requests/policy-question.ts";
import { keyWithoutCluster, targetKeyOf } from "../../remediate/targets/remediation-target.ts";
import { entriesSpelled } from "../catalog/read-catalog.ts";
import { findIncidentRow, toIncident } from "../incidents/incident-rows.ts";
import { place, textList } from "../sql/sql-rows.ts";
import type { ActionRow } from "./remediation-tables.ts";

/** Stands for all environments in `remediation_tally`; a name in small letters is never this. */
export const ALL_ENVIRONMENTS = "ALL";

/** Counters that a unit of work has changed and not yet written; none outside of one. */
interface CountedScope {
  readonly organizationId: string;
  readonly tallies?: ReadonlyMap<
    string,
    { readonly environment: string; readonly status: ActionStatus; count: number }
  >;
}

type Except = Pick<ActionRow, "seq" | "status" | "queuedAt">;

/**
 * `within` has the counters of a unit of work: what it has yet to write counts. `except` is the action in
 * question, which isn't counted, nor what was let through after it. Throws `not_found` for the incident.
 */
export async function readSituation(
  manager: EntityManager,
  within: CountedScope,
  of: FactsOf,
  now: number,
  except?: Except,
): Promise<Situation> {
  const incident = toIncident(await findIncidentRow(manager, within, of.incidentId));
  return situationOf(manager, within, incident, of, now, except);
}

export async function situationOf(
  manager: EntityManager,
  within: CountedScope,
  incident: Incident,
  of: FactsOf,
  now: number,
  except?: Except,
): Promise<Situation> {
  const names = servicesOf(incident, of);
  const entries = await entriesSpelled(manager, within, names);
  const services = [...new Set([...names, ...entries.map(({ serviceName }) => serviceName)])];
  const facts = await countFacts(manager, within, of, services, now, except);
  return {
    incident,
    facts: {
      incidentStatus: incident.status,
      incidentEnvironment: incident.environment,
      incidentSeverity: incident.severity,
      incidentServices: incidentServices(incident),
      catalogEnvironments: entries.flatMap(({ serviceName, environment }) =>
        environment === null ? [] : [{ serviceName, environment }],
      ),
      ...facts,
    },
  };
}

interface Found {
  readonly queued: number | string;
  readonly active: number | string | null;
  readonly waiting: number | string | null;
  readonly active_on_target: number | string;
  readonly same: number | string;
  readonly maintained: number | string;
  readonly suspended: string | null;
}

type Counted = Pick<
  PolicyFacts,
  "queuedInLastHour" | "lastOfKind" | "active" | "waiting" | "activeOnTarget" | "inMaintenance" | "suspended"
>;

/** Each part is a look into an index; what it counts, it counts up to FACTS_COUNTED_MAX, but for what a counter tells. */
async function countFacts(
  manager: EntityManager,
  within: CountedScope,
  { actionType, plan }: FactsOf,
  services: readonly string[],
  now: number,
  except?: Except,
): Promise<Counted> {
  const { organizationId } = within;
  const own = except?.seq ?? 0;
  const until = except?.queuedAt ?? Number.MAX_SAFE_INTEGER;
  const there = [organizationId, targetKeyOf(plan)];
  const executed = targetKeyOf({ ...plan, mode: "live" });
  const named = textList(manager, services);
  const [found] = (await manager.query(place(manager, countsSql(named.sql)), [
    ...[...there, now - HOUR_MS, until, own],
    organizationId,
    organizationId,
    ...[...there, own],
    ...[...there, actionType],
    ...[organizationId, named.value, now, now],
    // Only what was executed is judged; what came of it holds for a simulation, too.
    ...[organizationId, executed, keyWithoutCluster(executed)],
  ])) as [Found];
  const activeNow = Number(found.active ?? 0) + notYetCounted(within, isActive);
  return {
    queuedInLastHour: Number(found.queued),
    // By itself, and only where there is one: SQLite prepares a statement that is ordered anew each time.
    lastOfKind: Number(found.same) === 1 ? await lastOfKind(manager, [...there, actionType, until, own]) : null,
    active: except && isActive(except.status) ? activeNow - 1 : activeNow,
    waiting: Number(found.waiting ?? 0) + notYetCounted(within, (status) => status === "PENDING_APPROVAL"),
    activeOnTarget: Number(found.active_on_target),
    inMaintenance: Number(found.maintained) === 1,
    suspended: found.suspended,
  };
}

async function lastOfKind(manager: EntityManager, values: readonly unknown[]): Promise<LastAction | null> {
  const [latest] = (await manager.query(place(manager, LAST_OF_KIND), [...values])) as {
    queued_at: number | string;
    status: ActionStatus;
    plan: string;
  }[];
  if (!latest) return null;
  const { target } = JSON.parse(latest.plan) as ActionPlan;
  return { queuedAt: Number(latest.queued_at), status: latest.status, target };
}

const isActive = (status: ActionStatus): boolean => status === "QUEUED" || status === "EXECUTING";

/** What the turn has made of such a status and the counter doesn't tell yet. */
const notYetCounted = ({ tallies }: CountedScope, isSuch: (status: ActionStatus) => boolean): number =>
  [...(tallies?.values() ?? [])]
    .filter(({ environment, status }) => environment === ALL_ENVIRONMENTS && isSuch(status))
    .reduce((sum, { count }) => sum + count, 0);

/** The conditions stand as in the indexes, so that both engines see that they serve. */
const THERE = "organization_id = ? and target_key = ?";
const counted = (where: string): string =>
  `(select count(*) from (select 1 from remediation_action where ${where} and seq <> ? limit ${FACTS_COUNTED_MAX}) as found)`;
const ACTIVE = "status in ('QUEUED', 'EXECUTING')";
/** What failed before anything was sent touched nothing, and starts no cooldown. */
const LET_THROUGH = "queued_at is not null and (status <> 'FAILED' or sent_at is not null)";

const countsSql = (services: string): string => `select
  ${counted(`${THERE} and queued_at > ? and queued_at <= ? and queued_at is not null`)} as queued,
  (select sum(count) from remediation_tally
   where organization_id = ? and environment = '${ALL_ENVIRONMENTS}' and ${ACTIVE}) as active,
  (select count from remediation_tally
   where organization_id = ? and environment = '${ALL_ENVIRONMENTS}' and status = 'PENDING_APPROVAL') as waiting,
  ${counted(`${THERE} and ${ACTIVE}`)} as active_on_target,
  (case when exists (
    select 1 from remediation_action where ${THERE} and action_type = ? and ${LET_THROUGH}) then 1 else 0 end) as same,
  ${maintainedSql(services)} as maintained,
  (select coalesce(reason, '') from remediation_breaker
   where organization_id = ? and target_key in (?, ?) and suspended_at is not null limit 1) as suspended`;

// Not a bare column, so that no engine goes by the index of starts: nearly all windows have started.
function maintainedSql(services: string): string {
  return `(case when exists (
    select 1 from maintenance_window_service
    where organization_id = ? and service in (${services}) and over_at > ? and starts_at + 0 <= ?) then 1 else 0 end)`;
}

const LAST_OF_KIND = `select queued_at, status, plan from remediation_action
  where ${THERE} and action_type = ? and queued_at <= ? and ${LET_THROUGH} and seq <> ?
  order by queued_at desc limit 1`;
