import { short } from "./rounding.ts";

/**
 * How rarely a series is as new as it is now. Newness beyond {@link TAIL_THRESHOLD} is taken to fall off exponentially (the
 * peaks-over-threshold method, as Siffer et al. 2017 use it on streams): how often it is passed and by how much on
 * average. Both begin at what healthy series of many kinds show and turn to the series' own, so that one that is wild
 * by nature must be wilder to be news.
 */
export interface ExtremeValueTail {
  /** Values that were beyond, and by how much in all. */
  beyond: number;
  excess: number;
}

export const TAIL_THRESHOLD = 0.5;
/** What healthy series show: one value in a thousand beyond, by so much on average. */
const SHARE_BEYOND = 0.001;
const EXCESS_MEAN = 0.2;
/** Values, and values beyond, that a series must show for its own figures to weigh as much. */
const VALUES_WEIGHT = 20_000;
const BEYOND_WEIGHT = 20;
/** A single excess counts as at most so many times the mean: an incident is not the new usual. */
const EXCESS_TIMES_MAX = 3;

export const createExtremeValueTail = (): ExtremeValueTail => ({ beyond: 0, excess: 0 });

const meanOf = (tail: ExtremeValueTail): number =>
  (tail.excess + EXCESS_MEAN * BEYOND_WEIGHT) / (tail.beyond + BEYOND_WEIGHT);

/** The chance of a value that is at least so new, as a negative power of ten: 3 is one in a thousand. */
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
