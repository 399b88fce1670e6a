import { randomId } from "../../kernel/ids.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { Feedback, FeedbackVerdict, GivenFeedback, StoredFeedback } from "../../model/feedback.ts";
import { isMoreSevere, type Severity, UNKNOWN_ENVIRONMENT } from "../../model/incident.ts";
import { REOPEN_WINDOW_MS } from "../../model/record-limits.ts";
import type { Scope } from "../../model/scope.ts";

/** An incident that a shadow rule would have opened. Times are milliseconds since 1970 UTC. */
export interface ShadowOpening {
  readonly id: string;
  readonly organizationId: string;
  readonly ruleId: string;
  readonly service: string;
  readonly environment: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly deduplicationKey: string;
  readonly triggeringEventId: string;
  readonly openedAt: number;
  readonly lastSeenAt: number;
  /** The opening is over if the signal stays quiet until then. */
  readonly quietAt: number;
  readonly observations: number;
}

export interface JudgedShadowOpening extends ShadowOpening {
  /** The most relevant incident of another rule about the same service, environment and time. */
  readonly incidentId: string | null;
  readonly verdict: FeedbackVerdict | null;
  readonly verdictFrom: "feedback" | "incident" | null;
}

export interface ShadowFilter {
  readonly ruleId?: string;
  readonly service?: string;
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
  readonly cursor?: string;
}

export interface ShadowPage {
  readonly openings: readonly JudgedShadowOpening[];
  readonly cursor?: string;
}

export interface ShadowStore {
  /** The newest first. Throws `invalid` for an unknown cursor. */
  list(scope: Scope, filter: ShadowFilter): Promise<ShadowPage>;
  get(scope: Scope, id: string): Promise<JudgedShadowOpening>;
}

/** The fields that a sighting changes. */
export type ShadowSighting = Pick<ShadowOpening, "lastSeenAt" | "quietAt" | "observations" | "severity">;

/** The opening continues; undefined if it ended more than an hour ago, so that the candidate opens another, as incidents do. */
export function continueShadow(
  latest: ShadowOpening,
  { severity, observations, resolveAfterMs }: Candidate,
  now: number,
): ShadowSighting | undefined {
  if (now - latest.quietAt > REOPEN_WINDOW_MS) return undefined;
  return {
    lastSeenAt: Math.max(latest.lastSeenAt, now),
    quietAt: Math.max(latest.quietAt, now + resolveAfterMs),
    observations: latest.observations + observations,
    severity: isMoreSevere(severity, latest.severity) ? severity : latest.severity,
  };
}

export function openShadow(candidate: Candidate, now: number): ShadowOpening {
  const { organizationId, ruleId, service, title, description, deduplicationKey, triggeringEventId } = candidate;
  const { severity, observations, resolveAfterMs } = candidate;
  const environment = candidate.environment ?? UNKNOWN_ENVIRONMENT;
  const about = { organizationId, ruleId, service, environment, title, description, severity };
  const seen = { openedAt: now, lastSeenAt: now, quietAt: now + resolveAfterMs, observations };
  return { id: randomId(), ...about, deduplicationKey, triggeringEventId, ...seen };
}

export interface ShadowFeedbackStore {
  /** Replaces the person's earlier feedback. Throws `not_found`, or `conflict` at the limit of people. */
  give(scope: Scope, given: Feedback): Promise<StoredFeedback>;
}

export const giveShadowFeedback = (
  store: ShadowFeedbackStore,
  scope: Scope,
  id: string,
  given: GivenFeedback,
  now: number,
): Promise<StoredFeedback> =>
  store.give(scope, {
    organizationId: scope.organizationId,
    aboutId: id,
    by: scope.actor,
    ...given,
    createdAt: now,
    updatedAt: now,
  });
