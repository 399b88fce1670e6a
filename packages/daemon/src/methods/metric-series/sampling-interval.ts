import { HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";

/** The longest interval between the values of a series that makes them follow each other. */
export const INTERVAL_MS_MAX = 6 * HOUR_MS;
/** A series that came within so many minutes, or twice its usual interval, keeps its place when another wants it. */
export const SERIES_IDLE_MINUTES = 10;

/** How much of a long interval still counts after a shorter one: values that come in twos or threes keep their rhythm. */
const INTERVAL_KEPT = 0.75;
/** Values that may be missing in a row. */
const INTERVALS_QUIET = 2;
/** Values that must stay away until a trouble counts as over. */
const INTERVALS_OVER = 3;

/** The usual interval of a series, from what it was so far and the latest one. */
export const nextInterval = (intervalMs: number, latestMs: number): number =>
  Math.max(Math.round(intervalMs * INTERVAL_KEPT), Math.min(latestMs, INTERVAL_MS_MAX));

/** Values further apart don't belong together: what lay between is unknown. */
export const gapMax = (intervalMs: number): number =>
  Math.max(SERIES_IDLE_MINUTES * MINUTE_MS, Math.min(INTERVALS_QUIET * intervalMs, INTERVAL_MS_MAX));

/**
 * A rule whose quiet time covers the intervals of a series: between two values of one that comes every half hour
 * nothing is known, and not that all is well.
 */
export function coverInterval<R extends { readonly resolveAfterMs: number }>(rule: R, intervalMs: number): R {
  const quietMs = INTERVALS_OVER * intervalMs;
  return quietMs <= rule.resolveAfterMs ? rule : { ...rule, resolveAfterMs: quietMs };
}
