import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";
import { PAST_MINUTES, RECENT_MINUTES } from "../methods/error-rates/minute-counts.ts";

/** The bounds of detection. Beyond a bound the oldest is dropped; nothing here grows with the traffic. */

/** Services whose state is held in memory; the least recently used leave when nothing of theirs is pending. */
export const SERVICES_IN_MEMORY_MAX = 4000;
/** The same by what their state is stored as: some services are a hundred times another's size. Memory is some five times that. */
export const STATE_CHARS_IN_MEMORY_MAX = 32 * 2 ** 20;
/** A timestamp further ahead of the server than this counts as this: one wrong clock can't blind a service. */
export const AHEAD_MS_MAX = 2 * MINUTE_MS;
/** Older than this by the service's own time: ignored by detection. */
export const WINDOW_MS = (PAST_MINUTES + RECENT_MINUTES) * MINUTE_MS;
/**
 * Telemetry that was this old when the server took it is a backfill: it can be searched, but opens no incident now.
 * Long enough for what a shipper kept while its network was away.
 */
export const BACKFILL_MS_MIN = 6 * HOUR_MS;
export const DEPLOYMENTS_MAX = 3;
/** Environments of a service that are held apart; production always is, and what names none. */
export const ENVIRONMENTS_MAX = 8;
/** An environment that spoke within so many minutes keeps its place when another wants it. */
export const ENVIRONMENT_IDLE_MINUTES = 60;
export const SERIES_MAX = 256;
export const BREACHES_MAX = 64;
/** Counters followed, whether they grow or not; each takes a few numbers. */
export const COUNTERS_MAX = 1000;
export const CONDITIONS_MAX = 64;
/** A share of a whole above this is none, whatever its unit or name says. */
export const RATIO_MAX = 2;
export const SERIES_KEY_CHARS_MAX = 240;
export const LABELS_MAX = 16;
export const INSTANCE_CHARS_MAX = 120;
/** Instances that a description names; the others are counted. */
export const INSTANCES_NAMED_MAX = 10;
export const TITLE_CHARS_MAX = 200;
export const SAMPLE_CHARS_MAX = 300;
export const METRIC_PLANS_MAX = 10_000;
/** Repeats of one candidate: so long after each other, then every {@link REPEAT_MS_MAX}. */
export const REPEAT_MS = 5 * SECOND_MS;
export const REPEAT_MS_MAX = 60 * SECOND_MS;
/** From these bounds on the rate of a log template has changed. Rules may require more, and at least the noted bounds. */
export const CHANGED_TIMES = 2;
export const CHANGED_SIGNIFICANCE = 5;
export const NOTED_TIMES = 1.5;
export const NOTED_SIGNIFICANCE = 3;
