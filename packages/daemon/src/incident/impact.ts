import type { Tier } from "../catalog/catalog.ts";
import type { Candidate } from "../model/candidate.ts";
import { type Incident, isMoreSevere, isOver, type Severity, severities } from "../model/incident.ts";

/**
 * How far trouble reaches, in its severity. Impact wakes nobody outside of the environments that may wake somebody: what
 * their cap holds at MEDIUM stays there.
 */

/** Reads the service catalog. */
export interface TierReader {
  /** The tiers of those services that have an entry. */
  tiersOf(services: readonly string[]): Promise<ReadonlyMap<string, Tier>>;
}

/** From this number of services on a family is broad: 10 of 270 faults in the generated companies reach as many. */
export const BROAD_SERVICES_MIN = 10;

const shift = (severity: Severity, levels: 0 | 1 | -1): Severity =>
  severities[severities.indexOf(severity) + levels] ?? severity;

/** Something HIGH wakes already, so its environment may wake somebody. */
const isWaking = (severity: Severity): boolean => isMoreSevere(severity, "MEDIUM");

/** The severity that an incident has for a family of `breadth` services. LOW is doubt, which breadth doesn't remove. */
export const severityInFamily = (severity: Severity, breadth: number, mayWake = isWaking(severity)): Severity =>
  breadth >= BROAD_SERVICES_MIN && mayWake && severity !== "LOW" ? shift(severity, 1) : severity;

/** The highest tier of the catalog raises by one level what wakes already, the lowest lowers by one. */
function levelsOf(tier: Tier | undefined, severity: Severity): 0 | 1 | -1 {
  if (tier === "tier-0") return isWaking(severity) ? 1 : 0;
  return tier === "tier-3" ? -1 : 0;
}

/** The candidate with its impact in its severity. `existing` is the newest incident with its key. */
export function weighImpact(candidate: Candidate, tier: Tier | undefined, existing: Incident | undefined): Candidate {
  const levels = candidate.mayWake ? levelsOf(tier, candidate.severity) : 0;
  const weighed = shift(candidate.severity, levels);
  const breadth = existing && !isOver(existing.status) ? existing.affectedServices.length : 1;
  const severity = severityInFamily(weighed, breadth, candidate.mayWake);
  if (weighed === candidate.severity) return { ...candidate, severity };
  const reason = `A service of ${tier} makes it ${weighed} instead of ${candidate.severity}.`;
  return { ...candidate, severity, description: `${reason} ${candidate.description}` };
}
