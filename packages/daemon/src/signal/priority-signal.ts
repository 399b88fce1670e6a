import type { CatalogEntry, CatalogReader } from "../catalog/catalog.ts";
import { count } from "../detect/text.ts";
import type { IncidentStore } from "../incident/store.ts";
import { DAY_MS, MINUTE_MS } from "../kernel/clock.ts";
import { toTenth } from "../kernel/numbers.ts";
import type { Incident } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import type { Counts } from "../model/telemetry-count.ts";
import { type PriorityLevel, priorityOf } from "./priority.ts";
import { type BudgetCounts, budgetCountsOf, budgetOf, budgetSpans, type SloContext, sloContextOf } from "./slo.ts";
import { NO_COUNTS, type TelemetryCounts } from "./telemetry-counts.ts";
import { shown } from "./words.ts";

export interface PrioritySignal {
  readonly level: PriorityLevel;
  readonly label: string;
  readonly reason: string;
  readonly eventCount: number;
  readonly durationMinutes: number;
  readonly serviceCount: number;
  readonly sloContext: SloContext;
}

export interface PriorityDeps {
  readonly incidents: Pick<IncidentStore, "get">;
  readonly catalog: Pick<CatalogReader, "entry">;
  readonly counts: TelemetryCounts;
}

/** Events are counted of the first services that it names, and of the last days before its end. */
export const EVENT_SERVICES_MAX = 20;
export const EVENT_DAYS_MAX = 30;

/** What a priority is reckoned from, besides the incident. */
export interface PriorityFacts {
  /** Of the primary service. */
  readonly entry: Pick<CatalogEntry, "tier" | "slo"> | undefined;
  /** Of the affected services, since the incident began. */
  readonly sinceBegin: Counts;
  /** Of the primary service; undefined where it has no objective. */
  readonly budget: BudgetCounts | undefined;
}

/** Four queries. Throws `not_found`. */
export async function readPriority(deps: PriorityDeps, scope: Scope, id: string, now: number): Promise<PrioritySignal> {
  const incident = await deps.incidents.get(scope, id);
  const { primaryService, affectedServices } = incident;
  const entry = primaryService === null ? undefined : await deps.catalog.entry(scope, primaryService);
  const at = momentOf(incident, now);
  const began = { from: Math.max(Math.min(incident.createdAt, at), at - EVENT_DAYS_MAX * DAY_MS), to: at };
  const services = affectedServices.slice(0, EVENT_SERVICES_MAX);
  const [sinceBegin = NO_COUNTS] = await deps.counts.sums(scope, services, [began], now);
  const budget =
    primaryService !== null && entry?.slo
      ? budgetCountsOf(await deps.counts.sums(scope, [primaryService], budgetSpans(entry.slo, at, now), now))
      : undefined;
  return prioritySignal(incident, { entry, sinceBegin, budget }, now);
}

/** One that is over is measured as it stood when it was resolved. */
const momentOf = ({ resolvedAt }: Incident, now: number): number => Math.min(resolvedAt ?? now, now);

/** Pure; the formulas are those of {@link priorityOf}, `budgetOf` and `sloContextOf`. */
export function prioritySignal(incident: Incident, facts: PriorityFacts, now: number): PrioritySignal {
  const { entry, sinceBegin, budget: counts } = facts;
  const { primaryService, severity, affectedServices } = incident;
  const durationMinutes = toTenth(Math.max(0, momentOf(incident, now) - incident.createdAt) / MINUTE_MS);
  const budget =
    primaryService !== null && entry?.slo && counts ? budgetOf(shown(primaryService), entry.slo, counts) : undefined;
  const sloContext = sloContextOf(entry, budget, durationMinutes);
  const serviceCount = affectedServices.length;
  const priority = priorityOf({ severity, counts: sinceBegin, durationMinutes, serviceCount, slo: sloContext });
  const reasons = [
    ...priority.reasons,
    pressureOf(sinceBegin, durationMinutes, incident),
    budget?.reason ?? whatIsMissing(primaryService, entry),
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
    return `The catalog doesn't know ${shown(primaryService)}, so there is no tier and no objective to judge it by.`;
  return `The catalog names no objective of ${shown(primaryService)}, so there is no error budget.`;
}
