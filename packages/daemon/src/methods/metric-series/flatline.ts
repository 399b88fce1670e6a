// The method: docs/methods/flatline.md
import { short } from "./rounding.ts";

/** The state that finds a gauge which repeats its last value and measures nothing any more. */
export interface Flatline {
  /** The duration of the current run of equal values in minutes, and its number of values. */
  minutes: number;
  values: number;
  /** The longest run before, in minutes. */
  longest: number;
  /** The share of recent values that equal their predecessor. */
  share: number;
}

export const createFlatline = (): Flatline => ({ minutes: 0, values: 0, longest: 0, share: 0 });

/** A run is a flatline from this length on, and from a multiple of the longest run before. */
const STUCK_MINUTES_MIN = 60;
const STUCK_VALUES_MIN = 12;
const STUCK_TIMES = 5;
/** Series that mostly repeat values (a configured size, replicas) are never flat. */
const SHARE_MAX = 0.5;
const SHARE_MEMORY = 1440;
/** The share of a flatline that counts as a known run: the next one must last half as long again, not five times. */
const STUCK_COUNTED = 1.5 / STUCK_TIMES;
/** Values further apart end a run, since the values between are unknown. */
const STEP_MINUTES_MAX = 60;
export const FLATLINE_MAX = 10_000_000;

const isLong = ({ minutes, values, longest }: Flatline): boolean =>
  minutes >= Math.max(STUCK_MINUTES_MIN, STUCK_TIMES * longest) && values >= STUCK_VALUES_MIN;

/** True if a series that usually moves has been constant for far longer than ever. */
export const isStuck = (still: Flatline): boolean => still.share <= SHARE_MAX && isLong(still);

/** Accepts the current run as usual. */
export function acceptFlatline(still: Flatline): void {
  still.longest = Math.max(still.longest, still.minutes);
}

/** One value compared with its predecessor, `minutes` before it. */
interface Step {
  readonly isSame: boolean;
  readonly minutes: number;
  /** The number of steps, this one included. */
  readonly nth: number;
  /** Whether the series was flat until this value. */
  readonly wasStuck: boolean;
}

export function learnFlatline(still: Flatline, { isSame, minutes, nth, wasStuck }: Step): void {
  // A long run counts once, however many values it has.
  if (!(isSame && isLong(still)))
    still.share = short(still.share + ((isSame ? 1 : 0) - still.share) / Math.min(nth, SHARE_MEMORY));
  if (isSame && minutes <= STEP_MINUTES_MAX) {
    still.minutes = Math.min(still.minutes + minutes, FLATLINE_MAX);
    still.values = Math.min(still.values + 1, FLATLINE_MAX);
    return;
  }
  if (wasStuck) still.longest = Math.max(still.longest, Math.round(STUCK_COUNTED * still.minutes));
  else acceptFlatline(still);
  still.minutes = 0;
  still.values = 1;
}
