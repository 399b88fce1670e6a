import {
  DEFAULT_ORGANIZATION_SERVICES_MAX,
  NEW_ORGANIZATIONS_PER_MINUTE,
  ORGANIZATIONS_MAX,
} from "../../model/ingestion-limits.ts";
import { integer, setting } from "./setting-values.ts";

/** Bounds of one organization, and of the number of organizations. */
export const organizationSettings = {
  organizationsMax: setting(
    "TOCSIN_ORGANIZATIONS_MAX",
    ORGANIZATIONS_MAX,
    integer(1, 1_000_000),
    "Organizations that may send telemetry; a new one past it is answered 503. Those that a key is bound to or that TOCSIN_ORGANIZATIONS lists are always taken.",
  ),
  newOrganizationsPerMinute: setting(
    "TOCSIN_NEW_ORGANIZATIONS_PER_MINUTE",
    NEW_ORGANIZATIONS_PER_MINUTE,
    integer(1, 1_000_000),
    "New organizations that a process takes in a minute; more are answered 503.",
  ),
  organizationEventsPerSecond: setting(
    "TOCSIN_ORGANIZATION_EVENTS_PER_SECOND",
    0,
    integer(0, 10_000_000),
    "Events a second that a process takes from one organization, with ten seconds' worth at once. More are answered 429 with the time until they fit, and a batch of more than ten seconds' worth 413. 0: any number.",
  ),
  organizationBacklogMax: setting(
    "TOCSIN_ORGANIZATION_BACKLOG_MAX",
    0,
    integer(0, 1_000_000_000),
    "Events of one organization that a process lets wait to be processed; more are answered 429. A larger batch is taken while none of the organization's events wait, since it could never be sent otherwise. 0: any number, within TOCSIN_QUEUE_BYTES_MAX.",
  ),
  servicesMax: setting(
    "TOCSIN_SERVICES_MAX",
    1000,
    integer(1, 1_000_000),
    "Services that an organization may hold, except the default one.",
  ),
  defaultServicesMax: setting(
    "TOCSIN_DEFAULT_SERVICES_MAX",
    DEFAULT_ORGANIZATION_SERVICES_MAX,
    integer(1, 1_000_000),
    "Services that the default organization may hold.",
  ),
};
