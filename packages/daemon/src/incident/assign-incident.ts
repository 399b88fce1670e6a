import { notFound } from "../kernel/errors.ts";
import type { Incident } from "../model/incident.ts";
import { type Scope, SYSTEM } from "../model/scope.ts";
import type { TeamMember } from "../team/team.ts";
import { type ChangeDeps, changeIncident } from "./change-incident.ts";
import { moveTo, type StatusReason } from "./change-status.ts";
import type { IncidentChange } from "./store.ts";

/** Changes an incident together with what it knows of a member. */
export interface AssignmentStore {
  /**
   * Decides about the incident and the member within one transaction, which no removal of the member overlaps. Without
   * a member's id, it decides about nobody. Throws `not_found` for either.
   */
  assign(
    scope: Scope,
    incidentId: string,
    memberId: string | null,
    decide: (incident: Incident, member: TeamMember | null) => IncidentChange | undefined,
  ): Promise<Incident>;
}

/** Gives the incident to a member, or to nobody; an OPEN one that is given to somebody moves to INVESTIGATING. */
export function assignment(
  incident: Incident,
  to: Pick<TeamMember, "id" | "name"> | null,
  by: StatusReason,
  now: number,
): IncidentChange | undefined {
  const assigneeId = to?.id ?? null;
  if (incident.assigneeId === assigneeId) return undefined;
  const taken = { actor: SYSTEM, reason: "assigned", detail: "Somebody was assigned." };
  const moved = to !== null && incident.status === "OPEN" ? moveTo(incident, "INVESTIGATING", taken, now) : undefined;
  const entry = {
    type: "assigned" as const,
    actor: by.actor,
    title: to === null ? "Assigned to nobody" : `Assigned to ${to.name}`,
    detail: by.detail,
    metadata: { assigneeId, previousAssigneeId: incident.assigneeId, name: to?.name ?? null, reason: by.reason },
  };
  return {
    fields: { assigneeId, ...moved?.fields },
    timeline: [entry, ...(moved?.timeline ?? [])],
    announce: true,
  };
}

export const createAssignmentStore = (deps: ChangeDeps): AssignmentStore => ({
  assign: (scope, incidentId, memberId, decide) =>
    changeIncident(deps, scope, incidentId, async (incident, { members }) => {
      if (memberId === null) return decide(incident, null);
      const member = await members.find(memberId);
      if (!member) throw notFound("team_member_not_found", `Team member ${memberId}`);
      return decide(incident, member);
    }),
});

/** Assigns at a caller's request. Throws `not_found` for an incident or a member that isn't visible. */
export const assignIncident = (
  store: AssignmentStore,
  scope: Scope,
  incidentId: string,
  memberId: string | null,
  now: number,
): Promise<Incident> =>
  store.assign(scope, incidentId, memberId, (incident, member) =>
    assignment(incident, member, { actor: scope.actor, reason: "requested", detail: `By ${scope.actor}.` }, now),
  );
