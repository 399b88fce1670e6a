/** Event types of the timeline. */
const timelineEventTypes = [
  "incident_created",
  "duplicate_observed",
  "status_changed",
  "assigned",
  "escalated",
  "comment_added",
  "merged",
  "grouped",
  "unmerged",
  "diagnosis_started",
  "diagnosis_completed",
  "diagnosis_failed",
  "remediation_requested",
  "remediation_approved",
  "remediation_rejected",
  "remediation_executing",
  "remediation_completed",
  "remediation_failed",
  "remediation_checked",
  "runbook_linked",
  "runbook_unlinked",
  "postmortem_drafted",
  "stakeholder_update_sent",
  "stakeholder_update_drafted",
  "handoff",
  "note",
  "war_room_opened",
  "war_room_closed",
] as const;
export type TimelineEventType = (typeof timelineEventTypes)[number];

export interface TimelineEvent {
  readonly id: string;
  readonly incidentId: string;
  readonly type: TimelineEventType;
  /** A person's name, or `system`. */
  readonly actor: string;
  readonly title: string;
  readonly detail: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
}

/** An event before it is stored: the store adds its id, incident and time. */
export type TimelineEntry = Pick<TimelineEvent, "type" | "actor" | "title" | "detail" | "metadata">;

/** True for entries about a simulated remediation action. */
export const isSimulated = ({ type, metadata }: Pick<TimelineEvent, "type" | "metadata">): boolean =>
  type.startsWith("remediation_") && metadata["mode"] === "simulate";
