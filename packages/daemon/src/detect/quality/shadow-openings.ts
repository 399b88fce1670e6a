import { randomId } from "../../kernel/ids.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { Feedback, FeedbackVerdict, GivenFeedback, StoredFeedback } from "../../model/feedback.ts";
import { isMoreSevere, type Severity, UNKNOWN_ENVIRONMENT } from "../../model/incident.ts";
import { REOPEN_WINDOW_MS } from "../../model/record-limits.ts";
import type { Scope } from "../../model/scope.ts";

/** What a rule in shadow would have opened. Times are milliseconds since 1970 UTC. */
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
  /** Quiet until then, it is over. */
  readonly quietAt: number;
  readonly observations: number;
}

/** As it is listed. */
export interface JudgedShadowOpening extends ShadowOpening {
  /** Of another rule, about the same service and environment and open at the same time; the one that tells most. */
  readonly incidentId: string | null;
  readonly verdict: FeedbackVerdict | null;
  readonly verdictFrom: "feedback" | "incident" | null;
}

/** The conditions of a list; all hold together. */
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
  /** The newest first. Throws `invalid` for a cursor that it didn't answer. */
  list(scope: Scope, filter: ShadowFilter): Promise<ShadowPage>;
  /** Throws `not_found`. */
  get(scope: Scope, id: string): Promise<JudgedShadowOpening>;
}

type Seen = Pick<ShadowOpening, "lastSeenAt" | "quietAt" | "observations" | "severity">;

/** What a candidate of a rule in shadow comes to. */
export type Shadowing =
  | { readonly outcome: "open"; readonly opening: ShadowOpening }
  | { readonly outcome: "goes_on"; readonly seen: Seen };

/** As incidents do: the same key goes on with what is open, or was less than an hour ago; later it is a new one. */
export function decideShadow(candidate: Candidate, latest: ShadowOpening | undefined, now: number): Shadowing {
  const { severity, observations, resolveAfterMs } = candidate;
  if (latest && now - latest.quietAt <= REOPEN_WINDOW_MS) {
    const seen = {
      lastSeenAt: Math.max(latest.lastSeenAt, now),
      quietAt: Math.max(latest.quietAt, now + resolveAfterMs),
      observations: latest.observations + observations,
      severity: isMoreSevere(severity, latest.severity) ? severity : latest.severity,
    };
    return { outcome: "goes_on", seen };
  }
  const { organizationId, ruleId, service, title, description, deduplicationKey, triggeringEventId } = candidate;
  const environment = candidate.environment ?? UNKNOWN_ENVIRONMENT;
  const about = { organizationId, ruleId, service, environment, title, description, severity };
  const seen = { openedAt: now, lastSeenAt: now, quietAt: now + resolveAfterMs, observations };
  return { outcome: "open", opening: { id: randomId(), ...about, deduplicationKey, triggeringEventId, ...seen } };
}

/** Every method is one transaction. */
export interface ShadowFeedbackStore {
  /**
   * Takes the place of what the person said before. Throws `not_found`, or `conflict` where as many people as may said
   * something.
   */
  give(scope: Scope, given: Feedback): Promise<StoredFeedback>;
}

/** Throws `not_found`, `conflict`. */
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
