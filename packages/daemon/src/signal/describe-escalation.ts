import { count } from "../detect/describe-figures.ts";
import { MINUTE_MS } from "../kernel/clock.ts";
import type { Incident } from "../model/incident.ts";
import { type EscalationClock, escalationMinutes, type StepsTaken } from "./escalation-clock.ts";
import type { EscalationFacts } from "./escalation-facts.ts";
import type { SuggestedTarget } from "./escalation-targets.ts";
import { formatList, formatMinutes, formatName } from "./format-text.ts";

interface Told {
  readonly incident: Incident;
  readonly facts: EscalationFacts;
  readonly taken: StepsTaken;
  readonly clock: EscalationClock;
  readonly suggestedTargets: readonly SuggestedTarget[];
  readonly now: number;
}

export const describeReason = (told: Told): string =>
  [standing(told), describeBlastRadius(told.incident, told.facts), ...missing(told)].join(" ");

function standing({ incident, taken, clock, now }: Told): string {
  const { severity, status, createdAt } = incident;
  const after = (at: number): string => formatMinutes((at - createdAt) / MINUTE_MS);
  const { acknowledge, escalate } = escalationMinutes[severity];
  if (clock.state === "closed") return `${severity}, and ${status}: nothing is left to escalate.`;
  if (taken.escalatedAt !== null) return `${severity}, escalated ${after(taken.escalatedAt)} after it was opened.`;
  const acknowledged =
    taken.acknowledgedAt === null ? "nobody has acknowledged it" : `acknowledged after ${after(taken.acknowledgedAt)}`;
  if (clock.state === "escalate_due") {
    return `${severity}, neither resolved nor escalated within ${formatMinutes(escalate)}; ${acknowledged}.`;
  }
  if (clock.state === "acknowledge_due")
    return `${severity}, and ${acknowledged} within ${formatMinutes(acknowledge)}.`;
  return `${severity}, opened ${after(now)} ago; ${acknowledged}, and nothing is due yet.`;
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

function missing({ incident, facts }: Told): string[] {
  const { primaryService } = incident;
  const lines: string[] = [];
  if (primaryService !== null && !facts.entry) {
    lines.push(`${formatName(primaryService)} has no catalog entry, so its owner is not known.`);
  }
  if (facts.members.length === 0) lines.push("The team has no members.");
  else if (!facts.members.some(({ isOnCall }) => isOnCall)) lines.push("Nobody is on call.");
  return lines;
}

export function describeNextStep(told: Told): string {
  const { clock, incident, facts } = told;
  if (clock.state === "closed") return "Nothing: the incident is over. Reopen it to escalate it.";
  return [...advice(told), ...downstreamAdvice(incident, facts)].join(" ");
}

function advice({ incident, facts, taken, clock, suggestedTargets }: Told): string[] {
  const holder = facts.members.find(({ id }) => id === incident.assigneeId);
  const target = suggestedTargets.find(({ id }) => id !== incident.assigneeId);
  const to = target && `escalate to ${formatName(target.name)}`;
  const nobody = "There is nobody else to escalate to: put somebody on call, or name a team member.";
  if (clock.state === "escalated") {
    const has = holder ? `${formatName(holder.name)} has the incident.` : "Nobody has the incident now.";
    return [has, to ? `Where that is not enough, ${to}.` : nobody];
  }
  if (clock.state === "escalate_due") return to ? [`Now ${to} (${target.reason}).`] : [nobody];
  const within = (left: number): string => (left > 0 ? `within ${formatMinutes(left)}` : "now");
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
