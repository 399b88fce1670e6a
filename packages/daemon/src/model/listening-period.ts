/**
 * The span of time whose telemetry was received and processed without a gap. Silence counts only within it. Times are
 * milliseconds since 1970 UTC.
 */
export interface ListeningPeriod {
  /** Nothing is known of the time before. */
  readonly since: number;
  /** Telemetry accepted after this time may still wait: the low watermark of the service's partition. */
  readonly until: number;
}

/** Milliseconds for which a signal last seen at this time is known to be quiet. */
export const quietMs = ({ since, until }: ListeningPeriod, lastSeenAt: number): number =>
  until - Math.max(lastSeenAt, since);

/** The period in which telemetry of all of these services was listened to. */
export type ListeningPeriodOf = (organizationId: string, services: readonly string[]) => ListeningPeriod;
