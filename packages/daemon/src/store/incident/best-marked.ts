import { UNMERGED } from "./marks.ts";
import { BLOCK_NUMBERS, type NumberBits } from "./number-bits.ts";
import type { Posting } from "./postings.ts";

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

interface Scored {
  readonly number: number;
  readonly score: number;
}

/** So many times what is wanted is kept before the worst are left out: sorting seldom costs less than always. */
const KEPT_FACTOR = 8;

/**
 * The numbers whose marks have the most points together, and some at least; of equal ones the newest. Only of incidents
 * that aren't merged into another, so that a parent stands for its children.
 */
export function bestMarked(
  blocks: PostingsByBlock,
  points: ReadonlyMap<string, number>,
  without: number,
  most: number,
): number[] {
  let best: Scored[] = [];
  let least = 0;
  const scores = new Float64Array(BLOCK_NUMBERS);
  for (const [block, bitsOf] of blocks) {
    const unmerged = bitsOf.get(UNMERGED);
    const held = [...points].filter(([mark]) => bitsOf.has(mark));
    const mostHere = held.reduce((sum, [, each]) => sum + each, 0);
    if (!unmerged || mostHere <= least) continue;
    scores.fill(0);
    for (const [mark, each] of held) addWhere(bitsOf.get(mark), each, scores);
    for (let offset = BLOCK_NUMBERS - 1; offset >= 0; offset--) {
      const score = scores[offset] as number;
      const number = block * BLOCK_NUMBERS + offset;
      if (score > least && holds(unmerged, offset) && number !== without) best.push({ number, score });
    }
    if (best.length < most * KEPT_FACTOR) continue;
    best = top(best, most);
    least = best.at(-1)?.score ?? 0;
  }
  return top(best, most).map(({ number }) => number);
}

function addWhere(bits: NumberBits | undefined, points: number, scores: Float64Array): void {
  if (!bits) return;
  for (let index = 0; index < bits.length; index++) {
    // From one set bit to the next: most are not.
    for (let left = bits[index] as number; left !== 0; left &= left - 1) {
      const offset = index * 8 + 31 - Math.clz32(left & -left);
      scores[offset] = (scores[offset] as number) + points;
    }
  }
}

const holds = (bits: NumberBits, offset: number): boolean =>
  ((bits[offset >> 3] as number) & (1 << (offset & 7))) !== 0;

const top = (scored: readonly Scored[], most: number): Scored[] =>
  scored.toSorted((one, other) => other.score - one.score || other.number - one.number).slice(0, most);
