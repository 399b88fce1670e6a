import { type AssignmentStore, assignment } from "../incident/assign-incident.ts";
import { type Incident, isOver } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import type { TeamMember } from "../team/team.ts";
import type { EscalationState } from "./escalation-clock.ts";
import { type EscalationDeps, type EscalationFacts, gatherEscalation } from "./escalation-facts.ts";
import { describeBlastRadius, escalationPlan } from "./escalation-plan.ts";

export interface EscalateDeps extends EscalationDeps {
  readonly assignments: AssignmentStore;
}

export interface Escalation {
  /** False where nobody is left to escalate to, or the incident is over. Nothing is written then. */
  readonly escalated: boolean;
  readonly target: Pick<TeamMember, "id" | "name" | "email"> | null;
  readonly state: EscalationState;
  readonly nextStep: string;
}

const NAMED = "Named by the caller";

/**
 * Assigns the incident to the given member, or to the best suggested one who doesn't have it. A repetition takes the
 * next one. Throws `not_found`.
 */
export async function escalate(
  deps: EscalateDeps,
  scope: Scope,
  incidentId: string,
  targetId: string | undefined,
  now: number,
): Promise<Escalation> {
  const incident = await deps.incidents.get(scope, incidentId);
  const facts = await gatherEscalation(deps, scope, incident);
  const plan = escalationPlan(incident, facts, now);
  const suggested = isOver(incident.status)
    ? undefined
    : plan.suggestedTargets.find(({ id }) => id !== incident.assigneeId);
  const memberId = targetId ?? suggested?.id;
  if (memberId === undefined) return { escalated: false, target: null, state: plan.state, nextStep: plan.nextStep };

  let done: { entry: TimelineEntry; member: TeamMember } | undefined;
  const changed = await deps.assignments.assign(scope, incidentId, memberId, (current, member) => {
    if (member === null || isOver(current.status)) return undefined;
    const reason = plan.suggestedTargets.find(({ id }) => id === member.id)?.reason ?? NAMED;
    const entry = escalatedEntry(scope, current, member, reason, facts);
    done = { entry, member };
    const by = { actor: scope.actor, reason: "escalated", detail: `Escalated by ${scope.actor}.` };
    const { fields = {}, timeline = [], announce = false } = assignment(current, member, by, now) ?? {};
    return { fields, timeline: [entry, ...timeline], announce };
  });
  const steps = done ? [...facts.steps, { ...done.entry, createdAt: now }] : facts.steps;
  const { state, nextStep } = escalationPlan(changed, { ...facts, steps }, now);
  if (!done) return { escalated: false, target: null, state, nextStep };
  const { id, name, email } = done.member;
  return { escalated: true, target: { id, name, email }, state, nextStep };
}

const escalatedEntry = (
  scope: Scope,
  incident: Incident,
  member: TeamMember,
  reason: string,
  facts: EscalationFacts,
): TimelineEntry => ({
  type: "escalated",
  actor: scope.actor,
  title: `Escalated to ${member.name}`,
  detail: `By ${scope.actor}. ${reason}. ${describeBlastRadius(incident, facts)}`,
  metadata: {
    targetId: member.id,
    name: member.name,
    reason,
    previousAssigneeId: incident.assigneeId,
    blastRadiusCount: facts.downstream.calls.size,
  },
});
