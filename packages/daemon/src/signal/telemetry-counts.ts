import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import { COUNTED_MINUTES_KEPT_MS } from "../model/ingestion-limits.ts";
import type { Scope } from "../model/scope.ts";
import { bucketStartOf, type CountedSpan, type Counts } from "../model/telemetry-count.ts";

/** Both ends are included; milliseconds since 1970 UTC. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export interface TelemetryCounts {
  /** The counts of these services in each span, by {@link bucketsTouched}. */
  sums(scope: Scope, services: readonly string[], spans: readonly TimeSpan[], now: number): Promise<readonly Counts[]>;
}

/** The counts of a service in one minute or hour. */
export interface CountedStart extends Counts {
  readonly service: string;
  readonly start: number;
}

export interface CountedBuckets {
  /** The stored buckets of these services in the range; empty ones are missing. */
  buckets(scope: Scope, services: readonly string[], range: BucketRange): Promise<readonly CountedStart[]>;
}

export const NO_COUNTS: Counts = { events: 0, logs: 0, errors: 0 };

/** Buckets of one length whose starts lie in the span. */
export interface BucketRange extends TimeSpan {
  readonly span: CountedSpan;
}

/** The oldest time whose minutes are all kept. */
export const minutesKeptFrom = (now: number): number =>
  bucketStartOf(now - COUNTED_MINUTES_KEPT_MS, MINUTE_MS) + MINUTE_MS;

/**
 * The buckets that a span is counted from: every minute that it touches, with whole hours read as hours, which gives
 * the same sum. Before the kept minutes, hours are read as a whole.
 */
export function bucketsTouched({ from, to }: TimeSpan, now: number): BucketRange[] {
  const kept = minutesKeptFrom(now);
  const lastHour = bucketStartOf(to, HOUR_MS);
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
