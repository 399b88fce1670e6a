import type { Scope } from "../model/scope.ts";
import type { BucketRange, Counts, TimeSpan } from "../model/telemetry-count.ts";

export interface TelemetryCounts {
  /** The counts of these services in each span, by {@link bucketsTouched}. */
  sums(
    scope: Pick<Scope, "organizationId">,
    services: readonly string[],
    spans: readonly TimeSpan[],
    now: number,
  ): Promise<readonly Counts[]>;
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
