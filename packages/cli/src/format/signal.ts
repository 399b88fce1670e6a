import type {
  ChangeRisk,
  DeploymentRisk,
  EscalationPlan,
  PreventiveSignal,
  PrioritySignal,
  RiskState,
} from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { figureText, minutesText, percentText, timesText } from "../text/figure.ts";
import type { Paint, Style } from "../text/paint.ts";
import { ago, clock } from "../text/time.ts";
import { wrap, wrapHanging } from "../text/wrap.ts";
import { bulletSection, countText, type Fact, factList, optionalFact } from "./fact-list.ts";
import type { Layout, TimedLayout } from "./layout.ts";

type Clock = EscalationPlan["timeToAcknowledge"];
type Target = EscalationPlan["suggestedTargets"][number];

const riskStyle: Readonly<Record<RiskState, Style>> = {
  low: "green",
  moderate: "cyan",
  high: "yellow",
  critical: "red",
};
const escalationStyle: Readonly<Record<EscalationPlan["state"], Style>> = {
  on_track: "green",
  acknowledge_due: "yellow",
  escalate_due: "red",
  escalated: "magenta",
  closed: "gray",
};
const levelStyle: Readonly<Record<PrioritySignal["level"], Style>> = {
  P1: "red",
  P2: "yellow",
  P3: "cyan",
  P4: "gray",
  P5: "gray",
};

/** Joins the non-empty parts of a page. */
const joinParts = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n\n");
const paragraph = (text: string, { width }: Layout): string => wrap(cleanLine(text), width);
const verdictLine = (style: Style, text: string, rest: string, { paint, width }: Layout): string =>
  wrapHanging(`${paint([style, "bold"], cleanLine(text))}${rest && ` ${cleanLine(rest)}`}`, width, 0);
const reasonList = (lines: readonly string[], layout: Layout): string =>
  bulletSection("Why", lines.map(cleanLine), layout).join("");

export function escalationText(plan: EscalationPlan, layout: TimedLayout): string {
  const { paint } = layout;
  const facts: Fact[] = [
    ["acknowledge", dueText(plan.timeToAcknowledge, paint)],
    ["escalate", dueText(plan.timeToEscalate, paint)],
    ["service", cleanLine(plan.primaryService) || "none"],
    ["owner", cleanLine(plan.ownerTeam) || "not in the catalog"],
    ...optionalFact("policy", plan.escalationPolicy),
    ["blast radius", countText(plan.blastRadiusCount, "service")],
    ...optionalFact("called by", plan.dependents.join(", ")),
  ];
  return joinParts(
    verdictLine(escalationStyle[plan.state], plan.state.replaceAll("_", " "), "", layout),
    paragraph(plan.nextStep, layout),
    bulletSection("Escalation targets", plan.suggestedTargets.map(targetLine), layout).join(""),
    factList(facts, layout),
    paragraph(plan.reason, layout),
  );
}

const targetLine = ({ name, email, isOnCall, reason }: Target): string =>
  cleanLine(`${name} (${email})${isOnCall ? ", on call" : ""}: ${reason}`);

/** A deadline such as `by 2026-11-20 09:00:00, 12 min left`. */
function dueText({ dueAt, minutesRemaining, breached }: Clock, paint: Paint): string {
  const late = minutesRemaining > -0.5 ? "just now" : `${minutesText(minutesRemaining)} ago`;
  const left = minutesRemaining >= 0 ? `${minutesText(minutesRemaining)} left` : late;
  return `by ${clock(dueAt)}, ${breached ? paint("red", `missed, ${left}`) : left}`;
}

/** The priority of an incident, and the burn rate of its service's error budget. */
export function priorityText(signal: PrioritySignal, layout: TimedLayout): string {
  const { level, label, reason, eventCount, durationMinutes, serviceCount } = signal;
  const facts: Fact[] = [
    ["duration", minutesText(durationMinutes)],
    ["events", String(eventCount)],
    ["services", String(serviceCount)],
    ...objectiveFacts(signal.sloContext, layout),
  ];
  return joinParts(
    verdictLine(levelStyle[level], level, label, layout),
    paragraph(reason, layout),
    factList(facts, layout),
  );
}

function objectiveFacts(slo: PrioritySignal["sloContext"], { paint }: TimedLayout): Fact[] {
  const tier: Fact = ["tier", slo.tier === "unmapped" ? "not in the catalog" : cleanLine(slo.tier)];
  const thresholds = `at risk after ${minutesText(slo.riskThresholdMinutes)}, broken after ${minutesText(slo.breachThresholdMinutes)}`;
  const held = slo.breached ? paint("red", "broken") : slo.atRisk ? paint("yellow", "at risk") : "holds";
  const duration: Fact[] = slo.tier === "unmapped" ? [] : [["objective", `${held}; ${thresholds}`]];
  if (slo.objectiveTargetPct === 0) return [tier, ...duration];
  const rate = `${percentText(slo.burnRatePctPerHour / 100)} an hour over ${minutesText(slo.burnWindowHours * 60)}`;
  return [
    tier,
    ...duration,
    // As the catalog names it: 99.99 % and 99.95 % are different objectives.
    ["target", `${slo.objectiveTargetPct} %`],
    budgetFact(slo),
    ["burn rate", `${cleanLine(slo.burnState).replaceAll("_", " ")}, ${rate}`],
  ];
}

/** From this multiple of the budget on, the multiple is named. */
const USED_UP_TIMES_MIN = 1.1;

function budgetFact({ errorBudgetRemainingPct, projectedExhaustionHours: ends }: PrioritySignal["sloContext"]): Fact {
  if (errorBudgetRemainingPct <= 0) {
    const used = 1 - errorBudgetRemainingPct / 100;
    return ["budget", `used up${used < USED_UP_TIMES_MIN ? "" : ` ${timesText(used)} over`}`];
  }
  const until = ends === null ? "" : `, used up in ${minutesText(ends * 60)} at this rate`;
  return ["budget left", `${percentText(errorBudgetRemainingPct / 100)}${until}`];
}

export function preventiveText(signal: PreventiveSignal, layout: TimedLayout): string {
  const { windowHours, sameServiceIncidents, unresolvedIncidents, criticalIncidents } = signal;
  const facts: Fact[] = [
    ["period", `the last ${minutesText(windowHours * 60)}`],
    ["incidents", String(sameServiceIncidents)],
    ["unresolved", String(unresolvedIncidents)],
    ["critical", String(criticalIncidents)],
  ];
  const steps = signal.actions.map(({ priority, title, category, why }) =>
    cleanLine(`${priority}: ${title} (${category}). ${why}`),
  );
  return joinParts(
    verdictLine(riskStyle[signal.state], signal.state, "", layout),
    paragraph(signal.summary, layout),
    paragraph(signal.recommendation, layout),
    bulletSection("Preventive actions", steps, layout).join(""),
    factList(facts, layout),
    reasonList(signal.reasons, layout),
  );
}

export function changeRiskText(risk: ChangeRisk, layout: TimedLayout): string {
  const facts: Fact[] = [
    ["changes", String(risk.changeCount)],
    ["confidence", percentText(risk.maxChangeConfidence)],
    ...optionalFact("suspect", risk.topChangeReason),
  ];
  return riskText(risk, facts, layout);
}

export function deploymentRiskText(risk: DeploymentRisk, layout: TimedLayout): string {
  const { latestDeploymentAt: latest } = risk;
  const facts: Fact[] = [
    ["period", `the last ${minutesText(risk.windowHours * 60)}`],
    ["deployments", String(risk.deploymentCount)],
    ["latest", latest === null ? "none" : `${clock(latest)} (${ago(latest, layout.now)})`],
    ["incidents", `${risk.postDeployIncidents} within an hour after one`],
    ["unresolved", String(risk.unresolvedIncidents)],
  ];
  return riskText(risk, facts, layout);
}

function riskText(risk: ChangeRisk | DeploymentRisk, facts: readonly Fact[], layout: TimedLayout): string {
  return joinParts(
    verdictLine(riskStyle[risk.state], risk.state, `${figureText(risk.score)} of 100`, layout),
    paragraph(risk.summary, layout),
    paragraph(risk.recommendation, layout),
    factList(facts, layout),
    reasonList(risk.reasons, layout),
  );
}
