import { type Incident, isOver, type Severity, severities } from "../model/incident.ts";
import { SYSTEM } from "../model/scope.ts";
import type { TimelineEvent } from "../model/timeline-event.ts";

/** When an incident came how far. Times are milliseconds, null where it hasn't happened. */
export interface Milestones {
  /** Somebody took it up. */
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
  readonly recoveredAt: number | null;
  /** How often it came back after it had recovered. */
  readonly reopened: number;
  /** Severities that it was raised to, in their order. */
  readonly raised: readonly { readonly severity: Severity; readonly at: number }[];
}

/**
 * Reads the timeline, oldest first. The first assignment to somebody, or the first move out of OPEN by a person,
 * acknowledges the incident. It recovered when it became RESOLVED or CLOSED and stayed so.
 */
export function milestonesOf(incident: Incident, timeline: readonly TimelineEvent[]): Milestones {
  const taken = timeline.find(isTakenUp);
  const moves = timeline.filter(({ type }) => type === "status_changed");
  return {
    acknowledgedAt: taken?.createdAt ?? null,
    acknowledgedBy: taken?.actor ?? null,
    recoveredAt: incident.resolvedAt,
    reopened: moves.filter(({ metadata: { from, to } }) => isOverText(from) && !isOverText(to)).length,
    raised: timeline.flatMap(({ metadata, createdAt }) => {
      const severity = severities.find((each) => each === metadata["severityRaisedTo"]);
      return severity === undefined ? [] : [{ severity, at: createdAt }];
    }),
  };
}

function isTakenUp({ type, actor, metadata }: TimelineEvent): boolean {
  if (type === "assigned") return typeof metadata["assigneeId"] === "string";
  return type === "status_changed" && metadata["from"] === "OPEN" && actor !== SYSTEM;
}

const isOverText = (status: unknown): boolean => isOver(status as Incident["status"]);
