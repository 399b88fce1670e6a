import { count } from "../detect/describe-figures.ts";
import { normaliseEnvironment } from "../detect/environment.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import { type Incident, incidentStatuses, isEvent, isOver } from "../model/incident.ts";
import { findCandidates, findMembership, QUIET_MS, toReachQuery } from "./alert-group.ts";
import type { CorrelationRepository, IncidentAlert, KnownFault, PartnerSearch } from "./correlation-repository.ts";
import type { CorrelationRule, RuleConditions } from "./correlation-rule.ts";
import {
  type BuiltInMode,
  canBePartner,
  evaluateBuiltIn,
  evaluateRules,
  isPast,
  match,
  sortRules,
  type Verdict,
} from "./evaluate-rules.ts";
import { alertOf, CLOCK_SKEW_MS, readRecentFaults } from "./recent-alert-groups.ts";
import { computeReach } from "./service-reach.ts";

/** An incident that another one matches. */
export interface Partner<Stored> {
  readonly incident: Stored;
  /** The incident's parent, or the incident itself. */
  readonly head: Stored;
}

/** The index returns only matches, unless a clock was set back. */
const PARTNERS_TRIED_MAX = 100;

/** Evaluates the organization's rules for an incident that is about to open, then the built-in correlation. */
export async function correlateIncident<Stored extends Incident>(
  repository: CorrelationRepository<Stored>,
  incident: Incident,
): Promise<Verdict<Partner<Stored>>> {
  const rules = sortRules(await repository.rules());
  const search = repository.search(incident);
  const verdict = await evaluateRules(incident, rules, ({ conditions, action }) =>
    findPartner(repository, search, conditions, action, incident),
  );
  const mode = repository.builtIn;
  // Only rules and people join an incident that a person opened.
  if (verdict.action !== "none" || mode === "off" || incident.ruleId === null) return verdict;
  const reason = `${verdict.reason} The built-in correlation found no fault that it belongs to.`;
  return (
    (await correlateByFault(repository, incident, mode)) ??
    ((mode === "merge" && (await joinPresent(repository, search, incident))) || { ...verdict, reason })
  );
}

/** A condition that lasts shows in new ways. Hours later it is rather another one. */
const PRESENT_MS = 3 * HOUR_MS;
const PRESENT_CONDITIONS: RuleConditions = {
  matchFields: ["service"],
  timeWindowMinutes: PRESENT_MS / MINUTE_MS,
  severities: null,
  signalTypes: null,
};

/** The incident of the same service whose condition is present, unless it was only for the record. */
export async function findPresent<Stored extends Incident>(
  repository: CorrelationRepository<Stored>,
  search: PartnerSearch<Stored>,
  incident: Incident,
): Promise<Partner<Stored> | undefined> {
  const environment = normaliseEnvironment(incident.environment);
  let excluded: readonly string[] | undefined;
  const isWanted = async (found: Stored): Promise<boolean> => {
    const { ruleId, lastSeenAt, deduplicationKey } = found;
    const isPresent =
      ruleId !== null &&
      !isEvent(found) &&
      incident.createdAt - lastSeenAt <= QUIET_MS &&
      normaliseEnvironment(found.environment) === environment;
    if (!isPresent) return false;
    excluded ??= await repository.exclusionsOf(incident.deduplicationKey);
    return !excluded.includes(deduplicationKey);
  };
  const isHead = (head: Stored): boolean =>
    incident.createdAt - head.createdAt <= PRESENT_MS && !isPast(head, incident);
  return findPartner(repository, search, PRESENT_CONDITIONS, "merge", incident, isWanted, isHead);
}

async function joinPresent<Stored extends Incident>(
  repository: CorrelationRepository<Stored>,
  search: PartnerSearch<Stored>,
  incident: Incident,
): Promise<Verdict<Partner<Stored>> | undefined> {
  const partner = await findPresent(repository, search, incident);
  if (partner === undefined) return undefined;
  const service = incident.primaryService ?? "";
  const compared = { by: "same_service", service, relatedService: service } as const;
  const gapMinutes = roundToTenth((incident.createdAt - partner.incident.createdAt) / MINUTE_MS);
  const reason = `Same service ${service}, whose incident of ${count(gapMinutes, "minute")} ago goes on.`;
  return evaluateBuiltIn(incident, { isSure: true, compared, gapMinutes, reason }, partner, "merge");
}

async function findPartner<Stored extends Incident>(
  repository: CorrelationRepository<Stored>,
  search: PartnerSearch<Stored>,
  conditions: RuleConditions,
  action: CorrelationRule["action"],
  incident: Incident,
  isWanted: (found: Stored) => Promise<boolean> = async () => true,
  isHead: (head: Stored) => boolean = () => true,
): Promise<Partner<Stored> | undefined> {
  const statuses = incidentStatuses.filter((status) => canBePartner(action, status));
  const since = incident.createdAt - Math.ceil(conditions.timeWindowMinutes * MINUTE_MS) - CLOCK_SKEW_MS;
  let tried = 0;
  for await (const found of search(conditions, statuses, since)) {
    if (tried++ === PARTNERS_TRIED_MAX) return undefined;
    if (!match(conditions, incident, found) || !(await isWanted(found))) continue;
    const head = await readHead(repository, found);
    if (head && isHead(head) && (action !== "merge" || !isOver(head.status))) return { incident: found, head };
  }
  return undefined;
}

async function correlateByFault<Stored extends Incident>(
  repository: CorrelationRepository<Stored>,
  incident: Incident,
  mode: Exclude<BuiltInMode, "off">,
): Promise<Verdict<Partner<Stored>> | undefined> {
  const alert = alertOf(incident);
  if (!alert) return undefined;
  const environment = normaliseEnvironment(incident.environment);
  const recent = await readRecentFaults(repository, alert.at);
  const open = findCandidates(
    alert,
    recent.filter((fault) => fault.environment === environment),
  );
  const faults = open.length === 0 ? [] : await withoutExcluded(repository, incident, open);
  if (faults.length === 0) return undefined;
  const reach = await computeReach(alert.services, toReachQuery(faults), repository.callsAround);
  let left = faults;
  while (left.length > 0) {
    const membership = findMembership<IncidentAlert, KnownFault>(alert, left, reach);
    if (membership === undefined) return undefined;
    const partner = await readPartner(repository, membership.partner);
    if (partner && !isPast(partner.head, incident)) return evaluateBuiltIn(incident, membership, partner, mode);
    left = left.slice(left.indexOf(membership.fault) + 1);
  }
  return undefined;
}

/** A person separated incidents with these deduplication keys. */
async function withoutExcluded(
  repository: CorrelationRepository,
  { deduplicationKey }: Incident,
  faults: readonly KnownFault[],
): Promise<readonly KnownFault[]> {
  const keys = await repository.exclusionsOf(deduplicationKey);
  return faults.filter((fault) => !keys.some((key) => fault.keys.has(key)));
}

/** The parent, or the incident itself without one. */
const readHead = async <Stored extends Incident>(
  repository: CorrelationRepository<Stored>,
  incident: Stored,
): Promise<Stored | undefined> =>
  incident.parentIncidentId === null ? incident : repository.find(incident.parentIncidentId);

async function readPartner<Stored extends Incident>(
  repository: CorrelationRepository<Stored>,
  { id }: IncidentAlert,
): Promise<Partner<Stored> | undefined> {
  const incident = await repository.find(id);
  // It may have left its parent since the alert was read.
  const head = incident && (await readHead(repository, incident));
  return incident && head && !isOver(head.status) ? { incident, head } : undefined;
}
