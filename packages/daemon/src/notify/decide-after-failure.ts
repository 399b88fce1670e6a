import { doubledMs } from "../kernel/back-off.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";

const FIRST_PAUSE_MS = 5 * SECOND_MS;
const PAUSE_MS_MAX = HOUR_MS;
/** Attempts of one message; with the pauses between them about 24 hours. */
export const ATTEMPTS_MAX = 33;
/** The longest `Retry-After` that is honoured. */
const RETRY_AFTER_MS_MAX = HOUR_MS;

/** Consecutive failures that open a channel's circuit. */
export const CIRCUIT_FAILURES = 5;
const CIRCUIT_FIRST_MS = 30 * SECOND_MS;
const CIRCUIT_MS_MAX = 10 * MINUTE_MS;
/** The random share of a pause: messages that failed together are not retried together. */
const JITTER = 0.2;

/** `pausesUntil`: until then nothing is sent through the channel; null where other messages go on. */
export type AfterFailure =
  | { readonly next: "dead"; readonly why: "refused" | "exhausted"; readonly pausesUntil: number | null }
  | { readonly next: "retry"; readonly why: "may_succeed"; readonly at: number; readonly pausesUntil: number | null };

interface Failed {
  readonly again: boolean;
  readonly retryAfterMs?: number | undefined;
  /** How often the message was tried, this time included. */
  readonly attempts: number;
  /** Failures of the channel in a row, this one included. */
  readonly failures: number;
}

/** The next step of a failed message and of its channel. `chance` is random, from 0 to 1. */
export function decideAfterFailure(
  { again, retryAfterMs, attempts, failures }: Failed,
  now: number,
  chance: number,
): AfterFailure {
  const spread = (ms: number): number => Math.round(ms * (1 - JITTER * chance));
  const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MS_MAX);
  const opened =
    failures >= CIRCUIT_FAILURES ? spread(doubledMs(failures - CIRCUIT_FAILURES, CIRCUIT_FIRST_MS, CIRCUIT_MS_MAX)) : 0;
  const pause = Math.max(asked, opened);
  const pausesUntil = pause > 0 ? now + pause : null;
  if (!again) return { next: "dead", why: "refused", pausesUntil };
  if (attempts >= ATTEMPTS_MAX) return { next: "dead", why: "exhausted", pausesUntil };
  const backOff = spread(doubledMs(attempts - 1, FIRST_PAUSE_MS, PAUSE_MS_MAX));
  return { next: "retry", why: "may_succeed", at: now + Math.max(backOff, asked), pausesUntil };
}
