import { uuidv7 } from "../kernel/ids.ts";
import type { Incident } from "../model/incident.ts";
import { REOPEN_WINDOW_MS } from "../model/record-limits.ts";
import type { Partner } from "./correlate-incident.ts";
import type { CorrelationRepository } from "./correlation-repository.ts";
import type { CorrelationDecision } from "./decision.ts";
import type { Verdict } from "./evaluate-rules.ts";

/**
 * Records the decision. A suppressed incident is not stored, so its condition is decided again up to once a minute.
 * Repetitions by the same rule with the same partner within the reopening time are counted on one decision.
 */
export async function recordDecision(
  repository: CorrelationRepository,
  incident: Incident,
  verdict: Verdict<Partner<Incident>>,
): Promise<CorrelationDecision> {
  const decision = decisionOf(incident, verdict);
  if (verdict.action !== "suppress") {
    await repository.addDecision(decision);
    return decision;
  }
  const now = incident.createdAt;
  const before = await repository.findSuppressed(incident.deduplicationKey);
  const isRepeat =
    before?.ruleId === decision.ruleId &&
    before.relatedIncidentId === decision.relatedIncidentId &&
    now - (before.lastAt ?? before.createdAt) <= REOPEN_WINDOW_MS;
  if (before && isRepeat) {
    await repository.countRepeat(before, now);
    return before;
  }
  await repository.addSuppressed(decision, incident.deduplicationKey);
  return decision;
}

function decisionOf(incident: Incident, verdict: Verdict<Partner<Incident>>): CorrelationDecision {
  const common = {
    id: uuidv7(incident.createdAt),
    organizationId: incident.organizationId,
    incidentId: incident.id,
    action: verdict.action,
    createdAt: incident.createdAt,
  };
  if (verdict.action === "none") {
    const nothing = { relatedIncidentId: null, ruleId: null, ruleName: null, compared: {}, gapMinutes: null };
    return { ...common, ...nothing, reason: verdict.reason };
  }
  const { rule, partner, match, reason } = verdict;
  const { incident: existing, head } = partner;
  const further = verdict.action === "merge" && head.id !== existing.id ? ` Merged into its parent ${head.id}.` : "";
  return {
    ...common,
    ...match,
    relatedIncidentId: existing.id,
    ruleId: rule.id,
    ruleName: rule.name,
    reason: `${reason}${further}`,
  };
}

/**
 * Records that a person separated an incident from its parent and its partner, so that the built-in correlation doesn't
 * join them again.
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
  await repository.addExclusions(pairs.map((pair) => ({ ...pair, excludedAt: now })));
}
