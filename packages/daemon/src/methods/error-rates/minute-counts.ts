// The method: docs/methods/error-rate-cusum.md
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";

export const PAST_MINUTES = 60;
export const RECENT_MINUTES = 5;
/** The past, the present and some slack. */
export const MINUTES_KEPT = 72;
/** For windows of one minute that end late. */
export const SECONDS_KEPT = 180;

/** A ring buffer of logs and errors by minute. */
export interface MinuteCounts {
  /** The newest minute since 1970; -1 for none. */
  newest: number;
  readonly logs: Float64Array;
  readonly errors: Float64Array;
}

/** A ring buffer of errors by second. */
export interface SecondCounts {
  newest: number;
  readonly errors: Float64Array;
}

export const createMinuteCounts = (): MinuteCounts => ({
  newest: -1,
  logs: new Float64Array(MINUTES_KEPT),
  errors: new Float64Array(MINUTES_KEPT),
});

export const createSecondCounts = (): SecondCounts => ({ newest: -1, errors: new Float64Array(SECONDS_KEPT) });

export const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS);
export const secondOf = (at: number): number => Math.floor(at / SECOND_MS);

function advanceMinutes(counts: MinuteCounts, minute: number): void {
  const from = Math.max(counts.newest + 1, minute - MINUTES_KEPT + 1);
  for (let next = from; next <= minute; next++) {
    const slot = next % MINUTES_KEPT;
    counts.logs[slot] = 0;
    counts.errors[slot] = 0;
  }
  counts.newest = minute;
}

export function countLog(counts: MinuteCounts, minute: number, isError: boolean): void {
  if (minute > counts.newest) advanceMinutes(counts, minute);
  else if (minute <= counts.newest - MINUTES_KEPT) return;
  const slot = minute % MINUTES_KEPT;
  counts.logs[slot] = (counts.logs[slot] as number) + 1;
  if (isError) counts.errors[slot] = (counts.errors[slot] as number) + 1;
}

export function countError(counts: SecondCounts, second: number): void {
  if (second > counts.newest) {
    const from = Math.max(counts.newest + 1, second - SECONDS_KEPT + 1);
    for (let next = from; next <= second; next++) counts.errors[next % SECONDS_KEPT] = 0;
    counts.newest = second;
  } else if (second <= counts.newest - SECONDS_KEPT) return;
  const slot = second % SECONDS_KEPT;
  counts.errors[slot] = (counts.errors[slot] as number) + 1;
}

export interface Sum {
  readonly logs: number;
  readonly errors: number;
}

export const shareOf = ({ logs, errors }: Sum): number => (logs === 0 ? 0 : errors / logs);

export function sumMinutes(counts: MinuteCounts, from: number, to: number): Sum {
  let logs = 0;
  let errors = 0;
  for (let minute = Math.max(from, counts.newest - MINUTES_KEPT + 1); minute <= Math.min(to, counts.newest); minute++) {
    logs += counts.logs[minute % MINUTES_KEPT] as number;
    errors += counts.errors[minute % MINUTES_KEPT] as number;
  }
  return { logs, errors };
}

/** The logs of the minutes of these times. */
export const logsBetween = (counts: MinuteCounts, from: number, to: number): number =>
  sumMinutes(counts, minuteOf(from), minuteOf(to)).logs;

/** The sum of these minutes without the one with the most errors: what a single minute doesn't explain. */
export function sumBesidesWorst(counts: MinuteCounts, from: number, to: number): Sum {
  const { logs, errors } = sumMinutes(counts, from, to);
  let worst: Sum = { logs: 0, errors: -1 };
  for (let minute = Math.max(from, counts.newest - MINUTES_KEPT + 1); minute <= Math.min(to, counts.newest); minute++) {
    const sum = sumMinutes(counts, minute, minute);
    if (sum.errors > worst.errors) worst = sum;
  }
  return { logs: logs - worst.logs, errors: errors - Math.max(0, worst.errors) };
}

export interface Burst {
  readonly errors: number;
  readonly from: number;
  readonly to: number;
}

/** The window of `length` seconds with the most errors that contains a second of `from` to `to`. */
export function fullestWindow(counts: SecondCounts, length: number, from: number, to: number): Burst {
  const start = Math.max(from - length + 1, counts.newest - SECONDS_KEPT + 1, 0);
  const end = Math.min(to + length - 1, counts.newest);
  let errors = 0;
  let best: Burst = { errors: 0, from: start, to: start };
  for (let second = start; second <= end; second++) {
    errors += counts.errors[second % SECONDS_KEPT] as number;
    const left = second - length;
    if (left >= start) errors -= counts.errors[left % SECONDS_KEPT] as number;
    if (errors > best.errors && second >= from) best = { errors, from: Math.max(start, left + 1), to: second };
  }
  return best;
}
