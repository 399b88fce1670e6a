import {
  DEFAULT_ORGANIZATION_SERVICES_MAX,
  NEW_ORGANIZATIONS_PER_MINUTE,
  ORGANIZATIONS_MAX,
} from "../../model/ingestion-limits.ts";
import { integer, setting } from "./setting-values.ts";

/** Bounds of one organization, and of the number of organizations. */
export const organizationSettings = {
  organizationsMax: setting(
    ORGANIZATIONS_MAX,
    integer(1, 1_000_000),
    "Maximum number of organizations; a further one is answered 503. Organizations of a key or of TOCSIN_ORGANIZATIONS are always accepted.",
  ),
  newOrganizationsPerMinute: setting(
    NEW_ORGANIZATIONS_PER_MINUTE,
    integer(1, 1_000_000),
    "New organizations that a process accepts in a minute; more are answered 503.",
  ),
  organizationEventsPerSecond: setting(
    0,
    integer(0, 10_000_000),
    "Events per second that a process accepts from one organization, with bursts of ten seconds. More are answered 429 with the waiting time, and a batch beyond the burst 413. 0: any number.",
  ),
  organizationBacklogMax: setting(
    0,
    integer(0, 1_000_000_000),
    "Maximum waiting events of one organization in a process; more are answered 429. A larger batch is accepted while no event of the organization waits. 0: any number, within TOCSIN_QUEUE_BYTES_MAX.",
  ),
  servicesMax: setting(1000, integer(1, 1_000_000), "Maximum services of each organization except the default one."),
  defaultServicesMax: setting(
    DEFAULT_ORGANIZATION_SERVICES_MAX,
    integer(1, 1_000_000),
    "Maximum services of the default organization.",
  ),
};
