import type { EntityManager } from "typeorm";
import { HOUR_MS } from "../../kernel/clock.ts";
import type { Incident } from "../../model/incident.ts";
import type { ActionStatus } from "../../model/remediation.ts";
import type { FactsOf, Situation } from "../../remediate/action-store.ts";
import { FACTS_COUNTED_MAX, type PolicyFacts } from "../../remediate/policy/policy.ts";
import { findIncidentRow } from "../incident/changes.ts";
import { toIncident } from "../incident/rows.ts";
import { place } from "../rows.ts";
import { ALL_ENVIRONMENTS, type RemediationTurn } from "./pending.ts";
import type { ActionRow } from "./tables.ts";

type Except = Pick<ActionRow, "seq" | "status" | "queuedAt">;

/**
 * `within` is the organization's turn where there is one: what it has still to write counts. `except` is the action in
 * question, which isn't counted, nor what was let through after it. Throws `not_found` for the incident.
 */
export async function readSituation(
  manager: EntityManager,
  within: RemediationTurn,
  of: FactsOf,
  now: number,
  except?: Except,
): Promise<Situation> {
  const incident = toIncident(await findIncidentRow(manager, within, of.incidentId));
  const facts = await readFacts(manager, within, of, now, except);
  return situationOf(incident, facts);
}

/** What is counted of an action's surroundings, and what the incident says by itself. */
type CountedFacts = Omit<PolicyFacts, "incidentStatus" | "incidentEnvironment" | "incidentSeverity">;

export const situationOf = (incident: Incident, facts: CountedFacts): Situation => ({
  incident,
  facts: {
    incidentStatus: incident.status,
    incidentEnvironment: incident.environment,
    incidentSeverity: incident.severity,
    ...facts,
  },
});

/** For whom an action's facts are counted. */
export const factsOf = ({ incidentId, actionType, serviceName, environmentKey }: ActionRow): FactsOf => ({
  incidentId,
  actionType,
  serviceName,
  environment: environmentKey,
});

interface Found {
  readonly queued: number | string;
  readonly active: number | string | null;
  readonly waiting: number | string | null;
  readonly active_on_service: number | string;
  readonly same: number | string;
  readonly maintained: number | string;
  readonly suspended: string | null;
}

/** Each part is a look into an index; what it counts, it counts up to FACTS_COUNTED_MAX, but for what a counter tells. */
export async function readFacts(
  manager: EntityManager,
  within: RemediationTurn,
  { actionType, serviceName, environment }: Omit<FactsOf, "incidentId">,
  now: number,
  except?: Except,
): Promise<CountedFacts> {
  const { organizationId } = within;
  const own = except?.seq ?? 0;
  const until = except?.queuedAt ?? Number.MAX_SAFE_INTEGER;
  const there = [organizationId, ...(serviceName === null ? [] : [serviceName]), environment];
  const sql = serviceName === null ? ofNoService : ofService;
  const [found] = (await manager.query(place(manager, sql.counts), [
    ...[...there, now - HOUR_MS, until, own],
    organizationId,
    organizationId,
    ...[...there, own],
    ...[...there, actionType],
    ...(serviceName === null ? [] : [organizationId, serviceName, now, now, ...there]),
  ])) as [Found];
  // By itself, and only where there is one: SQLite prepares a statement that is ordered anew each time.
  const same = [...there, actionType, until, own];
  const [latest] = (Number(found.same) === 1 ? await manager.query(place(manager, sql.same), same) : []) as {
    queued_at: number | string;
  }[];
  const activeNow = Number(found.active ?? 0) + notYetCounted(within, isActive);
  return {
    queuedInLastHour: Number(found.queued),
    sameActionQueuedAt: latest === undefined ? null : Number(latest.queued_at),
    active: except && isActive(except.status) ? activeNow - 1 : activeNow,
    waiting: Number(found.waiting ?? 0) + notYetCounted(within, (status) => status === "PENDING_APPROVAL"),
    activeOnService: Number(found.active_on_service),
    inMaintenance: Number(found.maintained) === 1,
    suspended: found.suspended,
  };
}

const isActive = (status: ActionStatus): boolean => status === "QUEUED" || status === "EXECUTING";

/** What the turn has made of such a status and the counter doesn't tell yet. */
const notYetCounted = ({ remediation }: RemediationTurn, isSuch: (status: ActionStatus) => boolean): number =>
  [...(remediation?.tallies.values() ?? [])]
    .filter(({ environment, status }) => environment === ALL_ENVIRONMENTS && isSuch(status))
    .reduce((sum, { count }) => sum + count, 0);

/** The conditions stand as in the indexes, so that both engines see that they serve. */
function factsSql(named: boolean): { readonly counts: string; readonly same: string } {
  const there = `organization_id = ? and service_name ${named ? "= ?" : "is null"} and environment_key = ?`;
  const counted = (where: string): string =>
    `(select count(*) from (select 1 from remediation_action where ${where} and seq <> ? limit ${FACTS_COUNTED_MAX}) as found)`;
  const active = "status in ('QUEUED', 'EXECUTING')";
  const counts = `select
    ${counted(`${there} and queued_at > ? and queued_at <= ? and queued_at is not null`)} as queued,
    (select sum(count) from remediation_tally
     where organization_id = ? and environment = '${ALL_ENVIRONMENTS}' and ${active}) as active,
    (select count from remediation_tally
     where organization_id = ? and environment = '${ALL_ENVIRONMENTS}' and status = 'PENDING_APPROVAL') as waiting,
    ${counted(`${there} and ${active}`)} as active_on_service,
    (case when exists (
      select 1 from remediation_action where ${there} and action_type = ? and queued_at is not null) then 1 else 0 end) as same,
    ${named ? MAINTAINED : "0"} as maintained,
    ${named ? SUSPENDED : "null"} as suspended`;
  const same = `select queued_at from remediation_action
    where ${there} and action_type = ? and queued_at <= ? and queued_at is not null and seq <> ?
    order by queued_at desc limit 1`;
  return { counts, same };
}

// Not a bare column, so that no engine goes by the index of starts: nearly all windows have started.
const MAINTAINED = `(case when exists (
  select 1 from maintenance_window_service
  where organization_id = ? and service = ? and over_at > ? and starts_at + 0 <= ?) then 1 else 0 end)`;
const SUSPENDED = `(select coalesce(reason, '') from remediation_breaker
  where organization_id = ? and service_name = ? and environment_key = ? and suspended_at is not null)`;

const ofService = factsSql(true);
const ofNoService = factsSql(false);
