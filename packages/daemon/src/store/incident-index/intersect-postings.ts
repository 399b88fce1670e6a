import type { EntityManager } from "typeorm";
import { type Bitmap, blockOf, cardinality, intersectInto, numbersDescending } from "./bitmap.ts";
import { readLastNumber } from "./numbers-since.ts";
import { readPostings } from "./posting-lists.ts";

/** A part of the page, newest first. Several lists are filled by one intersection. */
export interface ResultList {
  /** A term in addition to those of the query. */
  readonly term?: string;
  /** The exclusive upper bound of its numbers. */
  readonly below: number;
  readonly found: number[];
}

export interface PostingQuery {
  readonly organizationId: string;
  /** At least one; likely rare ones first. */
  readonly terms: readonly string[];
  /** In the order of the page. */
  readonly lists: readonly ResultList[];
  /** The numbers of a page. */
  readonly limit: number;
  /** Matches are counted up to this number; 0 counts none. */
  readonly countLimit: number;
}

/** Blocks of one step: few at first, since most pages end there. */
const BLOCKS_FIRST = 4;
const BLOCKS_GROWTH = 4;
const BLOCKS_MAX = 256;
/** Posting blocks read at once. At least two terms are read: if they never meet, the others are not needed. */
const POSTINGS_AT_ONCE = 256;
const MARKS_AT_ONCE_MIN = 2;

/**
 * Fills the lists. Returns the number of matches, which exceeds `countLimit` if isCounting stopped. Reads at most one row
 * for each term and block, even if frequent terms never occur together.
 */
export async function intersectPostings(reader: EntityManager, query: PostingQuery): Promise<number> {
  const cursorBlock = blockOf(Math.max(...query.lists.map(({ below }) => below)));
  let count = 0;
  let size = BLOCKS_FIRST;
  let last = await lastBlock(reader, query.organizationId);
  for (;;) {
    const isCounting = count < query.countLimit;
    if (!isCounting) last = Math.min(last, cursorBlock);
    if (last < 0 || (!isCounting && openLists(query).length === 0)) return count;
    const first = Math.max(0, last - size + 1);
    const blocks = Array.from({ length: last - first + 1 }, (_, index) => last - index);
    const matches = await matchBlocks(reader, query, blocks);
    for (const bits of matches.values()) count += cardinality(bits);
    await fillLists(reader, query, matches);
    last = first - 1;
    size = Math.min(size * BLOCKS_GROWTH, BLOCKS_MAX);
  }
}

async function lastBlock(reader: EntityManager, organizationId: string): Promise<number> {
  return blockOf((await readLastNumber(reader, organizationId)) ?? -1);
}

/** Lists that still take numbers: a full list fills the page before those behind it. */
function openLists({ lists, limit }: PostingQuery): readonly ResultList[] {
  const full = lists.findIndex(({ found }) => found.length >= limit);
  return full < 0 ? lists : lists.slice(0, full);
}

/** By block, newest first. */
type Matches = ReadonlyMap<number, Bitmap>;

/** The incidents that have all terms of the query, without empty blocks. */
async function matchBlocks(reader: EntityManager, query: PostingQuery, blocks: readonly number[]): Promise<Matches> {
  const atOnce = Math.max(MARKS_AT_ONCE_MIN, Math.floor(POSTINGS_AT_ONCE / blocks.length));
  let matches: Matches | undefined;
  for (let start = 0; start < query.terms.length; start += atOnce) {
    const left: readonly number[] = matches ? [...matches.keys()] : blocks;
    if (left.length === 0) break;
    const terms = query.terms.slice(start, start + atOnce);
    const bitmaps = await readBitmaps(reader, query.organizationId, terms, left);
    matches = intersectBlocks(matches, left, terms, bitmaps);
  }
  return matches ?? new Map();
}

type BitmapsByTerm = ReadonlyMap<string, Matches>;

async function readBitmaps(
  reader: EntityManager,
  organizationId: string,
  terms: readonly string[],
  blocks: readonly number[],
): Promise<BitmapsByTerm> {
  const bitmaps = new Map(terms.map((term) => [term, new Map<number, Bitmap>()]));
  for (const { term, block, bits } of await readPostings(reader, organizationId, terms, blocks)) {
    bitmaps.get(term)?.set(block, bits);
  }
  return bitmaps;
}

/** Changes the bitmaps that it is given. */
function intersectBlocks(
  matches: Matches | undefined,
  blocks: readonly number[],
  terms: readonly string[],
  bitmaps: BitmapsByTerm,
): Matches {
  const left = new Map<number, Bitmap>();
  for (const block of blocks) {
    const [own, ...others] = [...(matches ? [matches] : []), ...terms.map((term) => bitmaps.get(term))].map((each) =>
      each?.get(block),
    );
    if (own && others.every((bits) => bits && intersectInto(own, bits))) left.set(block, own);
  }
  return left;
}

async function fillLists(reader: EntityManager, query: PostingQuery, matches: Matches): Promise<void> {
  const lists = openLists(query);
  const wanted = [...matches.keys()].filter((block) => lists.some(({ below }) => block <= blockOf(below)));
  const terms = lists.flatMap(({ term }) => (term === undefined ? [] : [term]));
  if (wanted.length === 0) return;
  const bitmaps: BitmapsByTerm =
    terms.length === 0 ? new Map() : await readBitmaps(reader, query.organizationId, terms, wanted);
  for (const block of wanted) {
    const all = matches.get(block) as Bitmap;
    for (const list of lists) {
      const own = list.term === undefined ? all : bitmaps.get(list.term)?.get(block);
      if (own && (own === all || intersectInto(own, all))) fill(list, own, block, query.limit);
    }
  }
}

function fill(list: ResultList, bits: Bitmap, block: number, most: number): void {
  if (list.found.length >= most || block > blockOf(list.below)) return;
  for (const number of numbersDescending(bits, block)) {
    if (number >= list.below) continue;
    list.found.push(number);
    if (list.found.length >= most) return;
  }
}
