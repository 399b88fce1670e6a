// The method: docs/methods/extreme-value-tail.md
import { short } from "./rounding.ts";

/**
 * How rarely a series is as new as it is now. Newness beyond {@link TAIL_THRESHOLD} is taken to fall off exponentially (the
 * peaks-over-threshold method, as Siffer et al. 2017 use it on streams): how often it is passed and by how much on
 * average. Both begin at what healthy series of many kinds show and turn to the series' own, so that one that is wild
 * by nature must be wilder to be news.
 */
export interface ExtremeValueTail {
  /** The number of values beyond the threshold, and the sum of their excesses. */
  beyond: number;
  excess: number;
}

export const TAIL_THRESHOLD = 0.5;
/** The prior: healthy series have one value in a thousand beyond, with this mean excess. */
const SHARE_BEYOND = 0.001;
const EXCESS_MEAN = 0.2;
/** The weight of the prior, in values and in values beyond. */
const VALUES_WEIGHT = 20_000;
const BEYOND_WEIGHT = 20;
/** The cap of one excess, in means: an incident must not become usual. */
const EXCESS_TIMES_MAX = 3;

export const createExtremeValueTail = (): ExtremeValueTail => ({ beyond: 0, excess: 0 });

const meanOf = (tail: ExtremeValueTail): number =>
  (tail.excess + EXCESS_MEAN * BEYOND_WEIGHT) / (tail.beyond + BEYOND_WEIGHT);

/** −log10 of the probability of a value that is at least this new: 3 is one in a thousand. */
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
