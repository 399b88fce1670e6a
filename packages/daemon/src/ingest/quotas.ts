import { type Clock, SECOND_MS } from "../kernel/clock.ts";
import { ApplicationError } from "../kernel/errors.ts";
import type { RefusalReason } from "./refusals.ts";

export interface QuotaLimits {
  /** Events of one organization in one process; 0 for any number. */
  readonly eventsPerSecond: number;
  /** Events of one organization that may wait to be processed; 0 for any number. */
  readonly waitingEvents: number;
}

export interface QuotaOptions {
  readonly limits: QuotaLimits;
  /** Events of an organization that wait here. */
  readonly waitingOf: (organizationId: string) => number;
  /** Monotonic: a clock that is set would empty or fill every bucket. */
  readonly clock: Clock;
}

export interface Quotas {
  /**
   * Takes so many events from the organization's quotas. Throws `too_many` where it has used them up, and `too_large` for
   * a batch that they never hold. Answers what gives the events back, for a batch that is refused afterwards.
   */
  take(organizationId: string, events: number, refused: (reason: RefusalReason) => void): () => void;
}

/** A sender may send so many seconds' worth at once. */
const BURST_SECONDS = 10;
const BACKLOG_RETRY_SECONDS = 5;
/** Organizations whose rate is remembered; those that haven't sent for the longest time are forgotten first. */
const ORGANIZATIONS_MAX = 10_000;

/**
 * Bounds what one organization sends, where the settings ask for it. The rate is a token bucket, kept as the generic cell
 * rate algorithm does (ITU-T I.371): a time for each organization. A batch passes whole or not at all.
 */
export function createQuotas({ limits, waitingOf, clock }: QuotaOptions): Quotas {
  const { eventsPerSecond, waitingEvents } = limits;
  const bucketEvents = BURST_SECONDS * eventsPerSecond;
  /** When the bucket of each organization is full again. */
  const fullAt = new Map<string, number>();
  const remember = (organizationId: string, at: number): void => {
    fullAt.delete(organizationId);
    fullAt.set(organizationId, at);
    if (fullAt.size > ORGANIZATIONS_MAX) fullAt.delete(fullAt.keys().next().value as string);
  };
  return {
    take(organizationId, events, refused) {
      if (waitingEvents > 0 && waitingOf(organizationId) + events > Math.max(waitingEvents, events)) {
        refused("organization_backlog");
        throw exceeded(
          `The organization ${organizationId} has ${waitingEvents} unprocessed events, its limit (setting TOCSIN_ORGANIZATION_BACKLOG_MAX)`,
          BACKLOG_RETRY_SECONDS,
        );
      }
      if (eventsPerSecond === 0) return () => undefined;
      if (events > bucketEvents) {
        refused("organization_rate");
        throw new ApplicationError(
          "batch_too_large",
          `The batch holds ${events} events, and the organization ${organizationId} may send ${bucketEvents} at once (setting TOCSIN_ORGANIZATION_EVENTS_PER_SECOND). Nothing was stored. Send smaller batches.`,
        );
      }
      const now = clock.now();
      const costMs = (events * SECOND_MS) / eventsPerSecond;
      const at = Math.max(now, fullAt.get(organizationId) ?? now) + costMs;
      const waitMs = at - now - BURST_SECONDS * SECOND_MS;
      // A thousandth of a millisecond: sums of fractions don't end at the very figure.
      if (waitMs > 0.001) {
        refused("organization_rate");
        throw exceeded(
          `The organization ${organizationId} sends more than ${eventsPerSecond} events a second (setting TOCSIN_ORGANIZATION_EVENTS_PER_SECOND)`,
          Math.ceil(waitMs / SECOND_MS),
        );
      }
      remember(organizationId, at);
      return () => {
        const current = fullAt.get(organizationId);
        if (current !== undefined) fullAt.set(organizationId, current - costMs);
      };
    },
  };
}

const exceeded = (message: string, retryAfterSeconds: number): ApplicationError =>
  new ApplicationError("event_quota_exceeded", `${message}. Nothing was stored. Try again later.`, {
    retryAfterSeconds,
  });
