import { short } from "./short.ts";

/**
 * How long a gauge has said the very same, for lines that go flat: a sensor, an exporter or a cache that hands out its
 * last value goes on speaking and measures nothing any more.
 */
export interface Still {
  /** Since the first of the values that are alike, in minutes, and how many they are. */
  minutes: number;
  values: number;
  /** The longest that it stayed the same before, in minutes. */
  longest: number;
  /** The share of values, of late, that were the same as the one before. */
  share: number;
}

export const createStill = (): Still => ({ minutes: 0, values: 0, longest: 0, share: 0 });

/** Stuck: the same for an hour and a dozen values at least, and for so many times the longest that was known. */
const STUCK_MINUTES_MIN = 60;
const STUCK_VALUES_MIN = 12;
const STUCK_TIMES = 5;
/** What mostly says the same (a size that is set, replicas, what rests at night) isn't stuck when it does. */
const SHARE_MAX = 0.5;
const SHARE_MEMORY = 1440;
/** Values further apart don't make a line: what lay between is unknown. */
const STEP_MINUTES_MAX = 60;
export const STILL_MAX = 10_000_000;

const isLong = ({ minutes, values, longest }: Still): boolean =>
  minutes >= Math.max(STUCK_MINUTES_MIN, STUCK_TIMES * longest) && values >= STUCK_VALUES_MIN;

/** Nothing is what rests, not what is stuck. `value`: what it says. */
export const isStuck = (still: Still, value: number): boolean =>
  value !== 0 && still.share <= SHARE_MAX && isLong(still);

/** So long is usual from now on. */
export function acceptStill(still: Still): void {
  still.longest = Math.max(still.longest, still.minutes);
}

/** Takes note of whether a value, so many minutes after the last one, says the same. */
export function learnStill(still: Still, isSame: boolean, step: number): void {
  still.share = short(still.share + ((isSame ? 1 : 0) - still.share) / SHARE_MEMORY);
  if (isSame && step <= STEP_MINUTES_MAX) {
    still.minutes = Math.min(still.minutes + step, STILL_MAX);
    still.values = Math.min(still.values + 1, STILL_MAX);
    return;
  }
  acceptStill(still);
  still.minutes = 0;
  still.values = 1;
}
