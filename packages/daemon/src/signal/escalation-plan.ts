import { count } from "../detect/describe-figures.ts";
import { MINUTE_MS } from "../kernel/clock.ts";
import { formatAgo, formatDuration } from "../kernel/format-figures.ts";
import type { Incident } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import {
  type EscalationClock,
  escalationClock,
  escalationMinutes,
  type StepsTaken,
  stepsTaken,
} from "./escalation-clock.ts";
import { type EscalationDeps, type EscalationFacts, gatherEscalation } from "./escalation-facts.ts";
import { type SuggestedTarget, suggestTargets } from "./escalation-targets.ts";
import { formatList, formatName } from "./format-text.ts";

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
  const context = { incident, facts, taken, clock, suggestedTargets, now };
  return {
    ...clock,
    primaryService: incident.primaryService ?? "",
    ownerTeam: entry?.ownerTeam ?? "",
    escalationPolicy: entry?.escalationPolicy ?? "",
    blastRadiusCount: downstream.calls.size,
    reason: describeReason(context),
    nextStep: describeNextStep(context),
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

/** The facts that a plan is described by. */
interface EscalationContext {
  readonly incident: Incident;
  readonly facts: EscalationFacts;
  readonly taken: StepsTaken;
  readonly clock: EscalationClock;
  readonly suggestedTargets: readonly SuggestedTarget[];
  readonly now: number;
}

const describeReason = (context: EscalationContext): string =>
  [standing(context), describeBlastRadius(context.incident, context.facts), ...missing(context)].join(" ");

function standing({ incident, taken, clock, now }: EscalationContext): string {
  const { severity, status, createdAt } = incident;
  const after = (at: number): string => formatDuration(at - createdAt);
  const { acknowledge, escalate } = escalationMinutes[severity];
  if (clock.state === "closed") return `${severity}, and ${status}: nothing is left to escalate.`;
  if (taken.escalatedAt !== null) return `${severity}, escalated ${after(taken.escalatedAt)} after it was opened.`;
  const acknowledged =
    taken.acknowledgedAt === null ? "nobody has acknowledged it" : `acknowledged after ${after(taken.acknowledgedAt)}`;
  if (clock.state === "escalate_due") {
    return `${severity}, neither resolved nor escalated within ${formatDuration(escalate * MINUTE_MS)}; ${acknowledged}.`;
  }
  if (clock.state === "acknowledge_due")
    return `${severity}, and ${acknowledged} within ${formatDuration(acknowledge * MINUTE_MS)}.`;
  return `${severity}, opened ${formatAgo(now - createdAt)}; ${acknowledged}, and nothing is due yet.`;
}

export function describeBlastRadius({ primaryService }: Incident, { downstream, owners }: EscalationFacts): string {
  if (primaryService === null) return "The blast radius is 0, since the incident names no service.";
  const size = downstream.calls.size;
  if (size === 0) {
    return `The blast radius is 0 downstream services: the catalog names nothing that ${formatName(primaryService)} calls, so no edge is unmapped.`;
  }
  const services = [...downstream.calls.keys()];
  const reach = `The blast radius is ${downstream.cutOff ? "at least " : ""}${count(size, "downstream service")} (${formatList(services)})`;
  const unmapped = services.filter((service) => !owners.has(service));
  if (unmapped.length === 0) return `${reach}, and no edge is unmapped.`;
  const edges = unmapped.reduce((sum, service) => sum + (downstream.edgesTo.get(service) ?? 0), 0);
  return `${reach}; ${edges === 1 ? "1 edge is" : `${edges} edges are`} unmapped: no catalog entry for ${formatList(unmapped)}.`;
}

function missing({ incident, facts }: EscalationContext): string[] {
  const { primaryService } = incident;
  const lines: string[] = [];
  if (primaryService !== null && !facts.entry) {
    lines.push(`${formatName(primaryService)} has no catalog entry, so its owner is not known.`);
  }
  if (facts.members.length === 0) lines.push("The team has no members.");
  else if (!facts.members.some(({ isOnCall }) => isOnCall)) lines.push("Nobody is on call.");
  return lines;
}

function describeNextStep(context: EscalationContext): string {
  const { clock, incident, facts } = context;
  if (clock.state === "closed") return "Nothing: the incident is over. Reopen it to escalate it.";
  return [...advice(context), ...downstreamAdvice(incident, facts)].join(" ");
}

function advice({ incident, facts, taken, clock, suggestedTargets }: EscalationContext): string[] {
  const holder = facts.members.find(({ id }) => id === incident.assigneeId);
  const target = suggestedTargets.find(({ id }) => id !== incident.assigneeId);
  const to = target && `escalate to ${formatName(target.name)}`;
  const nobody = "There is nobody else to escalate to: put somebody on call, or name a team member.";
  if (clock.state === "escalated") {
    const has = holder ? `${formatName(holder.name)} has the incident.` : "Nobody has the incident now.";
    return [has, to ? `Where that is not enough, ${to}.` : nobody];
  }
  if (clock.state === "escalate_due") return to ? [`Now ${to} (${target.reason}).`] : [nobody];
  const within = (left: number): string => (left > 0 ? `within ${formatDuration(left * MINUTE_MS)}` : "now");
  if (taken.acknowledgedAt !== null) {
    const left = within(clock.timeToEscalate.minutesRemaining);
    return to ? [`Resolve it or ${to} ${left}.`] : [`Resolve it ${left}.`, nobody];
  }
  const left = within(clock.timeToAcknowledge.minutesRemaining);
  const acknowledge = `Acknowledge it ${left}: assign it or change its status.`;
  return [acknowledge, to ? `Where nobody can, ${to}.` : nobody];
}

function downstreamAdvice({ primaryService }: Incident, { entry, downstream, owners }: EscalationFacts): string[] {
  const services = [...downstream.calls.keys()];
  const teams = new Set(services.flatMap((service) => owners.get(service) ?? []));
  if (entry) teams.delete(entry.ownerTeam);
  const unmapped = services.filter((service) => !owners.has(service));
  const unknown = primaryService !== null && !entry ? [primaryService, ...unmapped] : unmapped;
  const lines: string[] = [];
  if (teams.size > 0) lines.push(`Tell the owners within the blast radius: ${formatList([...teams])}.`);
  if (unknown.length > 0)
    lines.push(
      `Add ${formatList(unknown)} to the catalog${unmapped.length > 0 ? ", so that no edge stays unmapped" : ""}.`,
    );
  return lines;
}
