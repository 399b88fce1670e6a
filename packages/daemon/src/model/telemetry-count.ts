import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";

/** How long the buckets are that telemetry is counted in; milliseconds. */
export const COUNTED_SPANS = [MINUTE_MS, HOUR_MS] as const;
export type CountedSpan = (typeof COUNTED_SPANS)[number];

export interface Counts {
  /** Logs, metric points and deployments. */
  readonly events: number;
  readonly logs: number;
  /** Logs of the levels error and fatal. */
  readonly errors: number;
}

/** What of a service's telemetry bears times of one minute or one hour. */
export interface CountedBucket extends Counts {
  readonly organizationId: string;
  readonly service: string;
  readonly span: CountedSpan;
  /** When the minute or the hour begins; milliseconds since 1970 UTC. */
  readonly start: number;
}

export const bucketStartOf = (at: number, span: CountedSpan): number => Math.floor(at / span) * span;
