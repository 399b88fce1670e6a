import type { Tier } from "../catalog/catalog.ts";
import type { Candidate } from "../model/candidate.ts";
import { type Incident, isOver, type Severity, severities } from "../model/incident.ts";

/** How far trouble reaches, in its severity. Impact raises what wakes somebody already, and removes no doubt. */

/** Reads the service catalog. */
export interface TierReader {
  /** The tiers of those services that have an entry. */
  tiersOf(services: readonly string[]): Promise<ReadonlyMap<string, Tier>>;
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

/** The candidate with its impact in its severity. `existing` is the newest incident with its key. */
export function weighImpact(candidate: Candidate, tier: Tier | undefined, existing: Incident | undefined): Candidate {
  const weighed = severityInTier(candidate.severity, tier);
  const breadth = existing && !isOver(existing.status) ? existing.affectedServices.length : 1;
  const severity = severityInFamily(weighed, breadth);
  if (weighed === candidate.severity) return { ...candidate, severity };
  const reason = `A service of ${tier} makes it ${weighed} instead of ${candidate.severity}.`;
  return { ...candidate, severity, description: `${reason} ${candidate.description}` };
}
