import { randomId } from "../kernel/ids.ts";
import type { Incident, Severity } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import type { IncidentStore } from "./store.ts";

export interface ManualIncident {
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly affectedServices: readonly string[];
}

/** Where no catalog says more; policy treats it as production. */
const UNKNOWN_ENVIRONMENT = "unknown";

/** An incident that a person opens (decisions §11). */
export function createIncident(
  store: IncidentStore,
  scope: Scope,
  given: ManualIncident,
  now: number,
): Promise<Incident> {
  const id = randomId();
  const services = [...new Set(given.affectedServices.map((service) => service.trim()))];
  const incident: Incident = {
    id,
    organizationId: scope.organizationId,
    title: given.title.trim(),
    description: given.description,
    severity: given.severity,
    status: "OPEN",
    affectedServices: services,
    primaryService: services[0] ?? null,
    environment: UNKNOWN_ENVIRONMENT,
    signalType: "manual",
    ruleId: null,
    triggeringEventId: `manual:${id}`,
    assigneeId: null,
    deduplicationKey: `manual:${id}`,
    duplicateCount: 0,
    lastSeenAt: now,
    resolveAfterMs: null,
    parentIncidentId: null,
    groupId: null,
    diagnosisStatus: "PENDING",
    diagnosis: null,
    createdAt: now,
    updatedAt: now,
    resolvedAt: null,
  };
  return store.create(scope, incident, [
    createdEntry(incident, scope.actor, "manual", `Opened by ${scope.actor}.`, []),
  ]);
}

export const createdEntry = (
  incident: Incident,
  actor: string,
  reason: string,
  detail: string,
  evidence: readonly string[],
): TimelineEntry => ({
  type: "incident_created",
  actor,
  title: `Incident opened: ${incident.title}`,
  detail,
  metadata: { reason, severity: incident.severity, signalType: incident.signalType, evidence },
});
