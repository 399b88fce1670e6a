import type { IncidentComment, StoredIncident } from "../../incident/unit-of-work.ts";
import type { Feedback } from "../../model/feedback.ts";
import type { IncidentStatus, Severity } from "../../model/incident.ts";
import type { TimelineEvent } from "../../model/timeline-event.ts";
import { defineTable, generated, integer, json, key, text } from "../sql/define-table.ts";

export interface IncidentRow extends StoredIncident {
  severityRank: number;
  /** When it resolves automatically; null where it doesn't, or is over. */
  quietAt: number | null;
}

export const incidentTable = defineTable<IncidentRow>("incident", {
  ...generated("ref"),
  ...text("id", "organizationId", "title", "description", "severity", "status", "primaryService", "environment"),
  ...text("signalType", "ruleId", "triggeringEventId", "assigneeId", "deduplicationKey", "parentIncidentId"),
  ...text("groupId", "diagnosisStatus", "verdict", "verdictFrom", "ownTitle", "ownSeverity"),
  ...json("affectedServices", "diagnosis"),
  ...integer("number", "severityRank", "duplicateCount", "lastSeenAt", "resolveAfterMs", "quietAt"),
  ...integer("createdAt", "updatedAt", "resolvedAt"),
});

/** The number of incidents by status, severity and whether they are merged, updated with every change. */
export interface IncidentTallyRow {
  organizationId: string;
  status: IncidentStatus;
  severity: Severity;
  merged: number;
  count: number;
}

export const incidentTallyTable = defineTable<IncidentTallyRow>("incident_tally", {
  ...key({ ...text("organizationId", "status", "severity"), ...integer("merged") }),
  ...integer("count"),
});

export interface TimelineEventRow extends TimelineEvent {
  seq: number;
  organizationId: string;
}

export const timelineEventTable = defineTable<TimelineEventRow>("timeline_event", {
  ...generated("seq"),
  ...text("id", "organizationId", "incidentId", "type", "actor", "title", "detail"),
  ...json("metadata"),
  ...integer("createdAt"),
});

/** The last number of an organization's stream. Updating it locks the organization for other writers. */
export interface StreamHeadRow {
  organizationId: string;
  seq: number;
}

export const streamHeadTable = defineTable<StreamHeadRow>("stream_head", {
  ...key(text("organizationId")),
  ...integer("seq"),
});

export interface StreamChangeRow extends StreamHeadRow {
  /** Null for an incident, else the name of the event. */
  event: string | null;
  data: string;
}

export const streamChangeTable = defineTable<StreamChangeRow>("stream_change", {
  ...key({ ...text("organizationId"), ...integer("seq") }),
  ...text("event", "data"),
});

export interface CommentRow extends IncidentComment {
  /** Grows with every comment. */
  seq: number;
}

export const incidentCommentTable = defineTable<CommentRow>("incident_comment", {
  ...generated("seq"),
  ...text("id", "organizationId", "incidentId", "author", "actor", "body"),
  ...integer("createdAt", "updatedAt"),
});

/** Feedback on incidents and on shadow openings. */
export const feedbackTable = defineTable<Feedback>(
  "feedback",
  {
    ...key(text("organizationId", "aboutId", "person")),
    ...text("by", "verdict", "note"),
    ...integer("createdAt", "updatedAt"),
  },
  { by: "named" },
);
