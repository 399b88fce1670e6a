import { type Clock, MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";
import { ApplicationError } from "../kernel/errors.ts";
import { DEFAULT_ORGANIZATION } from "../model/scope.ts";
import type { RefusalReason } from "./refusals.ts";
import type { ServiceRegistry } from "./services.ts";

/** The organizations that a key without an organization may write to. */
export const unboundKeyModes = ["unclaimed", "default", "any"] as const;
export type UnboundKeyMode = (typeof unboundKeyModes)[number];

/**
 * Why an unbound key may not write to the organization; undefined where it may. An organization with a key of its own
 * accepts no shared key.
 */
export function unboundKeyProblem(
  mode: UnboundKeyMode,
  organizationId: string,
  claimed: ReadonlySet<string>,
): string | undefined {
  if (mode === "any") return undefined;
  if (mode === "default" && organizationId !== DEFAULT_ORGANIZATION) {
    return (
      `This API key is bound to no organization and may write into ${DEFAULT_ORGANIZATION} alone. ` +
      "Use a key that is bound to the organization (TOCSIN_INGEST_API_KEY=KEY@ORGANIZATION)."
    );
  }
  if (!claimed.has(organizationId)) return undefined;
  return (
    `The organization ${organizationId} takes telemetry with a key that is bound to it alone. ` +
    "Send that key in the header x-api-key."
  );
}

type OnReason = (reason: RefusalReason) => void;

export interface OrganizationLimits {
  readonly newPerMinute: number;
  readonly organizations: number;
  /** Organizations of the settings, which are always admitted. */
  readonly configured: ReadonlySet<string>;
}

interface OrganizationGateOptions {
  readonly registry: Pick<ServiceRegistry, "holdsOrganization" | "organizationCount">;
  readonly limits: OrganizationLimits;
  readonly clock: Clock;
}

export interface OrganizationGate {
  /** Throws `too_many_organizations` for a new organization beyond a limit. */
  admit(organizationId: string, refused: OnReason): Promise<void>;
}

const PER_MINUTE_RETRY_SECONDS = 10;
const FULL_RETRY_SECONDS = 60;

/**
 * Limits new organizations, since each costs storage and memory, and a sender may invent any number. The rate is a token
 * bucket of one minute. The refusal is a 503, so that shippers keep the telemetry and retry.
 */
export function createOrganizationGate({ registry, limits, clock }: OrganizationGateOptions): OrganizationGate {
  let tokens = limits.newPerMinute;
  let filledAt = clock.now();
  const takeToken = (): boolean => {
    const now = clock.now();
    const elapsed = Math.max(0, now - filledAt);
    tokens = Math.min(limits.newPerMinute, tokens + (elapsed * limits.newPerMinute) / MINUTE_MS);
    filledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
  return {
    async admit(organizationId, refused) {
      if (organizationId === DEFAULT_ORGANIZATION || limits.configured.has(organizationId)) return;
      if (await registry.holdsOrganization(organizationId)) return;
      if ((await registry.organizationCount()) >= limits.organizations) {
        refused("organizations_max");
        throw retryLater(
          "too_many_organizations",
          `The server has ${limits.organizations} organizations, its limit (setting TOCSIN_ORGANIZATIONS_MAX)`,
          FULL_RETRY_SECONDS,
        );
      }
      if (!takeToken()) {
        refused("organizations_per_minute");
        throw retryLater(
          "too_many_organizations",
          `The server accepts ${limits.newPerMinute} new organizations a minute (setting TOCSIN_NEW_ORGANIZATIONS_PER_MINUTE)`,
          PER_MINUTE_RETRY_SECONDS,
        );
      }
    },
  };
}

export interface QuotaLimits {
  /** Events of one organization in one process; 0 for any number. */
  readonly eventsPerSecond: number;
  /** Unprocessed events of one organization; 0 for any number. */
  readonly waitingEvents: number;
}

interface QuotaOptions {
  readonly limits: QuotaLimits;
  /** The organization's unprocessed events in this process. */
  readonly waitingOf: (organizationId: string) => number;
  /** Monotonic, since setting a clock would empty or fill every bucket. */
  readonly clock: Clock;
}

export interface Quotas {
  /**
   * Takes events from the organization's quotas, and returns a function that gives them back. Throws
   * `event_quota_exceeded`, and `batch_too_large` for a batch above the bucket's size.
   */
  take(organizationId: string, events: number, refused: OnReason): () => void;
}

/** The size of the bucket, in seconds of the rate. */
const BURST_SECONDS = 10;
const BACKLOG_RETRY_SECONDS = 5;
/** Organizations whose rate is kept in memory. The least recent one is evicted. */
const ORGANIZATIONS_MAX = 10_000;

/**
 * Limits the events of each organization. The rate is a token bucket, implemented as the generic cell rate algorithm
 * (ITU-T I.371): one time for each organization. A batch passes as a whole or not at all.
 */
export function createQuotas({ limits, waitingOf, clock }: QuotaOptions): Quotas {
  const { eventsPerSecond, waitingEvents } = limits;
  const bucketEvents = BURST_SECONDS * eventsPerSecond;
  /** When the bucket of each organization is full again. */
  const fullAt = new Map<string, number>();
  return {
    take(organizationId, events, refused) {
      if (waitingEvents > 0 && waitingOf(organizationId) + events > Math.max(waitingEvents, events)) {
        refused("organization_backlog");
        throw retryLater(
          "event_quota_exceeded",
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
      // Sums of fractions are inexact, so a microsecond is tolerated.
      if (waitMs > 0.001) {
        refused("organization_rate");
        throw retryLater(
          "event_quota_exceeded",
          `The organization ${organizationId} sends more than ${eventsPerSecond} events a second (setting TOCSIN_ORGANIZATION_EVENTS_PER_SECOND)`,
          Math.ceil(waitMs / SECOND_MS),
        );
      }
      fullAt.delete(organizationId);
      fullAt.set(organizationId, at);
      if (fullAt.size > ORGANIZATIONS_MAX) fullAt.delete(fullAt.keys().next().value as string);
      return () => {
        const current = fullAt.get(organizationId);
        if (current !== undefined) fullAt.set(organizationId, current - costMs);
      };
    },
  };
}

const retryLater = (
  code: "too_many_organizations" | "event_quota_exceeded",
  message: string,
  retryAfterSeconds: number,
): ApplicationError =>
  new ApplicationError(code, `${message}. Nothing was stored. Try again later.`, { retryAfterSeconds });
