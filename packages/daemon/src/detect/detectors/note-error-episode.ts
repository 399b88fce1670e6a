import { MINUTE_MS } from "../../kernel/clock.ts";
import { type ErrorRateBaseline, errorRateBaselineBefore } from "../../methods/error-rates/error-rate-baseline.ts";
import { markUnusual, minuteOf, RECENT_MINUTES } from "../../methods/error-rates/minute-counts.ts";
import type { ServiceState } from "../state/service-state.ts";

/** Quiet for so long, trouble is over and the past is measured anew (without the minutes of trouble). */
const TROUBLE_QUIET_MS = 15 * MINUTE_MS;
/** Trouble that lasts so long is the new usual. */
const TROUBLE_MS_MAX = 6 * 60 * MINUTE_MS;

/** What is usual for the errors of a service, seen from the minute `before`; while trouble lasts, what was usual before it. */
export function usualErrorRate(state: ServiceState, before: number): ErrorRateBaseline {
  const { trouble } = state;
  if (trouble !== null && state.watermark - trouble.lastAt <= TROUBLE_QUIET_MS) return trouble.past;
  return errorRateBaselineBefore(state.minutes, before);
}

/** Errors are unusual: remembers what was usual, and leaves these minutes out of it. */
export function noteErrorEpisode(state: ServiceState): void {
  const { watermark, trouble } = state;
  const minute = minuteOf(watermark);
  const goesOn = trouble !== null && watermark - trouble.lastAt <= TROUBLE_QUIET_MS;
  if (goesOn && watermark - trouble.since > TROUBLE_MS_MAX) {
    state.trouble = null;
    return;
  }
  const past = goesOn ? trouble.past : errorRateBaselineBefore(state.minutes, minute - RECENT_MINUTES + 1);
  state.trouble = { since: goesOn ? trouble.since : watermark, lastAt: watermark, past };
  markUnusual(state.minutes, minute - RECENT_MINUTES + 1, minute);
}
