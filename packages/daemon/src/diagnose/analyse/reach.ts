import type { Picture } from "../picture/incident-picture.ts";
import { callersOf, reachedFrom } from "./graph.ts";
import type { ServiceTrouble } from "./service-trouble.ts";

/**
 * The share of all complaints (errors, latency) that a fault in each service would explain: its own and those of its
 * callers, of theirs, and so on; less the further away.
 */
export function reachOf(picture: Picture, troubles: ReadonlyMap<string, ServiceTrouble>): Map<string, number> {
  const callers = callersOf(picture);
  const complaint = (service: string) => {
    const strengths = troubles.get(service)?.strengths;
    return strengths ? Math.max(strengths.errors, strengths.latency) : 0;
  };
  let total = 0;
  for (const service of troubles.keys()) total += complaint(service);
  const reach = new Map<string, number>();
  for (const { name } of picture.services) {
    let sum = 0;
    for (const [service, distance] of reachedFrom(name, callers)) sum += complaint(service) * FARTHER ** distance;
    const strengths = troubles.get(name)?.strengths;
    const own = strengths ? Math.max(...Object.values(strengths)) : 0;
    reach.set(name, ((sum / Math.max(CERTAIN, total)) * own) / (own + HALF_SURE));
  }
  return reach;
}

/** Complaints that add up to less than this are worth less than a whole. */
const CERTAIN = 3;
/** A service that shows this much by itself is half believed to be behind its callers' complaints. */
const HALF_SURE = 1;
const FARTHER = 0.9;
