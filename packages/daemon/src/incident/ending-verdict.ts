import { MINUTE_MS } from "../kernel/clock.ts";
import type { FeedbackVerdict } from "../model/feedback.ts";
import { type IncidentStatus, isOver } from "../model/incident.ts";
import { SYSTEM } from "../model/scope.ts";
import { isSimulated, type TimelineEntry, type TimelineEventType } from "../model/timeline-event.ts";

/** Marks timeline entries about feedback. */
export const FEEDBACK_REASON = "feedback_given";
/** Somebody who ends an incident so soon after it opened, and does nothing else, had no use for it. */
const NOISE_WITHIN_MS = 5 * MINUTE_MS;

/** What shows that a person took an incident up. */
const TAKEN_UP: readonly TimelineEventType[] = [
  "assigned",
  "comment_added",
  "escalated",
  "remediation_requested",
  "remediation_approved",
];

/** What people did about an incident before it ended. */
export interface Deeds {
  /** Somebody acknowledged it, assigned it, commented on it, escalated it or asked for a remediation that acts. */
  readonly takenUp: boolean;
  /** Somebody did anything at all. */
  readonly touched: boolean;
}

type Told = Pick<TimelineEntry, "type" | "actor" | "metadata">;

/** By its timeline: that it began or ended, or what somebody thinks of it, is no deed. */
export function deedsOf(timeline: readonly Told[]): Deeds {
  const deeds = timeline.filter((entry) => entry.actor !== SYSTEM && !saysNothing(entry));
  return {
    touched: deeds.length > 0,
    takenUp: deeds.some(isTakingUp),
  };
}

const isTakingUp = (entry: Told): boolean =>
  entry.type === "status_changed" || (TAKEN_UP.includes(entry.type) && !isSimulated(entry));

const saysNothing = ({ type, metadata }: Told): boolean =>
  type === "incident_created" ||
  (type === "status_changed" && isOver(metadata["to"] as IncidentStatus)) ||
  (type === "note" && metadata["reason"] === FEEDBACK_REASON);

/** How an incident ended. */
export interface Ending {
  readonly to: IncidentStatus;
  readonly actor: string;
  /** Since it opened. */
  readonly afterMs: number;
}

/**
 * What people made of an incident, where none of them said it. Taken up and resolved: useful. Ended by a person within five
 * minutes without anything else, or closed untouched whenever: noise. What nobody touched, and all else: null, nobody
 * knows.
 */
export function verdictOfEnding({ to, actor, afterMs }: Ending, deeds: Deeds): FeedbackVerdict | null {
  if (deeds.takenUp) return to === "RESOLVED" ? "useful" : null;
  if (deeds.touched || actor === SYSTEM) return null;
  return to === "CLOSED" || afterMs <= NOISE_WITHIN_MS ? "noise" : null;
}
