import { count } from "../detect/describe-figures.ts";
import type { IncidentStore } from "../incident/store.ts";
import { DAY_MS, MINUTE_MS } from "../kernel/clock.ts";
import { formatBefore, formatDuration, formatPercent } from "../kernel/format-figures.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import type { Incident, Severity } from "../model/incident.ts";
import { COUNTED_HOURS_KEPT_MS } from "../model/ingestion-limits.ts";
import type { Scope } from "../model/scope.ts";
import { type Counts, NO_COUNTS, type TimeSpan } from "../model/telemetry-count.ts";
import { formatName } from "./format-text.ts";
import { type Onset, type OnsetDeps, readOnset } from "./onset.ts";
import {
  type BudgetDeps,
  budgetOf,
  readServiceBudget,
  type ServiceBudget,
  type SloContext,
  sloContextOf,
} from "./slo.ts";

export const priorityLevels = ["P1", "P2", "P3", "P4", "P5"] as const;
export type PriorityLevel = (typeof priorityLevels)[number];

const LABELS: Readonly<Record<PriorityLevel, string>> = {
  P1: "Act now",
  P2: "Act within the hour",
  P3: "Act today",
  P4: "Plan it",
  P5: "When there is time",
};
/** The index of its level in {@link priorityLevels}. */
const BASE: Readonly<Record<Severity, number>> = { CRITICAL: 0, HIGH: 1, MEDIUM: 2, LOW: 3 };

/** Pressure requires both this number of errors and this share of the logs. */
export const PRESSING_ERRORS_MIN = 100;
export const PRESSING_ERROR_SHARE_MIN = 0.05;
export const PRESSING_MINUTES_MIN = 60;
export const PRESSING_SERVICES_MIN = 3;
/** The most levels above that of the severity, so that LOW never becomes P1. */
export const LEVELS_RAISED_MAX = 2;

export interface Circumstances {
  readonly severity: Severity;
  readonly counts: Counts;
  readonly durationMinutes: number;
  readonly serviceCount: number;
  /** The severity of a detected incident counts the tier already. */
  readonly isDetected: boolean;
  readonly slo: Pick<
    SloContext,
    "tier" | "riskThresholdMinutes" | "breachThresholdMinutes" | "atRisk" | "breached" | "burnState"
  >;
}

interface Step {
  readonly levels: 1 | -1;
  readonly why: string;
}

export interface Priority {
  readonly level: PriorityLevel;
  readonly label: string;
  /** Sentences that explain the level. */
  readonly reasons: readonly string[];
}

/**
 * The severity gives the level: CRITICAL P1, HIGH P2, MEDIUM P3, LOW P4. Pressure (errors, duration or services), a
 * tier-0 service and an objective at risk raise it by one each. They raise it by {@link LEVELS_RAISED_MAX} at most. A
 * tier-3 service lowers it by one. Tiers count for incidents that people open. No step depends on the severity, so priority never reverses it.
 */
export function priorityOf(circumstances: Circumstances): Priority {
  const base = BASE[circumstances.severity];
  const steps = [pressure(circumstances), tier(circumstances), objective(circumstances)].filter(
    (step): step is Step => step !== undefined,
  );
  const sum = steps.reduce((all, { levels }) => all + levels, 0);
  const raised = Math.min(LEVELS_RAISED_MAX, sum);
  const level = priorityLevels[Math.min(Math.max(base - raised, 0), priorityLevels.length - 1)] as PriorityLevel;
  const begin = `${circumstances.severity} is ${priorityLevels[base]}.`;
  const end = sum > raised ? [`Together they raise it by ${LEVELS_RAISED_MAX} at most.`] : [];
  return { level, label: LABELS[level], reasons: [begin, ...steps.map(({ why }) => why), ...end] };
}

function pressure({ counts, durationMinutes, serviceCount }: Circumstances): Step | undefined {
  const signs: string[] = [];
  const share = counts.logs === 0 ? 0 : counts.errors / counts.logs;
  if (counts.errors >= PRESSING_ERRORS_MIN && share >= PRESSING_ERROR_SHARE_MIN) {
    signs.push(`${counts.errors} errors, ${formatPercent(share)} of the logs`);
  }
  if (durationMinutes >= PRESSING_MINUTES_MIN) signs.push(formatDuration(durationMinutes * MINUTE_MS));
  if (serviceCount >= PRESSING_SERVICES_MIN) signs.push(`${serviceCount} services`);
  return signs.length === 0 ? undefined : { levels: 1, why: `Raised by pressure: ${signs.join(", ")}.` };
}

function tier({ slo, isDetected }: Circumstances): Step | undefined {
  if (isDetected) return undefined;
  if (slo.tier === "tier-0") return { levels: 1, why: "Raised for a service of tier-0." };
  if (slo.tier === "tier-3") return { levels: -1, why: "Lowered for a service of tier-3." };
  return undefined;
}

function objective({ slo, durationMinutes }: Circumstances): Step | undefined {
  if (!slo.atRisk) return undefined;
  const { tier, riskThresholdMinutes: risk, breachThresholdMinutes: breach, burnState } = slo;
  const causes: string[] = [];
  if (durationMinutes >= breach)
    causes.push(`it has passed the breach threshold of ${tier} (${formatDuration(breach * MINUTE_MS)})`);
  else if (durationMinutes >= risk)
    causes.push(`it has passed the risk threshold of ${tier} (${formatDuration(risk * MINUTE_MS)})`);
  if (burnState === "exhausted") causes.push("the error budget is used up");
  if (burnState === "fast_burn") causes.push("the error budget burns fast");
  return { levels: 1, why: `Raised since ${causes.join(" and ")}.` };
}

export interface PrioritySignal {
  readonly level: PriorityLevel;
  readonly label: string;
  readonly reason: string;
  readonly eventCount: number;
  readonly durationMinutes: number;
  readonly serviceCount: number;
  readonly sloContext: SloContext;
}

export interface PriorityDeps extends BudgetDeps, OnsetDeps {
  readonly incidents: Pick<IncidentStore, "get">;
}

/** Events are counted for these many services, and these many days before the end. */
export const EVENT_SERVICES_MAX = 20;
export const EVENT_DAYS_MAX = 30;

export interface PriorityFacts extends ServiceBudget {
  readonly onset: Onset;
  readonly sinceOnset: Counts;
}

/** Seven queries. Throws `not_found`. */
export async function readPriority(deps: PriorityDeps, scope: Scope, id: string, now: number): Promise<PrioritySignal> {
  const incident = await deps.incidents.get(scope, id);
  const services = incident.affectedServices.slice(0, EVENT_SERVICES_MAX);
  const onset = await readOnset(deps, scope, incident);
  const [budget, [sinceOnset = NO_COUNTS]] = await Promise.all([
    readServiceBudget(deps, scope, incident.primaryService, momentOf(incident, now), now),
    deps.counts.sums(scope, services, [eventSpan(incident, onset, now)], now),
  ]);
  return prioritySignal(incident, { ...budget, onset, sinceOnset }, now);
}

/** A resolved incident is measured as of its resolution. */
const momentOf = ({ resolvedAt }: Incident, now: number): number => Math.min(resolvedAt ?? now, now);

/** From the onset, so that the events that opened the incident are among those counted. */
function eventSpan(incident: Incident, onset: Onset, now: number): TimeSpan {
  const to = momentOf(incident, now);
  return { from: Math.max(Math.min(onset.at, to), to - EVENT_DAYS_MAX * DAY_MS), to };
}

/** Pure. */
export function prioritySignal(incident: Incident, facts: PriorityFacts, now: number): PrioritySignal {
  const { entry, onset, sinceOnset, budget: counts } = facts;
  const { primaryService, severity, affectedServices } = incident;
  const durationMinutes = roundToTenth(Math.max(0, momentOf(incident, now) - incident.createdAt) / MINUTE_MS);
  const budget =
    primaryService !== null && entry?.slo && counts
      ? budgetOf(formatName(primaryService), entry.slo, counts)
      : undefined;
  const sloContext = sloContextOf(entry, budget, durationMinutes);
  const serviceCount = affectedServices.length;
  const isDetected = incident.ruleId !== null;
  const circumstances = { severity, counts: sinceOnset, durationMinutes, serviceCount, isDetected, slo: sloContext };
  const priority = priorityOf(circumstances);
  const reasons = [
    ...priority.reasons,
    pressureOf(sinceOnset, durationMinutes, incident),
    ...describeOnset(incident, onset),
    budget?.reason ?? whatIsMissing(primaryService, entry),
    ...notKept(incident, onset, entry, now),
  ];
  return {
    level: priority.level,
    label: priority.label,
    reason: reasons.join(" "),
    eventCount: sinceOnset.events,
    durationMinutes,
    serviceCount,
    sloContext,
  };
}

function pressureOf({ events, errors }: Counts, minutes: number, { affectedServices, resolvedAt }: Incident): string {
  const lasted = `${resolvedAt === null ? "open for" : "resolved after"} ${formatDuration(minutes * MINUTE_MS)}`;
  const came =
    events === 0
      ? "no events"
      : `${count(events, "event")}, ${errors === 0 ? "none of them an error" : `${count(errors, "error")} among them`}`;
  const bounds = [
    ...(affectedServices.length > EVENT_SERVICES_MAX
      ? [` Events are those of its first ${EVENT_SERVICES_MAX} services.`]
      : []),
    ...(minutes * MINUTE_MS > EVENT_DAYS_MAX * DAY_MS
      ? [` Events are those of the last ${EVENT_DAYS_MAX} days of it.`]
      : []),
  ];
  return `${count(affectedServices.length, "service")}, ${came}, ${lasted}.${bounds.join("")}`;
}

function describeOnset({ createdAt }: Incident, { at, isObserved }: Onset): string[] {
  const before = formatBefore(createdAt - at, "it was opened");
  if (isObserved) return [`Events count from its first evidence, ${before}.`];
  return at === createdAt ? [] : [`Its evidence is not stored, so events count from ${before}.`];
}

function whatIsMissing(primaryService: string | null, entry: PriorityFacts["entry"]): string {
  if (primaryService === null) return "It names no service, so there is no objective to judge it by.";
  if (!entry)
    return `The catalog doesn't know ${formatName(primaryService)}, so there is no tier and no objective to judge it by.`;
  return `The catalog names no objective of ${formatName(primaryService)}, so there is no error budget, and its numbers are 0.`;
}

function notKept(incident: Incident, onset: Onset, entry: PriorityFacts["entry"], now: number): string[] {
  const windowFrom = momentOf(incident, now) - (entry?.slo?.windowDays ?? 0) * DAY_MS;
  if (Math.min(eventSpan(incident, onset, now).from, windowFrom) >= now - COUNTED_HOURS_KEPT_MS) return [];
  return [`Counts are kept for ${COUNTED_HOURS_KEPT_MS / DAY_MS} days; what is older is missing in these.`];
}
