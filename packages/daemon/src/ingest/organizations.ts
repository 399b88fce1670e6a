import { type Clock, MINUTE_MS } from "../kernel/clock.ts";
import { ApplicationError } from "../kernel/errors.ts";
import { DEFAULT_ORGANIZATION } from "../model/scope.ts";
import type { RefusalReason } from "./refusals.ts";
import type { ServiceRegistry } from "./services.ts";

export interface OrganizationLimits {
  /** New organizations that one process admits in a minute. */
  readonly newPerMinute: number;
  /** Organizations that may hold services. */
  readonly organizations: number;
  /** Named in the settings: admitted whatever else was. */
  readonly configured: ReadonlySet<string>;
}

export interface OrganizationGateOptions {
  readonly registry: Pick<ServiceRegistry, "holdsOrganization" | "organizationCount">;
  readonly limits: OrganizationLimits;
  readonly clock: Clock;
}

export interface OrganizationGate {
  /** Throws `unavailable` where the organization is new and there is no room for it now. */
  admit(organizationId: string, refused: (reason: RefusalReason) => void): Promise<void>;
}

const PER_MINUTE_RETRY_SECONDS = 10;
const FULL_RETRY_SECONDS = 60;

/**
 * Each organization costs storage, memory and a turn of the worker, and any sender can make one up. New ones pass a
 * token bucket of one minute's worth, and count against a maximum. What is refused is 503: a shipper keeps it, and sends
 * it again once the rush is over or the setting was raised.
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
        throw refusal(
          `The server has ${limits.organizations} organizations, its limit (setting TOCSIN_ORGANIZATIONS_MAX)`,
          FULL_RETRY_SECONDS,
        );
      }
      if (!takeToken()) {
        refused("organizations_per_minute");
        throw refusal(
          `The server accepts ${limits.newPerMinute} new organizations a minute (setting TOCSIN_NEW_ORGANIZATIONS_PER_MINUTE)`,
          PER_MINUTE_RETRY_SECONDS,
        );
      }
    },
  };
}

const refusal = (message: string, retryAfterSeconds: number): ApplicationError =>
  new ApplicationError("too_many_organizations", `${message}. Nothing was stored. Try again later.`, {
    retryAfterSeconds,
  });
