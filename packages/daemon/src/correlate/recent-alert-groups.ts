import { normaliseEnvironment } from "../detect/environment.ts";
import { statedCause } from "../detect/stated-cause.ts";
import { MINUTE_MS } from "../kernel/clock.ts";
import { isOver, servicesOf } from "../model/incident.ts";
import { addAlert, createFault, QUIET_MS } from "./alert-group.ts";
import type { CorrelationRepository, IncidentAlert, KnownFault, RecentIncident } from "./correlation-repository.ts";

/** The largest difference between the clocks of workers. */
export const CLOCK_SKEW_MS = MINUTE_MS;
/** The newest incidents of the last minutes. */
const INCIDENTS_MAX = 50;
const HEADS_KEPT_MAX = 1000;

/** Undefined where the incident names no service. */
export function alertOf(
  incident: Omit<RecentIncident, "status" | "environment" | "ruleId" | "parentIncidentId" | "groupId">,
): IncidentAlert | undefined {
  const [first, ...others] = servicesOf(incident);
  if (first === undefined) return undefined;
  return {
    id: incident.id,
    at: incident.createdAt,
    key: incident.deduplicationKey,
    services: [first, ...others],
    text: incident.title,
    cause: statedCause(incident),
  };
}

/** Reads the incidents that opened since the last call. */
export async function readRecentFaults(repository: CorrelationRepository, now: number): Promise<readonly KnownFault[]> {
  const { recentFaults } = repository;
  // Incidents that opened within the transaction are always recent.
  const since = recentFaults.lastNumber === 0 ? now - QUIET_MS - CLOCK_SKEW_MS : undefined;
  const { incidents, lastNumber } = await repository.openedAfter(recentFaults.lastNumber, since, INCIDENTS_MAX);
  await addIncidents(repository, incidents.filter(isComparable));
  recentFaults.lastNumber = lastNumber;
  return [...recentFaults.faults.values()];
}

/** Only rules and people join incidents that people opened, and only open incidents show a present fault. */
const isComparable = ({ ruleId, status }: RecentIncident): boolean => ruleId !== null && !isOver(status);

async function addIncidents(repository: CorrelationRepository, incidents: readonly RecentIncident[]): Promise<void> {
  const { faults, heads } = repository.recentFaults;
  const newHeads = await readHeads(repository, incidents);
  for (const incident of [...newHeads, ...incidents]) {
    const head = incident.parentIncidentId === null ? incident : heads.get(incident.parentIncidentId);
    const alert = head && alertOf(incident);
    if (!alert) continue;
    const environment = normaliseEnvironment(incident.environment);
    const name = JSON.stringify([environment, head.groupId ?? head.id]);
    const fault = faults.get(name) ?? { ...createFault<IncidentAlert>(head.createdAt), environment };
    // The map is ordered by the latest alert.
    faults.delete(name);
    faults.set(name, fault);
    addAlert(fault, alert);
  }
  for (const name of [...faults.keys()].slice(0, -INCIDENTS_MAX)) faults.delete(name);
}

/** Reads parents and the first incidents of groups, which show when a fault began. */
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
