import { expect } from "chai";
import fc from "fast-check";
import { BLOCK_NUMBERS, blockOf, emptyBitmap, setBit } from "../../src/store/incident-index/bitmap.ts";
import { UNMERGED } from "../../src/store/incident-index/incident-terms.ts";
import type { PostingBlock } from "../../src/store/incident-index/posting-lists.ts";
import { groupByBlock, topMatches } from "../../src/store/incident-index/top-matches.ts";

const NUMBERS = 3 * BLOCK_NUMBERS;
const MARKS = ["rare", "seldom", "often", "common"];

function postingsOf(mark: string, numbers: readonly number[]): PostingBlock[] {
  const blocks = new Map<number, PostingBlock>();
  for (const number of numbers) {
    const block = blockOf(number);
    const posting = blocks.get(block) ?? { term: mark, block, bits: emptyBitmap() };
    setBit(posting.bits, number, true);
    blocks.set(block, posting);
  }
  return [...blocks.values()];
}

/** Of each number, so that some marks are dense. */
const carried = fc.record({
  seed: fc.nat(1000),
  every: fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 9 })),
  points: fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(9)),
  without: fc.nat(NUMBERS),
  most: fc.integer({ min: 1, max: 60 }),
});

describe("The best marked numbers", () => {
  it("are those that adding up every number's points finds, of equal ones the newest", () =>
    fc.assert(
      fc.property(carried, ({ seed, every, points: [rare, seldom, often, common], without, most }) => {
        const all = Array.from({ length: NUMBERS }, (_, number) => number);
        const numbersOf = new Map(
          MARKS.map((mark, index) => [mark, all.filter((number) => (number * 7 + seed) % (every[index] ?? 2) === 0)]),
        );
        const unmerged = all.filter((number) => (number + seed) % 5 !== 0);
        const points = new Map(MARKS.map((mark, index) => [mark, [rare, seldom, often, common][index] ?? 0]));
        const scores = new Map<number, number>();
        for (const [mark, numbers] of numbersOf) {
          for (const number of numbers) scores.set(number, (scores.get(number) ?? 0) + (points.get(mark) ?? 0));
        }
        const plain = unmerged
          .filter((number) => number !== without && (scores.get(number) ?? 0) > 0)
          .sort((one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0) || other - one)
          .slice(0, most);
        const postings = [...numbersOf, [UNMERGED, unmerged] as const].flatMap(([mark, numbers]) =>
          postingsOf(mark, numbers),
        );
        expect(topMatches(groupByBlock(postings), points, without, most)).to.deep.equal(plain);
      }),
      { numRuns: 60 },
    ));
});
