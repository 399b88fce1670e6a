import { MINUTE_MS } from "../../kernel/clock.ts";
import { markUnusual, minuteOf } from "../counts.ts";
import { RECENT_MINUTES } from "../limits.ts";
import { type Past, pastBefore } from "../past.ts";
import type { ServiceState } from "../service-state.ts";

/** Quiet for so long, trouble is over and the past is measured anew (without the minutes of trouble). */
const TROUBLE_QUIET_MS = 15 * MINUTE_MS;
/** Trouble that lasts so long is the new usual. */
const TROUBLE_MS_MAX = 6 * 60 * MINUTE_MS;

/** What is usual for the errors of a service, seen from the minute `before`; while trouble lasts, what was usual before it. */
export function usualPast(state: ServiceState, before: number): Past {
  const { trouble } = state;
  if (trouble !== null && state.watermark - trouble.lastAt <= TROUBLE_QUIET_MS) return trouble.past;
  return pastBefore(state.minutes, before);
}

/** Errors are unusual: remembers what was usual, and leaves these minutes out of it. */
export function noteTrouble(state: ServiceState): void {
  const { watermark, trouble } = state;
  const minute = minuteOf(watermark);
  const goesOn = trouble !== null && watermark - trouble.lastAt <= TROUBLE_QUIET_MS;
  if (goesOn && watermark - trouble.since > TROUBLE_MS_MAX) {
    state.trouble = null;
    return;
  }
  const past = goesOn ? trouble.past : pastBefore(state.minutes, minute - RECENT_MINUTES + 1);
  state.trouble = { since: goesOn ? trouble.since : watermark, lastAt: watermark, past };
  markUnusual(state.minutes, minute - RECENT_MINUTES + 1, minute);
}
