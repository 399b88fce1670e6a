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
 * Opens an incident for a person, unless a correlation rule suppresses it. Its environment is that of
 * its first service in the catalog.
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
    ...newIncident(now),
    id,
    organizationId: scope.organizationId,
    title: given.title.trim(),
    description: given.description,
    severity: given.severity,
    affectedServices: services,
    primaryService,
    environment: entry?.environment ?? UNKNOWN_ENVIRONMENT,
    signalType: "manual",
    ruleId: null,
    triggeringEventId: `manual:${id}`,
    deduplicationKey: `manual:${id}`,
    lastSeenAt: now,
    resolveAfterMs: null,
  };
  return store.create(scope, incident, [
    createdEntry(incident, scope.actor, "manual", `Opened by ${scope.actor}.`, []),
  ]);
}

/** The fields that are the same in every incident that opens. */
export const newIncident = (now: number) =>
  ({
    status: "OPEN",
    assigneeId: null,
    duplicateCount: 0,
    parentIncidentId: null,
    groupId: null,
    diagnosisStatus: "PENDING",
    diagnosis: null,
    createdAt: now,
    updatedAt: now,
    resolvedAt: null,
  }) as const satisfies Partial<Incident>;

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
