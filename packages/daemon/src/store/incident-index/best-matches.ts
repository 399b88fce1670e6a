import { UNMERGED } from "./incident-terms.ts";
import { addBits, BLOCK_NUMBERS, keepCommon, type NumberBits, noBits, numbersOf } from "./posting-block.ts";
import type { Posting } from "./posting-lists.ts";

/** By block and mark; the newest block first. */
export type PostingsByBlock = ReadonlyMap<number, ReadonlyMap<string, NumberBits>>;

export function byBlock(postings: readonly Posting[]): PostingsByBlock {
  const blocks = new Map<number, Map<string, NumberBits>>();
  for (const { mark, block, bits } of postings) {
    const bitsOf = blocks.get(block) ?? new Map<string, NumberBits>();
    blocks.set(block, bitsOf.set(mark, bits));
  }
  return new Map([...blocks].sort(([one], [other]) => other - one));
}

interface Held {
  readonly bits: NumberBits;
  readonly points: number;
}

interface Scored {
  readonly number: number;
  readonly score: number;
}

/** So many times what is wanted is kept before the worst are left out: sorting seldom costs less than always. */
const KEPT_FACTOR = 3;

/**
 * The numbers whose marks have the most points together, and some at least; of equal ones the newest. Only of incidents
 * that aren't merged into another, so that a parent stands for its children. What carries only marks that don't reach
 * the best found so far together isn't looked at, which leaves frequent marks of few points out soon.
 */
export function bestMarked(
  blocks: PostingsByBlock,
  points: ReadonlyMap<string, number>,
  without: number,
  most: number,
): number[] {
  const marks = [...points].sort(([, one], [, other]) => other - one);
  let best: Scored[] = [];
  let least = 0;
  for (const [block, bitsOf] of blocks) {
    const unmerged = bitsOf.get(UNMERGED);
    const held = marks.flatMap(([mark, each]): Held[] => {
      const bits = bitsOf.get(mark);
      return bits ? [{ bits, points: each }] : [];
    });
    const promising = noBits();
    for (const { bits } of promisingOf(held, least)) addBits(promising, bits);
    if (!unmerged || !keepCommon(promising, unmerged)) continue;
    for (const number of numbersOf(promising, block)) {
      const score = scoreOf(held, number);
      if (score > least && number !== without) best.push({ number, score });
    }
    if (best.length < most * KEPT_FACTOR) continue;
    best = top(best, most);
    least = best.at(-1)?.score ?? 0;
  }
  return top(best, most).map(({ number }) => number);
}

/** Without those last ones that have no more than `least` together. */
function promisingOf(held: readonly Held[], least: number): readonly Held[] {
  let end = held.length;
  let left = 0;
  while (end > 0) {
    left += held[end - 1]?.points ?? 0;
    if (left > least) break;
    end--;
  }
  return held.slice(0, end);
}

function scoreOf(held: readonly Held[], number: number): number {
  const offset = number % BLOCK_NUMBERS;
  let score = 0;
  for (const { bits, points } of held) {
    if (((bits[offset >> 3] as number) >> (offset & 7)) & 1) score += points;
  }
  return score;
}

const top = (scored: readonly Scored[], most: number): Scored[] =>
  scored.toSorted((one, other) => other.score - one.score || other.number - one.number).slice(0, most);
