import { short } from "./short.ts";

/**
 * How rarely a series is as new as it is now. Newness beyond {@link BEYOND} is taken to fall off exponentially (the
 * peaks-over-threshold method, as Siffer et al. 2017 use it on streams): how often it is passed and by how much on
 * average. Both begin at what healthy series of many kinds show and turn to the series' own, so that one that is wild
 * by nature must be wilder to be news.
 */
export interface Tail {
  /** Values that were beyond, and by how much in all. */
  beyond: number;
  excess: number;
}

export const BEYOND = 0.5;
/** What healthy series show: one value in a thousand beyond, by so much on average. */
const SHARE_BEYOND = 0.001;
const EXCESS_MEAN = 0.2;
/** Values, and values beyond, that a series must show for its own figures to weigh as much. */
const VALUES_WEIGHT = 20_000;
const BEYOND_WEIGHT = 20;
/** A single excess counts as at most so many times the mean: an incident is not the new usual. */
const EXCESS_TIMES_MAX = 3;

export const createTail = (): Tail => ({ beyond: 0, excess: 0 });

const meanOf = (tail: Tail): number => (tail.excess + EXCESS_MEAN * BEYOND_WEIGHT) / (tail.beyond + BEYOND_WEIGHT);

/** The chance of a value that is at least so new, as a negative power of ten: 3 is one in a thousand. */
export function rarity(tail: Tail, count: number, newness: number): number {
  const share = (tail.beyond + SHARE_BEYOND * VALUES_WEIGHT) / (count + VALUES_WEIGHT);
  const least = -Math.log10(share);
  if (newness <= BEYOND) return (least * newness) / BEYOND;
  return least + (newness - BEYOND) / meanOf(tail) / Math.LN10;
}

export function learnNewness(tail: Tail, newness: number): void {
  const excess = newness - BEYOND;
  if (excess <= 0) return;
  tail.excess = short(tail.excess + Math.min(excess, EXCESS_TIMES_MAX * meanOf(tail)));
  tail.beyond++;
}
