import type { EntityManager } from "typeorm";
import { HOUR_MS } from "../../kernel/clock.ts";
import { type Incident, servicesOf } from "../../model/incident.ts";
import { FACTS_COUNTED_MAX } from "../../model/record-limits.ts";
import type { ActionPlan, ActionStatus } from "../../model/remediation.ts";
import { keyWithoutCluster, servicesOfAction, targetKeyOf } from "../../model/remediation-target.ts";
import type { FactsOf, Situation, StoredAction } from "../../remediate/actions/action-store.ts";
import type { LastAction, PolicyFacts } from "../../remediate/policy/policy.ts";
import { entriesSpelled } from "../catalog/read-catalog.ts";
import { findIncidentRow, toIncident } from "../incidents/incident-rows.ts";
import { queryOne, raw, type Sql, sql, textTable } from "../sql/statement.ts";

/** All environments together in `remediation_tally`; stored names are in lower case. */
export const ALL_ENVIRONMENTS = "ALL";

/** Tallies that a unit of work has changed and not yet written; none outside of one. */
interface CountedScope {
  readonly organizationId: string;
  readonly tallies?: ReadonlyMap<
    string,
    { readonly environment: string; readonly status: ActionStatus; count: number }
  >;
}

type Except = Pick<StoredAction, "seq" | "status" | "queuedAt">;

/** `except` is the action in question: neither it nor an action queued after it is counted. Throws `not_found`. */
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
  const names = servicesOfAction(incident, of);
  const entries = await entriesSpelled(manager, within, names);
  const services = [...new Set([...names, ...entries.map(({ serviceName }) => serviceName)])];
  const facts = await countFacts(manager, within, of, services, now, except);
  return {
    incident,
    facts: {
      incidentStatus: incident.status,
      incidentEnvironment: incident.environment,
      incidentSeverity: incident.severity,
      incidentServices: servicesOf(incident),
      catalogEnvironments: entries.flatMap(({ serviceName, environment }) =>
        environment === null ? [] : [{ serviceName, environment }],
      ),
      ...facts,
    },
  };
}

interface Found {
  readonly queued: number;
  readonly active: number | null;
  readonly waiting: number | null;
  readonly activeOnTarget: number;
  readonly isRepeated: number;
  readonly isMaintained: number;
  readonly suspended: string | null;
}

type Counted = Pick<
  PolicyFacts,
  "queuedInLastHour" | "lastOfKind" | "active" | "waiting" | "activeOnTarget" | "inMaintenance" | "suspended"
>;

/** Each part is an index lookup. It counts up to FACTS_COUNTED_MAX; tallies are exact. */
async function countFacts(
  manager: EntityManager,
  within: CountedScope,
  { actionType, plan }: FactsOf,
  services: readonly string[],
  now: number,
  except?: Except,
): Promise<Counted> {
  const { organizationId } = within;
  const executed = targetKeyOf({ ...plan, mode: "live" });
  const ofTarget = sql`organization_id = ${organizationId} and target_key = ${targetKeyOf(plan)}`;
  const ofKind = sql`${ofTarget} and action_type = ${actionType} and ${raw(LET_THROUGH)}`;
  const isOther = sql`seq <> ${except?.seq ?? 0}`;
  const until = except?.queuedAt ?? Number.MAX_SAFE_INTEGER;
  const counted = (where: Sql): Sql =>
    sql`(select count(*) from (
           select 1 from remediation_action where ${ofTarget} and ${where} and ${isOther} limit ${raw(FACTS_COUNTED_MAX)}
         ) as found)`;
  const tally = sql`from remediation_tally where organization_id = ${organizationId} and environment = '${raw(ALL_ENVIRONMENTS)}'`;
  const found = (await queryOne<Found>(
    manager,
    // Only executed actions are judged; their outcome applies to simulations too. `starts_at + 0` keeps both engines from
    // the index of starts: nearly all windows have started.
    sql`select
      ${counted(sql`queued_at > ${now - HOUR_MS} and queued_at <= ${until} and queued_at is not null`)} as queued,
      (select sum(count) ${tally} and ${raw(ACTIVE)}) as active,
      (select count ${tally} and status = 'PENDING_APPROVAL') as waiting,
      ${counted(raw(ACTIVE))} as "activeOnTarget",
      (case when exists (select 1 from remediation_action where ${ofKind}) then 1 else 0 end) as "isRepeated",
      (case when exists (
        select 1 from maintenance_window_service
        where organization_id = ${organizationId} and service in (${textTable(manager, services)})
          and over_at > ${now} and starts_at + 0 <= ${now}) then 1 else 0 end) as "isMaintained",
      (select coalesce(reason, '') from remediation_breaker
       where organization_id = ${organizationId} and target_key in (${executed}, ${keyWithoutCluster(executed)})
         and suspended_at is not null limit 1) as suspended`,
  )) as Found;
  const { queued, activeOnTarget, isRepeated, isMaintained, suspended } = found;
  const active = (found.active ?? 0) + notYetCounted(within, isActive);
  return {
    queuedInLastHour: queued,
    // A statement of its own, run only where there is one: SQLite prepares a statement with an order each time.
    lastOfKind:
      isRepeated === 1 ? await readLast(manager, sql`${ofKind} and queued_at <= ${until} and ${isOther}`) : null,
    active: except && isActive(except.status) ? active - 1 : active,
    waiting: (found.waiting ?? 0) + notYetCounted(within, (status) => status === "PENDING_APPROVAL"),
    activeOnTarget,
    inMaintenance: isMaintained === 1,
    suspended,
  };
}

async function readLast(manager: EntityManager, where: Sql): Promise<LastAction | null> {
  const latest = await queryOne<{ queuedAt: number; status: ActionStatus; plan: string }>(
    manager,
    sql`select queued_at as "queuedAt", status, plan from remediation_action where ${where} order by queued_at desc limit 1`,
  );
  if (!latest) return null;
  const { queuedAt, status, plan } = latest;
  return { queuedAt, status, target: (JSON.parse(plan) as ActionPlan).target };
}

const isActive = (status: ActionStatus): boolean => status === "QUEUED" || status === "EXECUTING";

/** Changes of the unit of work that the stored tally doesn't have yet. */
const notYetCounted = ({ tallies }: CountedScope, isSuch: (status: ActionStatus) => boolean): number =>
  [...(tallies?.values() ?? [])]
    .filter(({ environment, status }) => environment === ALL_ENVIRONMENTS && isSuch(status))
    .reduce((sum, { count }) => sum + count, 0);

/** Written as in the partial indexes, so that both engines use them. */
const ACTIVE = "status in ('QUEUED', 'EXECUTING')";
/** An action that failed before anything was sent touched nothing and starts no cooldown. */
const LET_THROUGH = "queued_at is not null and (status <> 'FAILED' or sent_at is not null)";
