import { toIso, toIsoOrNull } from "../kernel/clock.ts";
import type { Incident } from "../model/incident.ts";

/** The incident as it is answered and streamed, without the fields of a stored one. */
export const incidentJson = (incident: Incident) => ({
  id: incident.id,
  title: incident.title,
  description: incident.description,
  severity: incident.severity,
  status: incident.status,
  affectedServices: incident.affectedServices,
  triggeringEventId: incident.triggeringEventId,
  assigneeId: incident.assigneeId,
  deduplicationKey: incident.deduplicationKey,
  duplicateCount: incident.duplicateCount,
  lastSeenAt: toIso(incident.lastSeenAt),
  parentIncidentId: incident.parentIncidentId,
  diagnosisStatus: incident.diagnosisStatus,
  diagnosis: incident.diagnosis,
  createdAt: toIso(incident.createdAt),
  updatedAt: toIso(incident.updatedAt),
  organizationId: incident.organizationId,
  environment: incident.environment,
  primaryService: incident.primaryService,
  signalType: incident.signalType,
  resolvedAt: toIsoOrNull(incident.resolvedAt),
});
