import type { HourCount, IncidentStats } from "../../src/incident/incident-stats.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";

/** As anybody would reckon it who has all incidents before them. */
export function plainStats(all: readonly Incident[], days: number | undefined, now: number): IncidentStats {
  const family = all.filter(({ createdAt }) => days === undefined || createdAt >= now - days * DAY_MS);
  const held = family.filter(({ parentIncidentId }) => parentIncidentId === null);
  const merged = family.length - held.length;
  const isOver = ({ status }: Incident) => status === "RESOLVED" || status === "CLOSED";
  const over = held.filter(isOver);
  const active = held.filter((each) => !over.includes(each));
  const minutes = over.map(({ resolvedAt, createdAt }) => ((resolvedAt as number) - createdAt) / MINUTE_MS);
  const mean = minutes.reduce((sum, each) => sum + each, 0) / minutes.length;
  const names = (each: readonly Incident[]) => [...new Set(each.flatMap(({ affectedServices }) => affectedServices))];
  const count = (severity: string) => held.filter((each) => each.severity === severity).length;
  return {
    activeCount: active.length,
    resolvedCount: over.length,
    totalCount: held.length,
    avgRecoveryMinutes: over.length === 0 ? 0 : Math.round(mean * 10) / 10,
    bySeverity: { LOW: count("LOW"), MEDIUM: count("MEDIUM"), HIGH: count("HIGH"), CRITICAL: count("CRITICAL") },
    ...(merged === 0 ? {} : { mergedCount: merged }),
    affectedServices: names(family.filter((each) => !isOver(each))).sort(),
    allServices: names(family).sort(),
  };
}

export function plainTimeline(all: readonly Incident[], hours: number, now: number): HourCount[] {
  const last = now - (now % HOUR_MS);
  return Array.from({ length: hours }, (_, index) => {
    const start = last - (hours - 1 - index) * HOUR_MS;
    const within = all.filter(
      ({ createdAt, parentIncidentId }) =>
        parentIncidentId === null && createdAt >= start && createdAt < start + HOUR_MS,
    );
    return { hour: toIso(start), count: within.length };
  });
}
