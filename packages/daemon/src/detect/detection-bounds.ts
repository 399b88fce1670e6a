import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";
import { PAST_MINUTES, RECENT_MINUTES } from "../methods/error-rates/minute-counts.ts";

/** The bounds of detection. Beyond a bound the oldest is dropped, so that nothing grows with the traffic. */

/** The least recently used services are evicted, unless their changes are not stored yet. */
export const SERVICES_IN_MEMORY_MAX = 4000;
/**
 * A bound on the stored states of these services, which differ in size by a factor of a hundred. Memory is about five
 * times as large.
 */
export const STATE_CHARS_IN_MEMORY_MAX = 32 * 2 ** 20;
/** Later timestamps are cut to this distance from the server's clock, so that a wrong clock can't blind a service. */
export const AHEAD_MS_MAX = 2 * MINUTE_MS;
/** Older telemetry, by the service's own time, is ignored. */
export const WINDOW_MS = (PAST_MINUTES + RECENT_MINUTES) * MINUTE_MS;
/**
 * Telemetry that was this old on arrival is a backfill: it teaches what is usual, but opens no incident. The time allows
 * for what a shipper buffers during a network outage. After a pause of this length a condition has to show again.
 */
export const BACKFILL_MS_MIN = 6 * HOUR_MS;
export const DEPLOYMENTS_MAX = 3;
/** Environments of a service with a state of their own; production always has one. */
export const ENVIRONMENTS_MAX = 8;
/** An environment with recent telemetry is not evicted for another. */
export const ENVIRONMENT_IDLE_MINUTES = 60;
export const SERIES_MAX = 256;
export const BREACHES_MAX = 64;
export const COUNTERS_MAX = 1000;
export const CONDITIONS_MAX = 64;
/** A ratio above this is not a share of a whole, whatever its unit or name says. */
export const RATIO_MAX = 2;
export const SERIES_KEY_CHARS_MAX = 240;
export const LABELS_MAX = 16;
export const INSTANCE_CHARS_MAX = 120;
export const INSTANCES_NAMED_MAX = 10;
export const TITLE_CHARS_MAX = 200;
/** A message, a metric or a series in a title. */
export const TITLE_PART_CHARS_MAX = 120;
export const SAMPLE_CHARS_MAX = 300;
export const METRIC_PLANS_MAX = 10_000;
/** The least that a rule may set, and that a sensitivity leaves. */
export const STRICTNESS_MIN = 0.25;
/** The pause between repeats of a candidate, which doubles up to {@link REPEAT_MS_MAX}. */
export const REPEAT_MS = 5 * SECOND_MS;
export const REPEAT_MS_MAX = 60 * SECOND_MS;
/** From these bounds on the rate of a log template has changed. Rules may require more. */
export const CHANGED_TIMES = 1.5;
export const CHANGED_SIGNIFICANCE = 3;
