import type { Incident } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import { describeNextStep, describeReason } from "./describe-escalation.ts";
import { type EscalationClock, escalationClock, stepsTaken } from "./escalation-clock.ts";
import { type EscalationDeps, type EscalationFacts, gatherEscalation } from "./escalation-facts.ts";
import { type SuggestedTarget, suggestTargets } from "./escalation-targets.ts";

export interface EscalationPlan extends EscalationClock {
  readonly primaryService: string;
  readonly ownerTeam: string;
  readonly escalationPolicy: string;
  /** Services that the primary one calls, directly or indirectly. */
  readonly blastRadiusCount: number;
  readonly reason: string;
  readonly nextStep: string;
  readonly suggestedTargets: readonly SuggestedTarget[];
  readonly dependents: readonly string[];
}

export async function readEscalationPlan(
  deps: EscalationDeps,
  scope: Scope,
  incidentId: string,
  now: number,
): Promise<EscalationPlan> {
  const incident = await deps.incidents.get(scope, incidentId);
  return escalationPlan(incident, await gatherEscalation(deps, scope, incident), now);
}

/** Pure. */
export function escalationPlan(incident: Incident, facts: EscalationFacts, now: number): EscalationPlan {
  const { entry, members, downstream, dependents } = facts;
  const taken = stepsTaken(incident, facts.steps);
  const clock = escalationClock(incident, taken, now);
  const suggestedTargets = suggestTargets({
    members,
    ownerTeam: entry?.ownerTeam ?? null,
    neighbours: neighbourTeams(facts),
    assigneeId: incident.assigneeId,
    escalatedTo: taken.escalatedTo,
  });
  const told = { incident, facts, taken, clock, suggestedTargets, now };
  return {
    ...clock,
    primaryService: incident.primaryService ?? "",
    ownerTeam: entry?.ownerTeam ?? "",
    escalationPolicy: entry?.escalationPolicy ?? "",
    blastRadiusCount: downstream.calls.size,
    reason: describeReason(told),
    nextStep: describeNextStep(told),
    suggestedTargets,
    dependents,
  };
}

/** Teams of direct neighbours of the primary service, each with one neighbour. */
function neighbourTeams({ downstream, dependents, owners }: EscalationFacts): Map<string, string> {
  const called = [...downstream.calls].filter(([, calls]) => calls === 1).map(([service]) => service);
  const teams = new Map<string, string>();
  for (const service of [...called, ...dependents]) {
    const team = owners.get(service);
    if (team !== undefined && !teams.has(team)) teams.set(team, service);
  }
  return teams;
}
