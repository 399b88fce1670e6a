import { EntitySchema } from "typeorm";
import type { Diagnosis } from "../../model/diagnosis.ts";
import type { DiagnosisStatus } from "../../model/diagnosis-status.ts";
import type { FeedbackVerdict } from "../../model/feedback.ts";
import type { IncidentStatus, Severity, SignalType } from "../../model/incident.ts";
import type { TimelineEventType } from "../../model/timeline-event.ts";
import { integer, json, key, nullable, text } from "../sql/columns.ts";

/**
 * The tables, as TypeORM needs to know them; `migrations/` makes them. Times are milliseconds in integers
 * and JSON is text: both mean the same on either engine.
 */
export interface IncidentRow {
  /** Grows with every incident: the order of creation. */
  ref: number;
  /** Counted up within its organization, from 1 on without gaps: its place in the postings. */
  number: number;
  id: string;
  organizationId: string;
  title: string;
  description: string;
  severity: Severity;
  severityRank: number;
  status: IncidentStatus;
  affectedServices: readonly string[];
  primaryService: string | null;
  environment: string;
  signalType: SignalType;
  ruleId: string | null;
  triggeringEventId: string;
  assigneeId: string | null;
  deduplicationKey: string;
  duplicateCount: number;
  lastSeenAt: number;
  resolveAfterMs: number | null;
  /** When it resolves if nothing more is seen; null where it doesn't by itself, or is over. */
  quietAt: number | null;
  parentIncidentId: string | null;
  groupId: string | null;
  diagnosisStatus: DiagnosisStatus;
  diagnosis: Diagnosis | null;
  createdAt: number;
  updatedAt: number;
  resolvedAt: number | null;
  /** What it was worth; null where nobody knows. */
  verdict: FeedbackVerdict | null;
  /** By what people said, by how it ended, or by the incident that it is merged into. */
  verdictFrom: "feedback" | "ending" | "parent" | null;
}

export const incidentTable = new EntitySchema<IncidentRow>({
  name: "incident",
  columns: {
    ref: { ...integer, primary: true, generated: "increment" },
    number: integer,
    id: { ...text, unique: true },
    organizationId: { ...text, name: "organization_id" },
    title: text,
    description: text,
    severity: text,
    severityRank: { ...integer, name: "severity_rank" },
    status: text,
    affectedServices: { ...json, name: "affected_services" },
    primaryService: { ...text, ...nullable, name: "primary_service" },
    environment: text,
    signalType: { ...text, name: "signal_type" },
    ruleId: { ...text, ...nullable, name: "rule_id" },
    triggeringEventId: { ...text, name: "triggering_event_id" },
    assigneeId: { ...text, ...nullable, name: "assignee_id" },
    deduplicationKey: { ...text, name: "deduplication_key" },
    duplicateCount: { ...integer, name: "duplicate_count" },
    lastSeenAt: { ...integer, name: "last_seen_at" },
    resolveAfterMs: { ...integer, ...nullable, name: "resolve_after_ms" },
    quietAt: { ...integer, ...nullable, name: "quiet_at" },
    parentIncidentId: { ...text, ...nullable, name: "parent_incident_id" },
    groupId: { ...text, ...nullable, name: "group_id" },
    diagnosisStatus: { ...text, name: "diagnosis_status" },
    diagnosis: { ...json, ...nullable },
    createdAt: { ...integer, name: "created_at" },
    updatedAt: { ...integer, name: "updated_at" },
    resolvedAt: { ...integer, ...nullable, name: "resolved_at" },
    verdict: { ...text, ...nullable },
    verdictFrom: { ...text, ...nullable, name: "verdict_from" },
  },
});

/** How many incidents there are of each sort, kept with every change so that nothing has to count them. */
export interface IncidentTallyRow {
  organizationId: string;
  status: IncidentStatus;
  severity: Severity;
  merged: number;
  count: number;
}

export const incidentTallyTable = new EntitySchema<IncidentTallyRow>({
  name: "incident_tally",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    status: { ...text, ...key },
    severity: { ...text, ...key },
    merged: { ...integer, ...key },
    count: integer,
  },
});

export interface TimelineEventRow {
  seq: number;
  id: string;
  organizationId: string;
  incidentId: string;
  type: TimelineEventType;
  actor: string;
  title: string;
  detail: string;
  metadata: Readonly<Record<string, unknown>>;
  createdAt: number;
}

export const timelineEventTable = new EntitySchema<TimelineEventRow>({
  name: "timeline_event",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    id: text,
    organizationId: { ...text, name: "organization_id" },
    incidentId: { ...text, name: "incident_id" },
    type: text,
    actor: text,
    title: text,
    detail: text,
    metadata: json,
    createdAt: { ...integer, name: "created_at" },
  },
});

/** The head of each organization's stream; updating it is also the lock that puts its writers in a row. */
export interface StreamHeadRow {
  organizationId: string;
  seq: number;
}

export const streamHeadTable = new EntitySchema<StreamHeadRow>({
  name: "stream_head",
  columns: { organizationId: { ...text, ...key, name: "organization_id" }, seq: integer },
});

export interface StreamChangeRow {
  organizationId: string;
  seq: number;
  /** Null for an incident, else the name of the event. */
  event: string | null;
  data: string;
}

export const streamChangeTable = new EntitySchema<StreamChangeRow>({
  name: "stream_change",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    seq: { ...integer, ...key },
    event: { ...text, ...nullable },
    data: text,
  },
});
