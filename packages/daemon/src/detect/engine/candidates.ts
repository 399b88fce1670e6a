import type { Candidate } from "../../model/candidate.ts";
import { type Rule, signalTypeOf } from "../rules/rule.ts";
import type { Sighting } from "../state/condition-repeats.ts";
import { keySuffix, spelled } from "../state/environment-parts.ts";
import type { ServiceKey } from "../state/service-state.ts";

/** Where something was found. */
export interface Place {
  readonly key: ServiceKey;
  /** The environment's normalised name. */
  readonly environment: string;
}

interface Said {
  readonly rule: Rule;
  /** The finding's key: the same in every environment. */
  readonly key: string;
  readonly sighting: Sighting;
  readonly resolveAfterMs: number;
}

export function toCandidate({ key: service, environment }: Place, said: Said): Candidate {
  const { rule, key, sighting, resolveAfterMs } = said;
  return {
    organizationId: service.organizationId,
    ruleId: rule.id,
    signalType: signalTypeOf[rule.detector],
    reason: sighting.reason,
    title: sighting.title,
    description: sighting.description,
    severity: sighting.severity,
    service: service.service,
    environment: spelled(environment, sighting.environment),
    triggeringEventId: sighting.trigger,
    evidence: sighting.evidence,
    deduplicationKey: `${key}${keySuffix(environment)}`,
    at: sighting.at,
    observedAt: sighting.seenAt,
    observations: sighting.observations,
    resolveAfterMs,
  };
}
