import type { CatalogReader } from "../catalog/catalog.ts";
import { randomId } from "../kernel/ids.ts";
import { type Incident, type Severity, UNKNOWN_ENVIRONMENT } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import type { IncidentStore, Opened } from "./store.ts";

export interface ManualIncident {
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly affectedServices: readonly string[];
}

/**
 * An incident that a person opens, as far as a correlation rule doesn't suppress it (decisions §11); its environment is
 * that of its first service in the catalog.
 */
export async function createIncident(
  store: IncidentStore,
  catalog: CatalogReader,
  scope: Scope,
  given: ManualIncident,
  now: number,
): Promise<Opened> {
  const id = randomId();
  const services = [...new Set(given.affectedServices.map((service) => service.trim()))];
  const [primaryService = null] = services;
  const entry = primaryService === null ? undefined : await catalog.entry(scope, primaryService);
  const incident: Incident = {
    id,
    organizationId: scope.organizationId,
    title: given.title.trim(),
    description: given.description,
    severity: given.severity,
    status: "OPEN",
    affectedServices: services,
    primaryService,
    environment: entry?.environment ?? UNKNOWN_ENVIRONMENT,
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
