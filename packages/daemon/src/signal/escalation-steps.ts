import { type Incident, type IncidentStatus, isOver } from "../model/incident.ts";
import { type Scope, SYSTEM } from "../model/scope.ts";
import type { TimelineEvent } from "../model/timeline-event.ts";

/** A change of status, an assignment or an escalation, as the timeline keeps it. */
export type EscalationStep = Pick<TimelineEvent, "type" | "actor" | "metadata" | "createdAt">;

export interface EscalationStepStore {
  /** The steps of an incident, the oldest first; of more than ESCALATION_STEPS_MAX the newest. */
  escalationSteps(scope: Scope, incidentId: string): Promise<readonly EscalationStep[]>;
}

export interface StepsTaken {
  /** Milliseconds since 1970 UTC; null for not yet. */
  readonly acknowledgedAt: number | null;
  readonly escalatedAt: number | null;
  /** Ids of the members that it was escalated to. */
  readonly escalatedTo: ReadonlySet<string>;
}

/**
 * An incident is acknowledged when somebody is assigned, or when a person moves it out of OPEN. What the daemon moves by
 * itself, because a diagnosis or a remediation began, is nobody's acknowledgement. A reopening begins anew: what was
 * done before counts no longer, but for whoever still has the incident.
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
  // Somebody has had it for longer than its steps go back.
  if (incident.assigneeId !== null) acknowledgedAt ??= incident.createdAt;
  return { acknowledgedAt, escalatedAt, escalatedTo };
}

const reopens = ({ type, metadata }: EscalationStep): boolean =>
  type === "status_changed" && isOver(metadata["from"] as IncidentStatus) && !isOver(metadata["to"] as IncidentStatus);

const acknowledges = ({ type, actor, metadata }: EscalationStep): boolean =>
  type === "escalated" ||
  (type === "assigned" && typeof metadata["assigneeId"] === "string") ||
  (type === "status_changed" && actor !== SYSTEM && metadata["to"] !== "OPEN");
