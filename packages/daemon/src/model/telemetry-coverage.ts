/**
 * The time in which telemetry was received and processed without a gap. Silence counts only within it. Times are
 * milliseconds since 1970 UTC.
 */
export interface TelemetryCoverage {
  /** The time before is unknown. */
  readonly since: number;
  /** The low watermark of the service's partition: telemetry accepted later may still wait. */
  readonly until: number;
}

/** How long a signal last seen at this time is known to be quiet; milliseconds. */
export const quietMs = ({ since, until }: TelemetryCoverage, lastSeenAt: number): number =>
  until - Math.max(lastSeenAt, since);

/** The listening period that is common to these services. */
export type TelemetryCoverageOf = (organizationId: string, services: readonly string[]) => TelemetryCoverage;
