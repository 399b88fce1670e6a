import { MINUTE_MS } from "../../kernel/clock.ts";
import { INTERVAL_MS_MAX, SERIES_IDLE_MINUTES } from "../limits.ts";

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
export function patientWith<R extends { readonly resolveAfterMs: number }>(rule: R, intervalMs: number): R {
  const quietMs = INTERVALS_OVER * intervalMs;
  return quietMs <= rule.resolveAfterMs ? rule : { ...rule, resolveAfterMs: quietMs };
}
