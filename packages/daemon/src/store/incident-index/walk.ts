import type { EntityManager } from "typeorm";
import { readLastNumber } from "./numbers-since.ts";
import { blockOf, countBits, keepCommon, type NumberBits, numbersOf } from "./posting-block.ts";
import { readPostings } from "./posting-lists.ts";

/** Numbers wanted from one walk, newest first; several lanes are filled side by side. */
export interface Lane {
  /** Besides the marks of the walk. */
  readonly mark?: string;
  /** Only numbers below it. */
  readonly below: number;
  readonly found: number[];
}

export interface Walk {
  readonly organizationId: string;
  /** At least one; those first that are likely to be rare. */
  readonly marks: readonly string[];
  /** In the order in which they make up the page. */
  readonly lanes: readonly Lane[];
  /** Numbers for the page. */
  readonly most: number;
  /** How far matches are counted; 0 where nobody asks. */
  readonly countMost: number;
}

/** Blocks looked at in one step: few at first, since most pages end there. */
const BLOCKS_FIRST = 4;
const BLOCKS_GROWTH = 4;
const BLOCKS_MAX = 256;
/** A step reads so many postings at once, or two marks: where those never meet, the others are not read. */
const POSTINGS_AT_ONCE = 256;
const MARKS_AT_ONCE_MIN = 2;

/**
 * Fills the lanes, and answers how many match, over `countMost` where counting stopped. Reads at most a row
 * for each mark and block, whichever marks are frequent and whether they ever come together.
 */
export async function walkIncidents(reader: EntityManager, walk: Walk): Promise<number> {
  const cursorBlock = blockOf(Math.max(...walk.lanes.map(({ below }) => below)));
  let count = 0;
  let size = BLOCKS_FIRST;
  let last = await lastBlock(reader, walk.organizationId);
  for (;;) {
    const counting = count < walk.countMost;
    if (!counting) last = Math.min(last, cursorBlock);
    if (last < 0 || (!counting && openLanes(walk).length === 0)) return count;
    const first = Math.max(0, last - size + 1);
    const blocks = Array.from({ length: last - first + 1 }, (_, index) => last - index);
    const matches = await matching(reader, walk, blocks);
    for (const bits of matches.values()) count += countBits(bits);
    await fillLanes(reader, walk, matches);
    last = first - 1;
    size = Math.min(size * BLOCKS_GROWTH, BLOCKS_MAX);
  }
}

async function lastBlock(reader: EntityManager, organizationId: string): Promise<number> {
  return blockOf((await readLastNumber(reader, organizationId)) ?? -1);
}

/** Lanes that still take numbers: a full one leaves no room on the page for those behind it. */
function openLanes({ lanes, most }: Walk): readonly Lane[] {
  const full = lanes.findIndex(({ found }) => found.length >= most);
  return full < 0 ? lanes : lanes.slice(0, full);
}

/** By block, newest first. */
type Matches = ReadonlyMap<number, NumberBits>;

/** What carries all marks of the walk; blocks without any are left out. */
async function matching(reader: EntityManager, walk: Walk, blocks: readonly number[]): Promise<Matches> {
  const atOnce = Math.max(MARKS_AT_ONCE_MIN, Math.floor(POSTINGS_AT_ONCE / blocks.length));
  let matches: Matches | undefined;
  for (let start = 0; start < walk.marks.length; start += atOnce) {
    const left: readonly number[] = matches ? [...matches.keys()] : blocks;
    if (left.length === 0) break;
    const marks = walk.marks.slice(start, start + atOnce);
    const bitsOf = await readBits(reader, walk.organizationId, marks, left);
    matches = narrowed(matches, left, marks, bitsOf);
  }
  return matches ?? new Map();
}

type BitsOf = ReadonlyMap<string, Matches>;

async function readBits(
  reader: EntityManager,
  organizationId: string,
  marks: readonly string[],
  blocks: readonly number[],
): Promise<BitsOf> {
  const bitsOf = new Map(marks.map((mark) => [mark, new Map<number, NumberBits>()]));
  for (const { mark, block, bits } of await readPostings(reader, organizationId, marks, blocks)) {
    bitsOf.get(mark)?.set(block, bits);
  }
  return bitsOf;
}

/** Writes into the bits that it is given, which nobody else holds. */
function narrowed(
  matches: Matches | undefined,
  blocks: readonly number[],
  marks: readonly string[],
  bitsOf: BitsOf,
): Matches {
  const left = new Map<number, NumberBits>();
  for (const block of blocks) {
    const [own, ...others] = [...(matches ? [matches] : []), ...marks.map((mark) => bitsOf.get(mark))].map((each) =>
      each?.get(block),
    );
    if (own && others.every((bits) => bits && keepCommon(own, bits))) left.set(block, own);
  }
  return left;
}

async function fillLanes(reader: EntityManager, walk: Walk, matches: Matches): Promise<void> {
  const lanes = openLanes(walk);
  const wanted = [...matches.keys()].filter((block) => lanes.some(({ below }) => block <= blockOf(below)));
  const marks = lanes.flatMap(({ mark }) => (mark === undefined ? [] : [mark]));
  if (wanted.length === 0) return;
  const bitsOf: BitsOf = marks.length === 0 ? new Map() : await readBits(reader, walk.organizationId, marks, wanted);
  for (const block of wanted) {
    const all = matches.get(block) as NumberBits;
    for (const lane of lanes) {
      const own = lane.mark === undefined ? all : bitsOf.get(lane.mark)?.get(block);
      if (own && (own === all || keepCommon(own, all))) fill(lane, own, block, walk.most);
    }
  }
}

function fill(lane: Lane, bits: NumberBits, block: number, most: number): void {
  if (lane.found.length >= most || block > blockOf(lane.below)) return;
  for (const number of numbersOf(bits, block)) {
    if (number >= lane.below) continue;
    lane.found.push(number);
    if (lane.found.length >= most) return;
  }
}
