import type { Incident } from "../model/incident.ts";
import type { CorrelationRepository } from "./correlation-repository.ts";

/**
 * Records that a person separated an incident from its parent, and from the incident that it was compared with, so that
 * the built-in correlation joins them no more, in whichever order they open.
 */
export async function excludeCorrelation(
  repository: CorrelationRepository,
  child: Incident,
  parent: Incident,
  now: number,
): Promise<void> {
  const decision = await repository.findMerge(child.id);
  const partnerId = decision?.relatedIncidentId ?? parent.id;
  const partner = partnerId === parent.id ? parent : await repository.find(partnerId);
  const own = child.deduplicationKey;
  const others = new Set([parent.deduplicationKey, partner?.deduplicationKey ?? parent.deduplicationKey]);
  const pairs = [...others].flatMap((other) => [
    { deduplicationKey: own, otherKey: other },
    { deduplicationKey: other, otherKey: own },
  ]);
  await repository.addExclusions(pairs.map((pair) => ({ ...pair, partedAt: now })));
}
