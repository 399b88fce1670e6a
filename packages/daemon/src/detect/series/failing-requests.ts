import { MINUTE_MS } from "../../kernel/clock.ts";
import { areMore, countSlot, createErrorRate, errorRise } from "../../methods/error-rates/error-rate-cusum.ts";
import { shareOf } from "../../methods/error-rates/minute-counts.ts";
import {
  DOUBT_SHARE,
  type LevelSample,
  RECENT_MS,
  type Shift,
  VALUES_MIN,
} from "../../methods/golden-signals/level-shift.ts";
import { overdueAfter } from "../../methods/metric-series/sampling-interval.ts";
import { RATIO_MAX } from "../detection-bounds.ts";
import { type GoldenSeries, type GoldenSeriesMap, OFFSET } from "./golden-series.ts";

interface FailureRise extends Shift {
  readonly share: number;
  /** A minute. */
  readonly value: number;
  readonly usualValue: number;
}

/** Counts failing requests among all, of so many a minute, so that few suffice where most fail. */
export function stepRate(
  golden: GoldenSeries,
  { id, at }: LevelSample,
  failed: number,
  { requests, minutes }: { readonly requests: number; readonly minutes: number },
): FailureRise | null {
  golden.rate ??= createErrorRate();
  countSlot(golden.rate, at, Math.max(failed, requests * minutes), failed);
  const rise = errorRise(golden.rate, DOUBT_SHARE);
  if (rise === null || rise.recent.errors < VALUES_MIN) return null;
  const { firstAt, level, count } = golden.shift;
  const aMinute = (rise.recent.errors * MINUTE_MS) / Math.max(MINUTE_MS, at - rise.since);
  // As many as ever among fewer requests, or other requests than those that are counted.
  if (!areMore(aMinute, rise.usualAMinute) || aMinute > RATIO_MAX * requests) return null;
  return {
    isClimb: false,
    sign: 1,
    since: rise.since,
    share: shareOf(rise.recent),
    value: aMinute,
    usualValue: rise.usualAMinute,
    leap: 0,
    distance: Math.max(0, Math.log(aMinute + OFFSET.errors) - level),
    strength: rise.strength,
    usual: level,
    values: rise.recent.errors,
    isRecurring: false,
    knownMs: at - firstAt,
    known: count,
    marks: [[id, at]],
  };
}

function rateOf({ shift: { level, run } }: GoldenSeries): number {
  return Math.exp(run === null ? level : level + run.sign * run.mean) - OFFSET.traffic;
}

/** The present requests a minute of the service by its busiest traffic metric; undefined without one. */
export function requestsAMinute(series: GoldenSeriesMap): number | undefined {
  let most: number | undefined;
  for (const { golden } of series.values())
    if (golden?.signal === "traffic" && golden.shift.count > 0) most = Math.max(most ?? 0, rateOf(golden));
  return most;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/**
 * The present requests a minute that errors are a part of. They are those of the traffic metric whose name and labels
 * begin like these; of several, the busiest. Undefined without such a metric.
 */
export function requestsLike(series: GoldenSeriesMap, like: string, at: number): number | undefined {
  let [most, longest] = [0, 0];
  let isKnown = false;
  for (const [key, { golden }] of series) {
    if (golden?.signal !== "traffic" || golden.shift.count === 0 || at - golden.shift.lastAt > RECENT_MS) continue;
    const length = commonLength(key, like);
    if (length < longest) continue;
    const [rate, isCloser] = [rateOf(golden), length > longest];
    most = isCloser ? rate : Math.max(most, rate);
    // A gauge of always the same number looks like a total that doesn't grow.
    isKnown = (isKnown && !isCloser) || rate > 0 || golden.shift.run !== null;
    longest = length;
  }
  return isKnown ? Math.max(0, most) : undefined;
}

/** True if a whole minute of metrics of failing requests shows no more of them than ever, and none is new or late. */
export function doRequestsSucceed(series: GoldenSeriesMap, since: number, now: number): boolean {
  let hasSome = false;
  for (const { golden } of series.values()) {
    if (golden === null || !(golden.signal === "error share" || golden.rate !== null)) continue;
    const { run, firstAt, lastAt, spread } = golden.shift;
    const isSuspected = run !== null || (golden.rate?.suspect ?? null) !== null;
    if (isSuspected || firstAt > since - RECENT_MS || now - lastAt > overdueAfter(MINUTE_MS)) return false;
    // A metric that never counted a failure may not count these.
    hasSome ||= lastAt >= since + 2 * MINUTE_MS && (golden.rate?.pastErrors ?? spread) > 0;
  }
  return hasSome;
}
