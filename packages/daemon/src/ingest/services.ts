import { ApplicationError } from "../kernel/errors.ts";
import { DEFAULT_ORGANIZATION } from "../model/scope.ts";
import type { RefusalLookup } from "./refusals.ts";

/** The stored name of a service: trimmed, and without characters that a database would replace. */
export const serviceNameOf = (sent: string): string => sent.trim().toWellFormed().replaceAll("\u0000", "\uFFFD");

/** The known services of each organization. */
export interface ServiceRegistry {
  knows(organizationId: string, services: ReadonlySet<string>): boolean;
  holdsOrganization(organizationId: string): Promise<boolean>;
  /** Organizations with a service; may lack those that other processes registered in the last minute. */
  organizationCount(): Promise<number>;
  /**
   * Registers new services in their order up to `limit`; with `allOrNone`, all or none of them. Exact with several
   * processes at a time. Returns the names beyond the limit.
   */
  register(
    organizationId: string,
    services: readonly string[],
    limit: number,
    allOrNone: boolean,
  ): Promise<readonly string[]>;
}

export interface ServiceLookup {
  /** Whether the service is known, or the organization may have one more. */
  hasCapacityFor(organizationId: string, service: string, limit: number): Promise<boolean>;
}

export interface ServiceLimits {
  readonly defaultOrganization: number;
  readonly otherOrganizations: number;
}

export const serviceLimitOf = (organizationId: string, limits: ServiceLimits): number =>
  organizationId === DEFAULT_ORGANIZATION ? limits.defaultOrganization : limits.otherOrganizations;

export const serviceLimitError = (organizationId: string, limit: number): ApplicationError =>
  new ApplicationError(
    "service_limit_reached",
    `Service limit reached: the organization ${organizationId} may have ${limit} services. ` +
      (organizationId === DEFAULT_ORGANIZATION
        ? "Send to an organization of your own."
        : "Raise TOCSIN_SERVICES_MAX, or send fewer service names."),
  );

/** The data of ingest roles that the core role reads. */
export interface IntakeLookup extends ServiceLookup, RefusalLookup {
  close(): Promise<void>;
}
