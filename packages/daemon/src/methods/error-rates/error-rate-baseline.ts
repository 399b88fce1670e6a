// The method: docs/methods/error-rate-baseline.md
import { isHeldMinute, MINUTES_KEPT, type MinuteCounts, PAST_MINUTES } from "./minute-counts.ts";

/** The logs and errors of the hour before an evaluation, without unusual minutes. */
export interface ErrorRateBaseline {
  readonly minutes: number;
  readonly logs: number;
  readonly errors: number;
  /** The dispersion of errors by minute relative to a binomial distribution; at least 1. */
  readonly dispersion: number;
}

export const PAST_MINUTES_MIN = 10;

/** The baseline of the hour that ends with the minute `before`, as far as the service sent logs. */
export function errorRateBaselineBefore(counts: MinuteCounts, before: number): ErrorRateBaseline {
  let minutes = 0;
  let logs = 0;
  let errors = 0;
  const from = Math.max(before - PAST_MINUTES, counts.first);
  for (let minute = from; minute < before; minute++) {
    const slot = minute % MINUTES_KEPT;
    if (!isHeldMinute(counts, minute) || counts.unusual[slot] === 1) continue;
    minutes++;
    logs += counts.logs[slot] as number;
    errors += counts.errors[slot] as number;
  }
  return { minutes, logs, errors, dispersion: dispersionOf(counts, from, before, logs, errors) };
}

function dispersionOf(counts: MinuteCounts, from: number, before: number, logs: number, errors: number): number {
  if (errors === 0 || errors === logs) return 1;
  const share = errors / logs;
  let sum = 0;
  let used = 0;
  for (let minute = from; minute < before; minute++) {
    const slot = minute % MINUTES_KEPT;
    if (!isHeldMinute(counts, minute) || counts.unusual[slot] === 1) continue;
    const of = counts.logs[slot] as number;
    if (of === 0) continue;
    sum += ((counts.errors[slot] as number) - of * share) ** 2 / (of * share * (1 - share));
    used++;
  }
  return used < 2 ? 1 : Math.max(1, sum / (used - 1));
}

export const shareOf = (sum: { readonly logs: number; readonly errors: number }): number =>
  sum.logs === 0 ? 0 : sum.errors / sum.logs;

/** The z-score of a share of errors against the baseline. */
export function errorShareZScore(
  past: ErrorRateBaseline,
  recent: { readonly logs: number; readonly errors: number },
): number {
  if (recent.logs === 0 || past.logs === 0) return 0;
  // Half an error more keeps the score finite for a baseline without errors.
  const usual = (past.errors + 0.5) / (past.logs + 1);
  const variance = usual * (1 - usual) * (1 / recent.logs + 1 / past.logs) * past.dispersion;
  return variance <= 0 ? 0 : (shareOf(recent) - usual) / Math.sqrt(variance);
}

/** The z-score of a number of errors against the baseline. */
export function errorCountZScore(past: ErrorRateBaseline, errors: number, minutes: number): number {
  if (past.minutes === 0) return 0;
  const expected = (past.errors / past.minutes) * minutes;
  const variance = Math.max(expected, 1) * (1 + minutes / past.minutes) * past.dispersion;
  return (errors - expected) / Math.sqrt(variance);
}
