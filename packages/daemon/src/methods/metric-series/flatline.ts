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
export const isStuck = (flatline: Flatline): boolean => flatline.share <= SHARE_MAX && isLong(flatline);

/** Accepts the current run as usual. */
export function acceptFlatline(flatline: Flatline): void {
  flatline.longest = Math.max(flatline.longest, flatline.minutes);
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

export function learnFlatline(flatline: Flatline, { isSame, minutes, nth, wasStuck }: Step): void {
  // A long run counts once, however many values it has.
  if (!(isSame && isLong(flatline)))
    flatline.share = short(flatline.share + ((isSame ? 1 : 0) - flatline.share) / Math.min(nth, SHARE_MEMORY));
  if (isSame && minutes <= STEP_MINUTES_MAX) {
    flatline.minutes = Math.min(flatline.minutes + minutes, FLATLINE_MAX);
    flatline.values = Math.min(flatline.values + 1, FLATLINE_MAX);
    return;
  }
  if (wasStuck) flatline.longest = Math.max(flatline.longest, Math.round(STUCK_COUNTED * flatline.minutes));
  else acceptFlatline(flatline);
  flatline.minutes = 0;
  flatline.values = 1;
}
