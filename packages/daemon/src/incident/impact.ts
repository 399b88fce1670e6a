import type { Slo, Tier } from "../catalog/catalog.ts";
import type { Candidate } from "../model/candidate.ts";
import { isFailingShare, shareOfLevel } from "../model/condition-level.ts";
import { type Incident, isOver, type Severity, severities } from "../model/incident.ts";

/** How far trouble reaches, in its severity. Impact raises what wakes somebody already, and removes no doubt. */

/** The catalog's words on what a service is worth. */
export interface Stakes {
  readonly tier: Tier;
  readonly slo: Slo | null;
}

/** Reads the service catalog. */
export interface StakesReader {
  /** Only services that have an entry. */
  stakesOf(services: readonly string[]): Promise<ReadonlyMap<string, Stakes>>;
}

/** From this number of services on a family is broad: 10 of 270 faults in the generated companies reach as many. */
export const BROAD_SERVICES_MIN = 10;

const lowered = (severity: Severity): Severity => severities[severities.indexOf(severity) - 1] ?? severity;

const raised = (severity: Severity): Severity => (severity === "HIGH" ? "CRITICAL" : severity);

/** The severity that an incident has for a family of `breadth` services. */
export const severityInFamily = (severity: Severity, breadth: number): Severity =>
  breadth >= BROAD_SERVICES_MIN ? raised(severity) : severity;

/** The highest tier of the catalog raises, the lowest lowers by one level. */
function severityInTier(severity: Severity, tier: Tier | undefined): Severity {
  if (tier === "tier-0") return raised(severity);
  return tier === "tier-3" ? lowered(severity) : severity;
}

/** Burns two hundredths of 30 days' error budget in an hour (Google, SRE workbook, 2018, chapter 5: fast burn). */
const FAST_BURN = 14.4;

/** How fast the failing share burns the error budget, in multiples of its even use; 0 where either is unknown. */
function burnRateOf({ level }: Candidate, slo: Slo | null): number {
  if (slo === null || level === undefined || !isFailingShare(level)) return 0;
  return shareOfLevel(level) / (1 - slo.objectivePct / 100);
}

/** The candidate with its impact in its severity. `existing` is the newest incident with its key. */
export function weighImpact(
  candidate: Candidate,
  stakes: Stakes | undefined,
  existing: Incident | undefined,
): Candidate {
  const { severity: own } = candidate;
  const burnRate = own === "MEDIUM" ? burnRateOf(candidate, stakes?.slo ?? null) : 0;
  const burning = burnRate >= FAST_BURN ? "HIGH" : own;
  const weighed = severityInTier(burning, stakes?.tier);
  const breadth = existing && !isOver(existing.status) ? existing.affectedServices.length : 1;
  const severity = severityInFamily(weighed, breadth);
  const reasons = [
    ...(burning === own ? [] : [`It burns the error budget ${Math.round(burnRate)} times as fast as even use: HIGH.`]),
    ...(weighed === burning ? [] : [`A service of ${stakes?.tier} makes it ${weighed} instead of ${burning}.`]),
  ];
  return { ...candidate, severity, description: [...reasons, candidate.description].join(" ") };
}
