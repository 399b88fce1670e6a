import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from "../kernel/clock.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import type { Severity } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";

/** Sums over the incidents of a window. Their parent stands for merged children, so these are only counted as merged. */
export interface IncidentSums {
  readonly bySeverity: Readonly<Record<Severity, number>>;
  /** OPEN, INVESTIGATING or REMEDIATING. */
  readonly active: number;
  /** RESOLVED or CLOSED. */
  readonly recovered: number;
  /** From creation to recovery, of all that recovered together; milliseconds. */
  readonly recoveryMs: number;
  readonly merged: number;
  /** Services of the active ones and their children by name, the first STATS_SERVICES_MAX. */
  readonly affectedServices: readonly string[];
  /** Services of all of them and their children by name, the first STATS_SERVICES_MAX. */
  readonly allServices: readonly string[];
}

/** Counts that every change of an incident keeps, so that nothing counts incidents. */
export interface IncidentSumStore {
  /** The sums of incidents created at `from` or later; of all if it is undefined. */
  since(scope: Scope, from: number | undefined): Promise<IncidentSums>;
  /** How many were created in each hour, by its start. Merged children aren't counted; hours may be left out. */
  byHour(scope: Scope, firstHour: number, lastHour: number): Promise<ReadonlyMap<number, number>>;
}

/** The answer of GET /incidents/stats. */
export interface IncidentStats extends Pick<IncidentSums, "bySeverity" | "affectedServices" | "allServices"> {
  readonly activeCount: number;
  readonly resolvedCount: number;
  readonly totalCount: number;
  /** The mean of resolvedAt - createdAt over those that are RESOLVED or CLOSED, with one decimal; 0 for none. */
  readonly avgRecoveryMinutes: number;
  /** Merged children, which their parents stand for; left out where there are none. */
  readonly mergedCount?: number;
}

/** Covers the incidents created within `days` times 24 hours before now, or all. */
export async function incidentStats(
  store: IncidentSumStore,
  scope: Scope,
  days: number | undefined,
  now: number,
): Promise<IncidentStats> {
  const from = days === undefined ? undefined : now - days * DAY_MS;
  const { active, recovered, recoveryMs, merged, ...sums } = await store.since(scope, from);
  return {
    ...sums,
    activeCount: active,
    resolvedCount: recovered,
    totalCount: active + recovered,
    avgRecoveryMinutes: recovered === 0 ? 0 : roundToTenth(recoveryMs / recovered / MINUTE_MS),
    ...(merged === 0 ? {} : { mergedCount: merged }),
  };
}

export interface HourCount {
  /** Its start, in ISO 8601. */
  readonly hour: string;
  readonly count: number;
}

/** The last `hours` hours of UTC, the present one last; hours without incidents count 0. */
export async function incidentTimeline(
  store: IncidentSumStore,
  scope: Scope,
  hours: number,
  now: number,
): Promise<HourCount[]> {
  const last = Math.floor(now / HOUR_MS) * HOUR_MS;
  const first = last - (hours - 1) * HOUR_MS;
  const counts = await store.byHour(scope, first, last);
  return Array.from({ length: hours }, (_, index) => {
    const start = first + index * HOUR_MS;
    return { hour: toIso(start), count: counts.get(start) ?? 0 };
  });
}
