import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import { COUNTED_MINUTES_KEPT_MS } from "../model/ingestion-limits.ts";
import type { Scope } from "../model/scope.ts";
import { bucketStartOf, type CountedSpan, type Counts } from "../model/telemetry-count.ts";

/** From one moment to another, both included; milliseconds since 1970 UTC. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export interface TelemetryCounts {
  /**
   * What of these services' telemetry lies in each span of time, by the rule of {@link bucketsTouched}. At most
   * some hundred rows of an index for each day and service.
   */
  sums(scope: Scope, services: readonly string[], spans: readonly TimeSpan[], now: number): Promise<readonly Counts[]>;
}

/** A service's telemetry in one minute or hour. */
export interface CountedStart extends Counts {
  readonly service: string;
  /** When the minute or hour begins. */
  readonly start: number;
}

export interface CountedBuckets {
  /** Of these services, those of one length that begin from `from` to `to`, both included; what is empty is missing. */
  buckets(scope: Scope, services: readonly string[], range: BucketRange): Promise<readonly CountedStart[]>;
}

export const NO_COUNTS: Counts = { events: 0, logs: 0, errors: 0 };

/** Buckets of one length whose starts lie between two moments, both included. */
export interface BucketRange extends TimeSpan {
  readonly span: CountedSpan;
}

/** The oldest moment whose minutes are kept for certain. */
export const minutesKeptFrom = (now: number): number =>
  bucketStartOf(now - COUNTED_MINUTES_KEPT_MS, MINUTE_MS) + MINUTE_MS;

/**
 * The buckets that a span of time is counted from: every minute that it touches. It thus reaches up to a minute
 * further back than it says, and to the end of the minute that it ends in. Whole hours within it are read as hours,
 * which gives the same sum. An hour that the span enters before the minutes that are kept begins is read whole: some
 * of its minutes are gone.
 */
export function bucketsTouched({ from, to }: TimeSpan, now: number): BucketRange[] {
  const kept = minutesKeptFrom(now);
  const lastHour = bucketStartOf(to, HOUR_MS);
  // Where the hours begin, and the minutes after them.
  const begin = from < kept ? bucketStartOf(from, HOUR_MS) : bucketStartOf(from + HOUR_MS - 1, HOUR_MS);
  const end = from < kept && lastHour < kept ? lastHour + HOUR_MS : bucketStartOf(to + MINUTE_MS, HOUR_MS);
  const minutes = (first: number, last: number): BucketRange => ({ span: MINUTE_MS, from: first, to: last });
  const lastMinute = bucketStartOf(to, MINUTE_MS);
  const ranges: readonly BucketRange[] =
    begin < end
      ? [
          minutes(bucketStartOf(from, MINUTE_MS), begin - MINUTE_MS),
          { span: HOUR_MS, from: begin, to: end - HOUR_MS },
          minutes(end, lastMinute),
        ]
      : [minutes(bucketStartOf(from, MINUTE_MS), lastMinute)];
  return ranges.filter((range) => range.from <= range.to);
}
