/** The only source of time, so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Never jumps: for rates and intervals within a process. */
export const monotonicClock: Clock = { now: () => performance.now() };

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const HOUR_MINUTES = HOUR_MS / MINUTE_MS;
export const DAY_MINUTES = DAY_MS / MINUTE_MS;

/** ISO 8601 in UTC with milliseconds. */
export const toIso = (ms: number): string => new Date(ms).toISOString();
export const toIsoOrNull = (ms: number | null): string | null => (ms === null ? null : toIso(ms));
