import { ApplicationError } from "../kernel/errors.ts";
import { DEFAULT_ORGANIZATION } from "../model/scope.ts";

/**
 * A service's name as it is kept: trimmed, and without what no database stores as it is, so that two names
 * that differ here also differ there.
 */
export const serviceNameOf = (sent: string): string => sent.trim().toWellFormed().replaceAll("\u0000", "\uFFFD");

/** Keeps which services an organization has been seen with. */
export interface ServiceRegistry {
  /** True where all of these are known already; answers from memory. */
  knows(organizationId: string, services: ReadonlySet<string>): boolean;
  /** True where the organization holds a service. */
  holdsOrganization(organizationId: string): Promise<boolean>;
  /** Organizations that hold a service; may miss what other processes registered in the last minute. */
  organizationCount(): Promise<number>;
  /**
   * Registers the new ones among these, in their order, while the organization holds at most `limit`;
   * with `allOrNone`, none of them where not all fit. Exact also when several processes see new services
   * at the same moment. Answers the names that found no place.
   */
  register(
    organizationId: string,
    services: readonly string[],
    limit: number,
    allOrNone: boolean,
  ): Promise<readonly string[]>;
}

/** The registry as roles see it that don't write it. */
export interface ServiceLookup {
  /** True where the service is known, or the organization has room for one more. */
  hasRoomFor(organizationId: string, service: string, limit: number): Promise<boolean>;
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
