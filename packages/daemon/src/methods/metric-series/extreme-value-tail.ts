// The method: docs/methods/extreme-value-tail.md
import { short } from "./rounding.ts";

/**
 * The probability of newness. Beyond {@link TAIL_THRESHOLD} newness decreases exponentially (peaks over threshold,
 * Siffer et al. 2017). The parameters start at a prior of healthy series and adapt to the series.
 */
export interface ExtremeValueTail {
  /** The number of values beyond the threshold, and the sum of their excesses. */
  beyond: number;
  excess: number;
}

export const TAIL_THRESHOLD = 0.5;
/** The prior share of values beyond the threshold, and their mean excess. */
const SHARE_BEYOND = 0.001;
const EXCESS_MEAN = 0.2;
/** The weight of the prior, in values and in values beyond. */
const VALUES_WEIGHT = 20_000;
const BEYOND_WEIGHT = 20;
/** The cap of an excess, in means, so that an incident doesn't become usual. */
const EXCESS_TIMES_MAX = 3;

export const createExtremeValueTail = (): ExtremeValueTail => ({ beyond: 0, excess: 0 });

const meanOf = (tail: ExtremeValueTail): number =>
  (tail.excess + EXCESS_MEAN * BEYOND_WEIGHT) / (tail.beyond + BEYOND_WEIGHT);

/** −log10 of the probability of a value at least this new. */
export function rarity(tail: ExtremeValueTail, count: number, newness: number): number {
  const share = (tail.beyond + SHARE_BEYOND * VALUES_WEIGHT) / (count + VALUES_WEIGHT);
  const least = -Math.log10(share);
  if (newness <= TAIL_THRESHOLD) return (least * newness) / TAIL_THRESHOLD;
  return least + (newness - TAIL_THRESHOLD) / meanOf(tail) / Math.LN10;
}

export function learnExcess(tail: ExtremeValueTail, newness: number): void {
  const excess = newness - TAIL_THRESHOLD;
  if (excess <= 0) return;
  tail.excess = short(tail.excess + Math.min(excess, EXCESS_TIMES_MAX * meanOf(tail)));
  tail.beyond++;
}
