import { type Clock, SECOND_MS } from "../kernel/clock.ts";
import { ApplicationError } from "../kernel/errors.ts";
import type { RefusalReason } from "./refusals.ts";

export interface QuotaLimits {
  /** Of one organization, in one process; 0 for any number. */
  readonly eventsPerSecond: number;
  /** Events of one organization that may wait to be processed; 0 for any number. */
  readonly waitingEvents: number;
}

export interface QuotaOptions {
  readonly limits: QuotaLimits;
  /** Events of an organization that wait here. */
  readonly waitingOf: (organizationId: string) => number;
  readonly clock: Clock;
}

export interface Quotas {
  /** Takes so many events from the organization's quotas; throws `too_many` where it has used them up. */
  take(organizationId: string, events: number, refused: (reason: RefusalReason) => void): void;
}

/** A sender may send so many seconds' worth at once. */
const BURST_MS = 10 * SECOND_MS;
const BACKLOG_RETRY_SECONDS = 5;
/** Organizations whose rate is remembered; those that haven't sent for the longest time are forgotten first. */
const ORGANIZATIONS_MAX = 10_000;

/**
 * Bounds what one organization sends, where the settings ask for it. The rate is a leaky bucket kept as the generic cell
 * rate algorithm does (ITU-T I.371): a time an organization. A batch passes whole where the bucket isn't full, so that one
 * larger than the bucket passes too.
 */
export function createQuotas({ limits, waitingOf, clock }: QuotaOptions): Quotas {
  const { eventsPerSecond, waitingEvents } = limits;
  /** When the bucket of each organization is empty again. */
  const emptyAt = new Map<string, number>();
  const takeRate = (organizationId: string, events: number): number => {
    const now = clock.now();
    const at = Math.max(now, emptyAt.get(organizationId) ?? 0);
    const waitMs = at - BURST_MS - now;
    if (waitMs > 0) return waitMs;
    emptyAt.delete(organizationId);
    emptyAt.set(organizationId, at + (events * SECOND_MS) / eventsPerSecond);
    if (emptyAt.size > ORGANIZATIONS_MAX) emptyAt.delete(emptyAt.keys().next().value as string);
    return 0;
  };
  return {
    take(organizationId, events, refused) {
      if (waitingEvents > 0 && waitingOf(organizationId) + events > Math.max(waitingEvents, events)) {
        refused("organization_backlog");
        throw exceeded(
          `The organization ${organizationId} has as many events waiting as it may have: ${waitingEvents} (setting TOCSIN_ORGANIZATION_BACKLOG_MAX)`,
          BACKLOG_RETRY_SECONDS,
        );
      }
      if (eventsPerSecond === 0) return;
      const waitMs = takeRate(organizationId, events);
      if (waitMs === 0) return;
      refused("organization_rate");
      throw exceeded(
        `The organization ${organizationId} sends more than ${eventsPerSecond} events a second (setting TOCSIN_ORGANIZATION_EVENTS_PER_SECOND)`,
        Math.ceil(waitMs / SECOND_MS),
      );
    },
  };
}

const exceeded = (message: string, retryAfterSeconds: number): ApplicationError =>
  new ApplicationError("too_many", `${message}; nothing was stored. Try again later.`, { retryAfterSeconds });
