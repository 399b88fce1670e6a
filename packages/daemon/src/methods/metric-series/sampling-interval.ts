// The method: docs/methods/series-model.md
import { HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";

/** The longest interval between the values of a series that makes them follow each other. */
export const INTERVAL_MS_MAX = 6 * HOUR_MS;
/** A series that came within so many minutes, or twice its usual interval, keeps its place when another wants it. */
export const SERIES_IDLE_MINUTES = 10;

/** The share of a long interval that is kept after a shorter one, for values that arrive in small groups. */
const INTERVAL_KEPT = 0.75;
/** Values that may be missing in a row. */
const INTERVALS_QUIET = 2;
/** Intervals without a bad value until a condition is over. */
const INTERVALS_OVER = 3;

/** The usual interval of a series, from what it was so far and the latest one. */
export const nextInterval = (intervalMs: number, latestMs: number): number =>
  Math.max(Math.round(intervalMs * INTERVAL_KEPT), Math.min(latestMs, INTERVAL_MS_MAX));

/** The largest gap between values that belong together. */
export const gapMax = (intervalMs: number): number =>
  Math.max(SERIES_IDLE_MINUTES * MINUTE_MS, Math.min(INTERVALS_QUIET * intervalMs, INTERVAL_MS_MAX));

/** Extends a rule's resolution time to several intervals of a rare series: between two values its state is unknown. */
export function coverInterval<R extends { readonly resolveAfterMs: number }>(rule: R, intervalMs: number): R {
  const quietMs = INTERVALS_OVER * intervalMs;
  return quietMs <= rule.resolveAfterMs ? rule : { ...rule, resolveAfterMs: quietMs };
}
