import { normaliseEnvironment } from "../detect/environment.ts";
import { MINUTE_MS } from "../kernel/clock.ts";
import { type Incident, incidentStatuses, isMoreSevere, isOver } from "../model/incident.ts";
import type { CorrelationRepository, IncidentAlarm, KnownFault, PartnerSearch } from "./correlation-repository.ts";
import type { CorrelationRule } from "./correlation-rule.ts";
import {
  type BuiltInMode,
  canBePartner,
  evaluateBuiltIn,
  evaluateRules,
  match,
  sortRules,
  type Verdict,
} from "./evaluate-rules.ts";
import { type FaultMembership, findCandidates, findMembership, toReachQuery } from "./fault.ts";
import { alarmOf, CLOCK_SKEW_MS, readRecentFaults } from "./recent-faults.ts";
import { computeReach, type ServiceReach } from "./service-reach.ts";

/** An incident that another one matches. */
export interface Partner<Stored> {
  readonly incident: Stored;
  /** The partner's parent, or the partner itself where it has none. */
  readonly head: Stored;
}

/** Incidents that are compared for one rule. The index finds none in vain, unless a clock was set back. */
const PARTNERS_TRIED_MAX = 100;

/** Asks the organization's rules about an incident that is about to open, then the built-in correlation. */
export async function correlateIncident<Stored extends Incident>(
  repository: CorrelationRepository<Stored>,
  incident: Incident,
): Promise<Verdict<Partner<Stored>>> {
  const rules = sortRules(await repository.rules());
  const search = repository.search(incident);
  const verdict = await evaluateRules(incident, rules, (rule) => findPartner(repository, search, rule, incident));
  const mode = repository.builtIn;
  // Only rules and people join what a person opened, and so has seen.
  if (verdict.action !== "none" || mode === "off" || incident.ruleId === null) return verdict;
  const reason = `${verdict.reason} The built-in correlation found no fault that it belongs to.`;
  return (await correlateByFault(repository, incident, mode)) ?? { ...verdict, reason };
}

/** The newest incident that the rule joins the incident with. */
async function findPartner<Stored extends Incident>(
  repository: CorrelationRepository<Stored>,
  search: PartnerSearch<Stored>,
  { conditions, action }: CorrelationRule,
  incident: Incident,
): Promise<Partner<Stored> | undefined> {
  const statuses = incidentStatuses.filter((status) => canBePartner(action, status));
  const since = incident.createdAt - Math.ceil(conditions.timeWindowMinutes * MINUTE_MS) - CLOCK_SKEW_MS;
  let tried = 0;
  for await (const found of search(conditions, statuses, since)) {
    if (tried++ === PARTNERS_TRIED_MAX) return undefined;
    if (!match(conditions, incident, found)) continue;
    const { parentIncidentId } = found;
    const head = parentIncidentId === null ? found : await repository.find(parentIncidentId);
    if (head && (action !== "merge" || !isOver(head.status))) return { incident: found, head };
  }
  return undefined;
}

/** Undefined where the incident belongs to no fault that other incidents show already. */
async function correlateByFault<Stored extends Incident>(
  repository: CorrelationRepository<Stored>,
  incident: Incident,
  mode: Exclude<BuiltInMode, "off">,
): Promise<Verdict<Partner<Stored>> | undefined> {
  const alarm = alarmOf(incident);
  if (!alarm) return undefined;
  const environment = normaliseEnvironment(incident.environment);
  const recent = await readRecentFaults(repository, alarm.at);
  const open = findCandidates(
    alarm,
    recent.filter((fault) => fault.environment === environment),
  );
  const faults = open.length === 0 ? [] : await withoutExcluded(repository, incident, open);
  if (faults.length === 0) return undefined;
  const reach = await computeReach(alarm.services, toReachQuery(faults), repository.callsAround);
  const belonging = belongingWithin(alarm, faults, reach);
  const partner = belonging && (await readPartner(repository, belonging.partner));
  return partner && evaluateBuiltIn(incident, belonging, partner, mode);
}

/** A person who separated these keys knows better, also where the same conditions open other incidents. */
async function withoutExcluded(
  repository: CorrelationRepository,
  { deduplicationKey }: Incident,
  faults: readonly KnownFault[],
): Promise<readonly KnownFault[]> {
  const keys = await repository.exclusionsOf(deduplicationKey);
  return faults.filter((fault) => !keys.some((key) => fault.keys.has(key)));
}

/** Prefers, among equally sure partners, one that is at least as severe: a less severe one can't stand for the incident. */
function belongingWithin(
  alarm: IncidentAlarm,
  faults: readonly KnownFault[],
  reach: ServiceReach,
): FaultMembership<IncidentAlarm, KnownFault> | undefined {
  const found = findMembership<IncidentAlarm, KnownFault>(alarm, faults, reach);
  if (!found?.isSure || !isMoreSevere(alarm.headSeverity, found.partner.headSeverity)) return found;
  const asSevere = [...found.fault.alarms].filter(([, each]) => !isMoreSevere(alarm.headSeverity, each.headSeverity));
  const among = { ...found.fault, alarms: new Map(asSevere) };
  const other = findMembership<IncidentAlarm, KnownFault>(alarm, [among], reach);
  return other?.isSure ? other : found;
}

/** Reads both as they are now. Undefined where the head has ended since it was read. */
async function readPartner<Stored extends Incident>(
  repository: CorrelationRepository<Stored>,
  { id, headId }: IncidentAlarm,
): Promise<Partner<Stored> | undefined> {
  const incident = await repository.find(id);
  const head = id === headId ? incident : await repository.find(headId);
  return incident && head && !isOver(head.status) ? { incident, head } : undefined;
}
