import type { OrganizationLimits, QuotaLimits } from "../../ingest/admission.ts";
import type { Config } from "./config.ts";

export const ingestLimitsOf = (config: Config) => ({
  defaultOrganization: config.defaultServicesMax,
  otherOrganizations: config.servicesMax,
  eventBytes: config.eventBytesMax,
  batchEvents: config.batchEventsMax,
});

export const quotaLimitsOf = (config: Config): QuotaLimits => ({
  eventsPerSecond: config.organizationEventsPerSecond,
  waitingEvents: config.organizationBacklogMax,
});

/** Bounds of new organizations; those that the settings name are exempt. */
export const organizationLimitsOf = (config: Config): OrganizationLimits => ({
  newPerMinute: config.newOrganizationsPerMinute,
  organizations: config.organizationsMax,
  configured: new Set([
    ...(config.organizations ?? []),
    ...config.ingestApiKey.flatMap(({ organizationId }) => organizationId ?? []),
  ]),
});
