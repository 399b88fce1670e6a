import { type Bitmap, BLOCK_NUMBERS, emptyBitmap, intersectInto, numbersDescending, uniteInto } from "./bitmap.ts";
import { UNMERGED } from "./incident-terms.ts";
import type { PostingBlock } from "./posting-lists.ts";

/** By block and term; the newest block first. */
export type PostingsByBlock = ReadonlyMap<number, ReadonlyMap<string, Bitmap>>;

export function groupByBlock(postings: readonly PostingBlock[]): PostingsByBlock {
  const blocks = new Map<number, Map<string, Bitmap>>();
  for (const { term, block, bits } of postings) {
    const bitsOf = blocks.get(block) ?? new Map<string, Bitmap>();
    blocks.set(block, bitsOf.set(term, bits));
  }
  return new Map([...blocks].sort(([one], [other]) => other - one));
}

interface WeightedPostings {
  readonly bits: Bitmap;
  readonly weight: number;
}

interface Scored {
  readonly number: number;
  readonly score: number;
}

/** Candidates kept, as a multiple of the limit, before the lowest are dropped: sorting is rare. */
const KEPT_FACTOR = 3;

/**
 * The numbers with the highest sum of term weights, the newest first where sums are equal. Merged incidents are left out,
 * so that a parent stands for its children. Incidents that have only terms whose weights together don't exceed the lowest
 * score kept so far are skipped (MaxScore, Turtle and Flood 1995).
 */
export function topMatches(
  blocks: PostingsByBlock,
  points: ReadonlyMap<string, number>,
  without: number,
  most: number,
): number[] {
  const terms = [...points].sort(([, one], [, other]) => other - one);
  let best: Scored[] = [];
  let least = 0;
  for (const [block, bitsOf] of blocks) {
    const unmerged = bitsOf.get(UNMERGED);
    const held = terms.flatMap(([term, each]): WeightedPostings[] => {
      const bits = bitsOf.get(term);
      return bits ? [{ bits, weight: each }] : [];
    });
    const candidates = emptyBitmap();
    for (const { bits } of essentialPostings(held, least)) uniteInto(candidates, bits);
    if (!unmerged || !intersectInto(candidates, unmerged)) continue;
    for (const number of numbersDescending(candidates, block)) {
      const score = scoreOf(held, number);
      if (score > least && number !== without) best.push({ number, score });
    }
    if (best.length < most * KEPT_FACTOR) continue;
    best = top(best, most);
    least = best.at(-1)?.score ?? 0;
  }
  return top(best, most).map(({ number }) => number);
}

/** Without the last ones whose weights together don't exceed `least`. */
function essentialPostings(held: readonly WeightedPostings[], least: number): readonly WeightedPostings[] {
  let end = held.length;
  let left = 0;
  while (end > 0) {
    left += held[end - 1]?.weight ?? 0;
    if (left > least) break;
    end--;
  }
  return held.slice(0, end);
}

function scoreOf(held: readonly WeightedPostings[], number: number): number {
  const offset = number % BLOCK_NUMBERS;
  let score = 0;
  for (const { bits, weight } of held) {
    if (((bits[offset >> 3] as number) >> (offset & 7)) & 1) score += weight;
  }
  return score;
}

const top = (scored: readonly Scored[], most: number): Scored[] =>
  scored.toSorted((one, other) => other.score - one.score || other.number - one.number).slice(0, most);
