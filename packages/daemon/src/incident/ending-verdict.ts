import { MINUTE_MS } from "../kernel/clock.ts";
import type { FeedbackVerdict } from "../model/feedback.ts";
import { type IncidentStatus, isOver } from "../model/incident.ts";
import { SYSTEM } from "../model/scope.ts";
import { isSimulated, type TimelineEntry, type TimelineEventType } from "../model/timeline-event.ts";

/** Marks timeline entries about feedback. */
export const FEEDBACK_REASON = "feedback_given";
/** Somebody who ends an incident so soon after it opened, and does nothing else, had no use for it. */
const NOISE_WITHIN_MS = 5 * MINUTE_MS;

/** Entries that show that a person acknowledged an incident. */
const ACKNOWLEDGING: readonly TimelineEventType[] = [
  "assigned",
  "comment_added",
  "escalated",
  "remediation_requested",
  "remediation_approved",
];

/** The actions of people on an incident before it ended. */
export interface Involvement {
  /** Somebody acknowledged it, assigned it, commented on it, escalated it or asked for a remediation that acts. */
  readonly acknowledged: boolean;
  /** Somebody did anything at all. */
  readonly touched: boolean;
}

type Fact = Pick<TimelineEntry, "type" | "actor" | "metadata">;

/** Reads the timeline. The opening, the end and feedback don't count as involvement. */
export function involvementOf(timeline: readonly Fact[]): Involvement {
  const involvement = timeline.filter((entry) => entry.actor !== SYSTEM && !isNeutral(entry));
  return { touched: involvement.length > 0, acknowledged: involvement.some(acknowledges) };
}

const acknowledges = (entry: Fact): boolean =>
  entry.type === "status_changed" || (ACKNOWLEDGING.includes(entry.type) && !isSimulated(entry));

const isNeutral = ({ type, metadata }: Fact): boolean =>
  type === "incident_created" ||
  (type === "status_changed" && isOver(metadata["to"] as IncidentStatus)) ||
  (type === "note" && metadata["reason"] === FEEDBACK_REASON);

/** How an incident ended. */
export interface IncidentEnd {
  readonly to: IncidentStatus;
  readonly actor: string;
  /** Since it opened. */
  readonly afterMs: number;
}

/**
 * The verdict of an ending, if nobody gave feedback. Acknowledged and resolved is useful. Closed untouched, or ended by
 * a person within five minutes without anything else, is noise. Anything else is null: nobody knows.
 */
export function verdictOfEnd({ to, actor, afterMs }: IncidentEnd, involvement: Involvement): FeedbackVerdict | null {
  if (involvement.acknowledged) return to === "RESOLVED" ? "useful" : null;
  if (involvement.touched || actor === SYSTEM) return null;
  return to === "CLOSED" || afterMs <= NOISE_WITHIN_MS ? "noise" : null;
}
