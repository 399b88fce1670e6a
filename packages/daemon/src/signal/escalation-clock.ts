import { MINUTE_MS } from "../kernel/clock.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import { type Incident, isOver, type Severity } from "../model/incident.ts";
import type { StepsTaken } from "./escalation-steps.ts";

/** Minutes from the creation to the acknowledgement and to the escalation (decisions §9). */
export const escalationMinutes: Readonly<
  Record<Severity, { readonly acknowledge: number; readonly escalate: number }>
> = {
  CRITICAL: { acknowledge: 5, escalate: 15 },
  HIGH: { acknowledge: 15, escalate: 30 },
  MEDIUM: { acknowledge: 60, escalate: 240 },
  LOW: { acknowledge: 240, escalate: 1440 },
};

export type EscalationState = "on_track" | "acknowledge_due" | "escalate_due" | "escalated" | "closed";

export interface Deadline {
  /** Milliseconds since 1970 UTC. */
  readonly dueAt: number;
  /** From now on, with one decimal; negative when it is past. */
  readonly minutesRemaining: number;
  /** The step was taken late, or not at all until now or until the incident was over. */
  readonly breached: boolean;
}

export interface EscalationClock {
  readonly state: EscalationState;
  readonly timeToAcknowledge: Deadline;
  readonly timeToEscalate: Deadline;
}

/**
 * dueAt = createdAt + the minutes of the severity as it is now; minutesRemaining = dueAt - now. A deadline is breached
 * where it passed before the step came, and before the incident was over.
 *
 * An incident that isn't over by its second deadline is to be escalated, also where somebody acknowledged it: that
 * person has not got it done within the time.
 */
export function escalationClock(incident: Incident, taken: StepsTaken, now: number): EscalationClock {
  const minutes = escalationMinutes[incident.severity];
  const deadline = (after: number, takenAt: number | null): Deadline => {
    const dueAt = incident.createdAt + after * MINUTE_MS;
    const until = Math.min(takenAt ?? now, incident.resolvedAt ?? now);
    return { dueAt, minutesRemaining: roundToTenth((dueAt - now) / MINUTE_MS), breached: until > dueAt };
  };
  const timeToAcknowledge = deadline(minutes.acknowledge, taken.acknowledgedAt);
  const timeToEscalate = deadline(minutes.escalate, taken.escalatedAt);
  const state = ((): EscalationState => {
    if (isOver(incident.status)) return "closed";
    if (taken.escalatedAt !== null) return "escalated";
    if (now > timeToEscalate.dueAt) return "escalate_due";
    return taken.acknowledgedAt === null && now > timeToAcknowledge.dueAt ? "acknowledge_due" : "on_track";
  })();
  return { state, timeToAcknowledge, timeToEscalate };
}
