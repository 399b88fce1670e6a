import { MINUTE_MS } from "../../kernel/clock.ts";
import { recurringPause } from "../../methods/arrivals/arrival-statistics.ts";
import { THRESHOLD } from "../../methods/error-rates/error-rate-cusum.ts";
import { logsBetween, type MinuteCounts, minuteOf, PAST_MINUTES } from "../../methods/error-rates/minute-counts.ts";
import { overdueAfter } from "../../methods/metric-series/sampling-interval.ts";
import type { Series } from "../series/metric-series.ts";
import { noteStop, type Stops } from "./stopped-metrics.ts";

/** Logs that stopped while the metrics of the service go on: its logger or its shipper is down, or it hangs. */
export interface StoppedLogs {
  /** When the minute of the last one ended. */
  readonly since: number;
  /** The mean number a minute in the hour before, and the longest time without any. */
  readonly usual: number;
  readonly longestMs: number;
}

/** The logs that stopped, where by chance so many are missing once in e to the power of {@link THRESHOLD}. */
export function followLogStops(
  stops: Stops,
  counts: MinuteCounts,
  series: ReadonlyMap<string, Series>,
  at: number,
): StoppedLogs | null {
  const since = (counts.newest + 1) * MINUTE_MS;
  // Logs may only be shipped late.
  if (stops.since > 0 && since > stops.since) noteStop(stops, at);
  const silentMs = at - since;
  if (counts.newest < 0 || silentMs < overdueAfter(0)) return null;
  const from = since - PAST_MINUTES * MINUTE_MS;
  const usual = logsBetween(counts, from, since) / PAST_MINUTES;
  if ((usual * silentMs) / MINUTE_MS < THRESHOLD || !metricsGoOn(series, since, at)) return null;
  stops.since = since;
  return silentMs > recurringPause(stops) ? { since, usual, longestMs: longestSilence(counts) } : null;
}

function longestSilence(counts: MinuteCounts): number {
  let [longest, last] = [0, counts.newest - PAST_MINUTES];
  for (let minute = last + 1; minute <= counts.newest; minute++) {
    if (logsBetween(counts, minute * MINUTE_MS, minute * MINUTE_MS) === 0) continue;
    longest = Math.max(longest, minute - last - 1);
    last = minute;
  }
  return longest * MINUTE_MS;
}

/** True if a metric came since then that isn't late. */
function metricsGoOn(series: ReadonlyMap<string, Series>, since: number, at: number): boolean {
  for (const { seenAt, intervalMs } of series.values())
    if (minuteOf(seenAt) > minuteOf(since) && at - seenAt <= overdueAfter(intervalMs)) return true;
  return false;
}
