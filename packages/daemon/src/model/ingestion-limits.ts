import { KIB, MIB } from "../kernel/bytes.ts";

/** Queues of the broker over which telemetry is spread. */
export const PARTITIONS_MAX = 256;
/** Defaults of the ingestion limits; each is a setting. */
export const BODY_BYTES_MAX = 16 * MIB;
export const INFLATED_BYTES_MAX = 32 * MIB;
export const BATCH_EVENTS_MAX = 10_000;
export const EVENT_BYTES_MAX = 256 * KIB;
/** The rejected elements of a lenient batch are kept up to this size, or up to the size of its body. */
export const LEFT_OUT_BYTES_MAX = 32 * MIB;
/** Bodies in memory at one time, over all requests; a request beyond it is answered 503. */
export const BODIES_IN_FLIGHT_BYTES_MAX = 64 * MIB;
export const NESTING_MAX = 32;
/** JSON values in one body: objects, arrays, and elements separated by commas. */
export const JSON_VALUES_MAX = 2_000_000;
/** How far a timestamp may be ahead of the server. */
export const TIMESTAMP_AHEAD_MS_MAX = 24 * 60 * 60 * 1000;
export const DEFAULT_ORGANIZATION_SERVICES_MAX = 5;
export const ORGANIZATIONS_MAX = 10_000;
export const NEW_ORGANIZATIONS_PER_MINUTE = 600;
/** How long refusals are reported. */
export const REFUSALS_KEPT_MS = 24 * 60 * 60 * 1000;
/** For each reason: a sender can invent any number of organizations. */
export const REFUSED_ORGANIZATIONS_KEPT_MAX = 1000;
export const REFUSED_SERVICES_KEPT_MAX = 5;
/** An event whose processing fails this often becomes a dead letter and blocks no other. */
export const PROCESSING_ATTEMPTS_MAX = 5;
/** Telemetry counts: minutes for windows of up to three days, hours for the longest window of an objective (365 days). */
export const COUNTED_MINUTES_KEPT_MS = 3 * 24 * 60 * 60 * 1000;
export const COUNTED_HOURS_KEPT_MS = 400 * 24 * 60 * 60 * 1000;
export const DEPLOYMENTS_KEPT_MS = 400 * 24 * 60 * 60 * 1000;
