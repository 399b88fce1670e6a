/** What happened to an incident, as its timeline tells it (contract 2.9, decisions §5). */
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
  /** Who: a person's name, or `system`. */
  readonly actor: string;
  readonly title: string;
  readonly detail: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
}

/** One not yet written: the store gives it its id, its incident and its time. */
export type TimelineEntry = Pick<TimelineEvent, "type" | "actor" | "title" | "detail" | "metadata">;

/** Whether an entry is about a remediation action that was simulated: nothing was touched. */
export const isSimulated = ({ type, metadata }: Pick<TimelineEvent, "type" | "metadata">): boolean =>
  type.startsWith("remediation_") && metadata["mode"] === "simulate";
