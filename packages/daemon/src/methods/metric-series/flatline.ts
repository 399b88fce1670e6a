// The method: docs/methods/flatline.md
import { DAY_MINUTES } from "../../kernel/clock.ts";
import { short } from "./rounding.ts";

export interface Flatline {
  /** The current run of equal values, in minutes and in values. */
  minutes: number;
  values: number;
  longest: number;
  /** The share of recent values equal to the one before. */
  share: number;
}

export const createFlatline = (): Flatline => ({ minutes: 0, values: 0, longest: 0, share: 0 });

/** The least length of a flatline, and its multiple of the longest run before. */
const STUCK_MINUTES_MIN = 60;
const STUCK_VALUES_MIN = 12;
const STUCK_TIMES = 5;
/** Series that mostly repeat values, such as a configured size, are never flat. */
const SHARE_MAX = 0.5;
/** The share of a flatline that counts as a known run, so that the next must be half as long again. */
const STUCK_COUNTED = 1.5 / STUCK_TIMES;
/** Values further apart end a run. */
const STEP_MINUTES_MAX = 60;
export const FLATLINE_MAX = 10_000_000;

const isLong = ({ minutes, values, longest }: Flatline): boolean =>
  minutes >= Math.max(STUCK_MINUTES_MIN, STUCK_TIMES * longest) && values >= STUCK_VALUES_MIN;

export const isStuck = (flatline: Flatline): boolean => flatline.share <= SHARE_MAX && isLong(flatline);

export function acceptFlatline(flatline: Flatline): void {
  flatline.longest = Math.max(flatline.longest, flatline.minutes);
}

interface Step {
  readonly isSame: boolean;
  readonly minutes: number;
  readonly nth: number;
  readonly wasStuck: boolean;
}

export function learnFlatline(flatline: Flatline, { isSame, minutes, nth, wasStuck }: Step): void {
  // A long run counts once.
  if (!(isSame && isLong(flatline)))
    flatline.share = short(flatline.share + ((isSame ? 1 : 0) - flatline.share) / Math.min(nth, DAY_MINUTES));
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
