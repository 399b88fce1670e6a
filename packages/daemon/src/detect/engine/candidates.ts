import type { Candidate } from "../../model/candidate.ts";
import { type Rule, signalTypeOf } from "../rules/rule.ts";
import { mayWake } from "../rules/rule-scope.ts";
import type { PendingFinding } from "../state/condition-repeats.ts";
import { keySuffix, spelled } from "../state/environment-parts.ts";
import type { ServiceKey } from "../state/service-state.ts";

/** One environment of one service. */
export interface Place {
  readonly key: ServiceKey;
  /** Normalised. */
  readonly environment: string;
}

/** `key` is the finding's key, which is the same in every environment. */
export function toCandidate(
  { key: { organizationId, service }, environment }: Place,
  rule: Pick<Rule, "id" | "detector" | "resolveAfterMs" | "wakesIn">,
  key: string,
  { trigger, seenAt, ...sighting }: PendingFinding,
): Candidate {
  const named = spelled(environment, sighting.environment);
  return {
    ...sighting,
    severity: mayWake(rule, named) ? sighting.severity : "LOW",
    organizationId,
    ruleId: rule.id,
    signalType: signalTypeOf[rule.detector],
    service,
    environment: named,
    triggeringEventId: trigger,
    deduplicationKey: `${key}${keySuffix(environment)}`,
    observedAt: seenAt,
    resolveAfterMs: rule.resolveAfterMs,
  };
}
