import { count } from "../detect/describe-figures.ts";
import type { IncidentStore } from "../incident/store.ts";
import { DAY_MS, MINUTE_MS } from "../kernel/clock.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import type { Incident } from "../model/incident.ts";
import { COUNTED_HOURS_KEPT_MS } from "../model/ingestion-limits.ts";
import type { Scope } from "../model/scope.ts";
import type { Counts } from "../model/telemetry-count.ts";
import { formatName } from "./format-text.ts";
import { type PriorityLevel, priorityOf } from "./priority.ts";
import { type BudgetDeps, readServiceBudget, type ServiceBudget } from "./service-budget.ts";
import { budgetOf, type SloContext, sloContextOf } from "./slo.ts";
import { NO_COUNTS, type TimeSpan } from "./telemetry-counts.ts";

export interface PrioritySignal {
  readonly level: PriorityLevel;
  readonly label: string;
  readonly reason: string;
  readonly eventCount: number;
  readonly durationMinutes: number;
  readonly serviceCount: number;
  readonly sloContext: SloContext;
}

export interface PriorityDeps extends BudgetDeps {
  readonly incidents: Pick<IncidentStore, "get">;
}

/** Events are counted of the first services that it names, and of the last days before its end. */
export const EVENT_SERVICES_MAX = 20;
export const EVENT_DAYS_MAX = 30;

/** What a priority is reckoned from, besides the incident; the budget is that of the primary service. */
export interface PriorityFacts extends ServiceBudget {
  /** Of the affected services, since the incident began. */
  readonly sinceBegin: Counts;
}

/** Five queries. Throws `not_found`. */
export async function readPriority(deps: PriorityDeps, scope: Scope, id: string, now: number): Promise<PrioritySignal> {
  const incident = await deps.incidents.get(scope, id);
  const services = incident.affectedServices.slice(0, EVENT_SERVICES_MAX);
  const [budget, [sinceBegin = NO_COUNTS]] = await Promise.all([
    readServiceBudget(deps, scope, incident.primaryService, momentOf(incident, now), now),
    deps.counts.sums(scope, services, [eventSpan(incident, now)], now),
  ]);
  return prioritySignal(incident, { ...budget, sinceBegin }, now);
}

/** One that is over is measured as it stood when it was resolved. */
const momentOf = ({ resolvedAt }: Incident, now: number): number => Math.min(resolvedAt ?? now, now);

/** In which its events are counted. */
function eventSpan(incident: Incident, now: number): TimeSpan {
  const to = momentOf(incident, now);
  return { from: Math.max(Math.min(incident.createdAt, to), to - EVENT_DAYS_MAX * DAY_MS), to };
}

/** Pure; the formulas are those of {@link priorityOf}, `budgetOf` and `sloContextOf`. */
export function prioritySignal(incident: Incident, facts: PriorityFacts, now: number): PrioritySignal {
  const { entry, sinceBegin, budget: counts } = facts;
  const { primaryService, severity, affectedServices } = incident;
  const durationMinutes = roundToTenth(Math.max(0, momentOf(incident, now) - incident.createdAt) / MINUTE_MS);
  const budget =
    primaryService !== null && entry?.slo && counts
      ? budgetOf(formatName(primaryService), entry.slo, counts)
      : undefined;
  const sloContext = sloContextOf(entry, budget, durationMinutes);
  const serviceCount = affectedServices.length;
  const priority = priorityOf({ severity, counts: sinceBegin, durationMinutes, serviceCount, slo: sloContext });
  const reasons = [
    ...priority.reasons,
    pressureOf(sinceBegin, durationMinutes, incident),
    budget?.reason ?? whatIsMissing(primaryService, entry),
    ...notKept(incident, entry, now),
  ];
  return {
    level: priority.level,
    label: priority.label,
    reason: reasons.join(" "),
    eventCount: sinceBegin.events,
    durationMinutes,
    serviceCount,
    sloContext,
  };
}

function pressureOf({ events, errors }: Counts, minutes: number, { affectedServices, resolvedAt }: Incident): string {
  const over = resolvedAt === null ? "so far" : "until it was resolved";
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
  return `${count(affectedServices.length, "service")}, ${came}, ${count(minutes, "minute")} ${over}.${bounds.join("")}`;
}

function whatIsMissing(primaryService: string | null, entry: PriorityFacts["entry"]): string {
  if (primaryService === null) return "It names no service, so there is no objective to judge it by.";
  if (!entry)
    return `The catalog doesn't know ${formatName(primaryService)}, so there is no tier and no objective to judge it by.`;
  return `The catalog names no objective of ${formatName(primaryService)}, so there is no error budget, and its numbers are 0.`;
}

/** Telemetry of so long ago that it isn't counted any more. */
function notKept(incident: Incident, entry: PriorityFacts["entry"], now: number): string[] {
  const windowFrom = momentOf(incident, now) - (entry?.slo?.windowDays ?? 0) * DAY_MS;
  if (Math.min(eventSpan(incident, now).from, windowFrom) >= now - COUNTED_HOURS_KEPT_MS) return [];
  return [`Counts are kept for ${COUNTED_HOURS_KEPT_MS / DAY_MS} days; what is older is missing in these.`];
}
