import type {
  ChangeRisk,
  DeploymentRisk,
  EscalationPlan,
  PreventiveSignal,
  PrioritySignal,
  RiskState,
} from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import type { Paint, Style } from "../text/paint.ts";
import { age, clock } from "../text/time.ts";
import { wrap, wrapHanging } from "../text/wrap.ts";
import type { Sheet as Page } from "./diagnosis.ts";
import { counted, type Fact, factLines, listed, optional } from "./facts.ts";

interface Sheet extends Page {
  readonly now: number;
}
type Clock = EscalationPlan["timeToAcknowledge"];
type Target = EscalationPlan["suggestedTargets"][number];

/** Colour goes with the word, never instead of it. */
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

/** The parts of a page, the empty ones left out. */
const page = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n\n");
const says = (text: string, { width }: Page): string => wrap(cleanLine(text), width);
const verdict = (style: Style, text: string, rest: string, { paint, width }: Page): string =>
  wrapHanging(`${paint([style, "bold"], cleanLine(text))}${rest && ` ${cleanLine(rest)}`}`, width, 0);
const reasons = (lines: readonly string[], sheet: Page): string => listed("Why", lines.map(cleanLine), sheet).join("");

/** Whom to wake, and by when. */
export function escalationText(plan: EscalationPlan, sheet: Sheet): string {
  const { paint } = sheet;
  const facts: Fact[] = [
    ["acknowledge", due(plan.timeToAcknowledge, paint)],
    ["escalate", due(plan.timeToEscalate, paint)],
    ["service", cleanLine(plan.primaryService) || "none"],
    ["owner", cleanLine(plan.ownerTeam) || "not in the catalog"],
    ...optional("policy", plan.escalationPolicy),
    ["reaches", counted(plan.blastRadiusCount, "service")],
    ...optional("called by", plan.dependents.join(", ")),
  ];
  return page(
    verdict(escalationStyle[plan.state], plan.state.replaceAll("_", " "), "", sheet),
    says(plan.nextStep, sheet),
    listed("Whom to tell", plan.suggestedTargets.map(targetLine), sheet).join(""),
    factLines(facts, sheet),
    says(plan.reason, sheet),
  );
}

const targetLine = ({ name, email, isOnCall, reason }: Target): string =>
  cleanLine(`${name} (${email})${isOnCall ? ", on call" : ""}: ${reason}`);

/** `by 2026-11-20 09:00:00, 12 min left`; what is over says so in words. */
function due({ dueAt, minutesRemaining, breached }: Clock, paint: Paint): string {
  const left = minutesRemaining >= 0 ? `${span(minutesRemaining)} left` : `${span(-minutesRemaining)} ago`;
  return `by ${clock(dueAt)}, ${breached ? paint("red", `missed, ${left}`) : left}`;
}

/** Minutes in the unit that people count in. */
function span(minutes: number): string {
  if (minutes < 120) return `${Math.round(minutes)} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / (24 * 60))} d`;
}

/** How urgent an incident is, and how fast its service's error budget burns. */
export function priorityText(signal: PrioritySignal, sheet: Sheet): string {
  const { level, label, reason, eventCount, durationMinutes, serviceCount } = signal;
  const facts: Fact[] = [
    ["lasts", span(durationMinutes)],
    ["events", String(eventCount)],
    ["services", String(serviceCount)],
    ...objectiveFacts(signal.sloContext, sheet),
  ];
  return page(verdict(levelStyle[level], level, label, sheet), says(reason, sheet), factLines(facts, sheet));
}

function objectiveFacts(slo: PrioritySignal["sloContext"], { paint }: Sheet): Fact[] {
  const tier: Fact = ["tier", slo.tier === "unmapped" ? "not in the catalog" : cleanLine(slo.tier)];
  const thresholds = `at risk after ${span(slo.riskThresholdMinutes)}, broken after ${span(slo.breachThresholdMinutes)}`;
  const held = slo.breached ? paint("red", "broken") : slo.atRisk ? paint("yellow", "at risk") : "holds";
  const duration: Fact[] = slo.tier === "unmapped" ? [] : [["objective", `${held}; ${thresholds}`]];
  if (slo.objectiveTargetPct === 0) return [tier, ...duration];
  const ends = slo.projectedExhaustionHours;
  const until = ends === null ? "" : ends === 0 ? ", spent" : `, spent in ${span(ends * 60)} at this rate`;
  const rate = `${figure(slo.burnRatePctPerHour)} % an hour over ${figure(slo.burnWindowHours)} h`;
  return [
    tier,
    ...duration,
    ["target", `${figure(slo.objectiveTargetPct)} %`],
    ["budget left", `${figure(slo.errorBudgetRemainingPct)} %${until}`],
    ["burns", `${cleanLine(slo.burnState).replaceAll("_", " ")}, ${rate}`],
  ];
}

/** At most three decimals. */
const figure = (value: number): string => String(Math.round(value * 1_000) / 1_000);

/** What would keep it from coming back. */
export function preventiveText(signal: PreventiveSignal, sheet: Sheet): string {
  const { windowHours, sameServiceIncidents, unresolvedIncidents, criticalIncidents } = signal;
  const facts: Fact[] = [
    ["looked at", `the last ${span(windowHours * 60)}`],
    ["incidents", String(sameServiceIncidents)],
    ["unresolved", String(unresolvedIncidents)],
    ["critical", String(criticalIncidents)],
  ];
  const steps = signal.actions.map(({ priority, title, category, why }) =>
    cleanLine(`${priority}: ${title} (${category}). ${why}`),
  );
  return page(
    verdict(riskStyle[signal.state], signal.state, "", sheet),
    says(signal.summary, sheet),
    says(signal.recommendation, sheet),
    listed("What would help", steps, sheet).join(""),
    factLines(facts, sheet),
    reasons(signal.reasons, sheet),
  );
}

/** How likely a recent change is behind it. */
export function changeRiskText(risk: ChangeRisk, sheet: Sheet): string {
  const facts: Fact[] = [
    ["changes", String(risk.changeCount)],
    ["confidence", `${Math.round(risk.maxChangeConfidence * 100)} %`],
    ...optional("suspect", risk.topChangeReason),
  ];
  return riskText(risk, facts, sheet);
}

/** How risky deployments of its service are now. */
export function deploymentRiskText(risk: DeploymentRisk, sheet: Sheet): string {
  const { latestDeploymentAt: latest } = risk;
  const facts: Fact[] = [
    ["looked at", `the last ${span(risk.windowHours * 60)}`],
    ["deployments", String(risk.deploymentCount)],
    ["latest", latest === null ? "none" : `${clock(latest)} (${age(latest, sheet.now)} ago)`],
    ["incidents", `${risk.postDeployIncidents} within an hour after one`],
    ["unresolved", String(risk.unresolvedIncidents)],
  ];
  return riskText(risk, facts, sheet);
}

function riskText(risk: ChangeRisk | DeploymentRisk, facts: readonly Fact[], sheet: Sheet): string {
  return page(
    verdict(riskStyle[risk.state], risk.state, `${figure(risk.score)} of 100`, sheet),
    says(risk.summary, sheet),
    says(risk.recommendation, sheet),
    factLines(facts, sheet),
    reasons(risk.reasons, sheet),
  );
}
