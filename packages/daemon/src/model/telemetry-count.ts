import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import { COUNTED_MINUTES_KEPT_MS } from "./ingestion-limits.ts";

/** The lengths of count buckets; milliseconds. */
export const COUNTED_SPANS = [MINUTE_MS, HOUR_MS] as const;
export type CountedSpan = (typeof COUNTED_SPANS)[number];

export interface Counts {
  /** Logs, metric points and deployments. */
  readonly events: number;
  readonly logs: number;
  /** Logs of the levels error and fatal. */
  readonly errors: number;
}

/** Counts of a service's telemetry within one minute or hour. */
export interface CountedBucket extends Counts {
  readonly organizationId: string;
  readonly service: string;
  readonly span: CountedSpan;
  /** The start of the bucket; milliseconds since 1970 UTC. */
  readonly start: number;
}

export const bucketStartOf = (at: number, span: CountedSpan): number => Math.floor(at / span) * span;

/** Both ends are included; milliseconds since 1970 UTC. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
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
