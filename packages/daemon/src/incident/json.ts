import { toIso, toIsoOrNull } from "../kernel/clock.ts";
import type { Incident } from "../model/incident.ts";

/** The incident as it is answered and streamed (contract 2.1, decisions §5). */
export interface IncidentJson {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Incident["severity"];
  readonly status: Incident["status"];
  readonly affectedServices: string[];
  readonly triggeringEventId: string;
  readonly assigneeId: string | null;
  readonly deduplicationKey: string;
  readonly duplicateCount: number;
  readonly lastSeenAt: string;
  readonly parentIncidentId: string | null;
  readonly diagnosisStatus: Incident["diagnosisStatus"];
  readonly diagnosis: Incident["diagnosis"];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly organizationId: string;
  readonly environment: string;
  readonly primaryService: string | null;
  readonly signalType: Incident["signalType"];
  readonly resolvedAt: string | null;
}

export const incidentJson = (incident: Incident): IncidentJson => ({
  id: incident.id,
  title: incident.title,
  description: incident.description,
  severity: incident.severity,
  status: incident.status,
  affectedServices: [...incident.affectedServices],
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
