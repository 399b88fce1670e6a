// The method: docs/methods/series-model.md
import { HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";

/** The longest interval between consecutive values. */
export const INTERVAL_MS_MAX = 6 * HOUR_MS;
/** A series with a value within this time is not evicted. */
export const SERIES_IDLE_MINUTES = 10;

/** The share of an interval that is kept after a shorter one, for values that arrive in groups. */
const INTERVAL_KEPT = 0.75;
/** The missing values that a gap allows. */
const INTERVALS_QUIET = 2;
/** The intervals without a bad value that end a condition. */
const INTERVALS_OVER = 3;

export const nextInterval = (intervalMs: number, latestMs: number): number =>
  Math.max(Math.round(intervalMs * INTERVAL_KEPT), Math.min(latestMs, INTERVAL_MS_MAX));

export const gapMax = (intervalMs: number): number =>
  Math.max(SERIES_IDLE_MINUTES * MINUTE_MS, Math.min(INTERVALS_QUIET * intervalMs, INTERVAL_MS_MAX));

/** A value is missing when it is late by a quarter; of frequent ones those of three minutes. */
export const OVERDUE_TIMES = 1.25;
const OVERDUE_MS_MIN = 3 * MINUTE_MS;

/** The time after the last one from which on a value, or a log, that comes by a clock is missing. */
export const overdueAfter = (intervalMs: number): number => Math.max(OVERDUE_MS_MIN, OVERDUE_TIMES * intervalMs);

/** Pauses of this length are outages. A shorter one may have lost one value, and teaches that this happens. */
export const isOutage = (pauseMs: number, intervalMs: number): boolean => pauseMs >= (1 + OVERDUE_TIMES) * intervalMs;

/** Extends a rule's resolution time to several intervals of a rare series. */
export function coverInterval<R extends { readonly resolveAfterMs: number }>(rule: R, intervalMs: number): R {
  const quietMs = INTERVALS_OVER * intervalMs;
  return quietMs <= rule.resolveAfterMs ? rule : { ...rule, resolveAfterMs: quietMs };
}
