import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";

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
