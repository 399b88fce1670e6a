import { normaliseEnvironment } from "../detect/environment.ts";
import { MINUTE_MS } from "../kernel/clock.ts";
import { type Incident, isOver, servicesOf } from "../model/incident.ts";
import type { CorrelationRepository, IncidentAlarm, KnownFault, RecentIncident } from "./correlation-repository.ts";
import { addAlert, createFault, QUIET_MS } from "./fault.ts";

/** How far the clocks of several workers may differ. Incidents are numbered nearly in the order of their times. */
export const CLOCK_SKEW_MS = MINUTE_MS;
/** Incidents that are read: the newest of those that opened in the last minutes. */
const INCIDENTS_MAX = 50;
const HEADS_KEPT_MAX = 1000;

/** Undefined where the incident is about no service. */
export function alarmOf(
  incident: Omit<RecentIncident, "status" | "environment" | "ruleId" | "parentIncidentId" | "groupId">,
  head: Pick<Incident, "id" | "severity"> = incident,
): IncidentAlarm | undefined {
  const [first, ...others] = servicesOf(incident);
  if (first === undefined) return undefined;
  return {
    id: incident.id,
    headId: head.id,
    headSeverity: head.severity,
    at: incident.createdAt,
    key: incident.deduplicationKey,
    services: [first, ...others],
    text: incident.title,
  };
}

/** Reads the incidents that opened since the last call. */
export async function readRecentFaults(repository: CorrelationRepository, now: number): Promise<readonly KnownFault[]> {
  const { recentFaults } = repository;
  // Whatever opens within the transaction is recent.
  const since = recentFaults.lastNumber === 0 ? now - QUIET_MS - CLOCK_SKEW_MS : undefined;
  const { incidents, lastNumber } = await repository.openedAfter(recentFaults.lastNumber, since, INCIDENTS_MAX);
  await addIncidents(repository, incidents.filter(isComparable));
  recentFaults.lastNumber = lastNumber;
  return [...recentFaults.faults.values()];
}

/** Only rules and people join what people opened. An incident that is over doesn't stand for a present fault. */
const isComparable = ({ ruleId, status }: RecentIncident): boolean => ruleId !== null && !isOver(status);

async function addIncidents(repository: CorrelationRepository, incidents: readonly RecentIncident[]): Promise<void> {
  const { faults, heads } = repository.recentFaults;
  const newHeads = await readHeads(repository, incidents);
  for (const incident of [...newHeads, ...incidents]) {
    const head = incident.parentIncidentId === null ? incident : heads.get(incident.parentIncidentId);
    const alarm = head && alarmOf(incident, head);
    if (!alarm) continue;
    const environment = normaliseEnvironment(incident.environment);
    const name = JSON.stringify([environment, head.groupId ?? head.id]);
    const fault = faults.get(name) ?? { ...createFault<IncidentAlarm>(head.createdAt), environment };
    // Behind the others, so that the first ones are those that were quiet for longest.
    faults.delete(name);
    faults.set(name, fault);
    addAlert(fault, alarm);
  }
  for (const name of [...faults.keys()].slice(0, -INCIDENTS_MAX)) faults.delete(name);
}

/** Reads the parents, and the first incidents of the groups, which tell when a fault began. */
async function readHeads(
  repository: CorrelationRepository,
  incidents: readonly RecentIncident[],
): Promise<readonly RecentIncident[]> {
  const { heads } = repository.recentFaults;
  if (heads.size > HEADS_KEPT_MAX) heads.clear();
  for (const incident of incidents) if (incident.parentIncidentId === null) heads.set(incident.id, incident);
  const named = new Set(incidents.flatMap(({ parentIncidentId, groupId }) => [parentIncidentId, groupId]));
  const missing = [...named].filter((id) => id !== null).filter((id) => !heads.has(id));
  if (missing.length === 0) return [];
  const found = (await repository.recentIncidents(missing)).filter(({ status }) => !isOver(status));
  for (const head of found) heads.set(head.id, head);
  return found;
}
