import type { Incident } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import { describeNextStep, describeReason } from "./describe-escalation.ts";
import { type EscalationClock, escalationClock, stepsTaken } from "./escalation-clock.ts";
import { type EscalationDeps, type EscalationFacts, gatherEscalation } from "./escalation-facts.ts";
import { type SuggestedTarget, suggestTargets } from "./escalation-targets.ts";

export interface EscalationPlan extends EscalationClock {
  /** Empty where the incident names none. */
  readonly primaryService: string;
  /** Empty where the catalog doesn't know it. */
  readonly ownerTeam: string;
  readonly escalationPolicy: string;
  /** Services that the primary one calls, directly or through others, unmapped ones included. */
  readonly blastRadiusCount: number;
  readonly reason: string;
  readonly nextStep: string;
  readonly suggestedTargets: readonly SuggestedTarget[];
  readonly dependents: readonly string[];
}

/** Throws `not_found`. */
export async function readEscalationPlan(
  deps: EscalationDeps,
  scope: Scope,
  incidentId: string,
  now: number,
): Promise<EscalationPlan> {
  const incident = await deps.incidents.get(scope, incidentId);
  return escalationPlan(incident, await gatherEscalation(deps, scope, incident), now);
}

/** Who should be told, by when and why. Pure. */
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

/** Teams that own what calls the primary service or is called by it directly, each with the first such service. */
function neighbourTeams({ downstream, dependents, owners }: EscalationFacts): Map<string, string> {
  const called = [...downstream.calls].filter(([, calls]) => calls === 1).map(([service]) => service);
  const teams = new Map<string, string>();
  for (const service of [...called, ...dependents]) {
    const team = owners.get(service);
    if (team !== undefined && !teams.has(team)) teams.set(team, service);
  }
  return teams;
}
