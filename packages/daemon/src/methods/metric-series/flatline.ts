import { short } from "./rounding.ts";

/**
 * How long a gauge has said the very same, for lines that go flat: a sensor, an exporter or a cache that hands out its
 * last value goes on speaking and measures nothing any more.
 */
export interface Flatline {
  /** Since the first of the values that are alike, in minutes, and how many they are. */
  minutes: number;
  values: number;
  /** The longest that it stayed the same before, in minutes. */
  longest: number;
  /** The share of values, of late, that were the same as the one before. */
  share: number;
}

export const createFlatline = (): Flatline => ({ minutes: 0, values: 0, longest: 0, share: 0 });

/** Stuck: the same for an hour and a dozen values at least, and for so many times the longest that was known. */
const STUCK_MINUTES_MIN = 60;
const STUCK_VALUES_MIN = 12;
const STUCK_TIMES = 5;
/** What mostly says the same (a size that is set, replicas, what rests at night) isn't stuck when it does. */
const SHARE_MAX = 0.5;
const SHARE_MEMORY = 1440;
/** Of a time that it was stuck so much counts: the next one must last half as long again, but not five times as long. */
const STUCK_COUNTED = 1.5 / STUCK_TIMES;
/** Values further apart don't make a line: what lay between is unknown. */
const STEP_MINUTES_MAX = 60;
export const FLATLINE_MAX = 10_000_000;

const isLong = ({ minutes, values, longest }: Flatline): boolean =>
  minutes >= Math.max(STUCK_MINUTES_MIN, STUCK_TIMES * longest) && values >= STUCK_VALUES_MIN;

/** Whether what moves usually stays the same for far longer than ever. */
export const isStuck = (still: Flatline): boolean => still.share <= SHARE_MAX && isLong(still);

/** So long is usual from now on. */
export function acceptFlatline(still: Flatline): void {
  still.longest = Math.max(still.longest, still.minutes);
}

/** What is learned from: whether a value says the same as the last one, so many minutes before it. */
interface Step {
  readonly isSame: boolean;
  readonly minutes: number;
  /** How many steps there were with this one. */
  readonly nth: number;
  /** Until this one it counted as stuck. */
  readonly wasStuck: boolean;
}

export function learnFlatline(still: Flatline, { isSame, minutes, nth, wasStuck }: Step): void {
  // What goes on for so long is one thing, however many values it has.
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
