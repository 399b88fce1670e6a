import { MINUTE_MS } from "../kernel/clock.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import { type Incident, type IncidentStatus, isOver, type Severity } from "../model/incident.ts";
import { type Scope, SYSTEM } from "../model/scope.ts";
import type { TimelineEvent } from "../model/timeline-event.ts";

/** A change of status, an assignment or an escalation on the timeline. */
export type EscalationStep = Pick<TimelineEvent, "type" | "actor" | "metadata" | "createdAt">;

export interface EscalationStepStore {
  /** The newest steps of an incident, the oldest first. */
  escalationSteps(scope: Scope, incidentId: string): Promise<readonly EscalationStep[]>;
}

export interface StepsTaken {
  /** Milliseconds since 1970 UTC; null until then. */
  readonly acknowledgedAt: number | null;
  readonly escalatedAt: number | null;
  readonly escalatedTo: ReadonlySet<string>;
}

/**
 * An incident is acknowledged when somebody is assigned, or when a person moves it out of OPEN. Changes by the daemon,
 * for a diagnosis or a remediation, don't count. A reopening resets the steps, except that an assignee stays.
 */
export function stepsTaken(incident: Incident, steps: readonly EscalationStep[]): StepsTaken {
  let acknowledgedAt: number | null = null;
  let escalatedAt: number | null = null;
  const escalatedTo = new Set<string>();
  for (const step of steps) {
    if (reopens(step)) {
      escalatedAt = null;
      escalatedTo.clear();
      if (incident.assigneeId === null) acknowledgedAt = null;
    }
    if (acknowledges(step)) acknowledgedAt ??= step.createdAt;
    if (step.type === "escalated") {
      escalatedAt ??= step.createdAt;
      escalatedTo.add(String(step.metadata["targetId"]));
    }
  }
  // The assignment may be older than the steps.
  if (incident.assigneeId !== null) acknowledgedAt ??= incident.createdAt;
  return { acknowledgedAt, escalatedAt, escalatedTo };
}

const reopens = ({ type, metadata }: EscalationStep): boolean =>
  type === "status_changed" && isOver(metadata["from"] as IncidentStatus) && !isOver(metadata["to"] as IncidentStatus);

const acknowledges = ({ type, actor, metadata }: EscalationStep): boolean =>
  type === "escalated" ||
  (type === "assigned" && typeof metadata["assigneeId"] === "string") ||
  (type === "status_changed" && actor !== SYSTEM && metadata["to"] !== "OPEN");

/** Minutes from the creation to the acknowledgement and to the escalation. */
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
  readonly dueAt: number;
  /** With one decimal; negative when it is past. */
  readonly minutesRemaining: number;
  /** The step was late, or wasn't taken until now or until the incident was over. */
  readonly breached: boolean;
}

export interface EscalationClock {
  readonly state: EscalationState;
  readonly timeToAcknowledge: Deadline;
  readonly timeToEscalate: Deadline;
}

/**
 * dueAt = createdAt + the minutes of the present severity. A deadline is breached if it passed before the step and
 * before the incident was over. An incident must be escalated at its second deadline even if somebody acknowledged it.
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
