import type { EntityManager } from "typeorm";
import { inParts } from "../sql/sql-rows.ts";
import { join, query, sql } from "../sql/statement.ts";
import { type Bitmap, blockOf, decodeBitmap, emptyBitmap, encodeBitmap, setBit } from "./bitmap.ts";

/**
 * A part of a term's posting list: the incidents of an organization that have the term, within one block of consecutive
 * numbers. The column of the term is called `mark`.
 */
export interface PostingBlock {
  readonly term: string;
  readonly block: number;
  readonly bits: Bitmap;
}

interface PostingRow {
  readonly term: string;
  readonly block: number;
  readonly numbers: Uint8Array;
}

const toPostingBlock = ({ term, block, numbers }: PostingRow): PostingBlock => ({
  term,
  block,
  bits: decodeBitmap(numbers),
});

/** `blocks` are the newest first. A term without incidents in a block has no row. */
export async function readPostings(
  manager: EntityManager,
  organizationId: string,
  terms: readonly string[],
  blocks: readonly number[],
): Promise<PostingBlock[]> {
  const [last, first] = [blocks[0] as number, blocks.at(-1) as number];
  // Neighbours are one range of the key; scattered blocks are looked up one by one.
  const isScattered = blocks.length * 2 <= last - first;
  const rows = await query<PostingRow>(
    manager,
    sql`select mark as term, block, numbers from incident_posting
        where organization_id = ${organizationId} and mark in (${join(terms)})
          and ${isScattered ? sql`block in (${join(blocks)})` : sql`block >= ${first} and block <= ${last}`}`,
  );
  const wanted = new Set(blocks);
  return rows.filter(({ block }) => wanted.has(block)).map(toPostingBlock);
}

/** Overwrites blocks, and deletes the empty ones. */
async function writePostings(
  transaction: EntityManager,
  organizationId: string,
  postings: readonly PostingBlock[],
): Promise<void> {
  const encoded = postings.map(({ term, block, bits }) => ({ term, block, numbers: encodeBitmap(bits) }));
  for (const part of inParts(encoded.filter(({ numbers }) => numbers !== undefined))) {
    await query(
      transaction,
      sql`insert into incident_posting (organization_id, mark, block, numbers)
          values ${join(part.map(({ term, block, numbers }) => sql`(${organizationId}, ${term}, ${block}, ${numbers})`))}
          on conflict (organization_id, mark, block) do update set numbers = excluded.numbers`,
    );
  }
  for (const { term, block } of encoded.filter(({ numbers }) => numbers === undefined)) {
    await query(
      transaction,
      sql`delete from incident_posting
          where organization_id = ${organizationId} and mark = ${term} and block = ${block}`,
    );
  }
}

interface TermChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Blocks that a transaction has changed and not yet written. Its organization is locked. */
export type PendingPostings = Map<string, PostingBlock>;

/** The incident index of an organization with the changes of one transaction. */
export interface PendingIndex {
  readonly organizationId: string;
  readonly postings: PendingPostings;
}

const keyOf = ({ term, block }: Pick<PostingBlock, "term" | "block">): string => `${block} ${term}`;

export async function changePostings(
  transaction: EntityManager,
  { organizationId, postings }: PendingIndex,
  number: number,
  { added, removed }: TermChange,
): Promise<void> {
  const block = blockOf(number);
  const unread = [...added, ...removed].filter((term) => !postings.has(keyOf({ term, block })));
  for (const terms of inParts(unread)) {
    for (const term of terms) postings.set(keyOf({ term, block }), { term, block, bits: emptyBitmap() });
    for (const stored of await readPostings(transaction, organizationId, terms, [block])) {
      postings.set(keyOf(stored), stored);
    }
  }
  const set = (term: string, isMember: boolean): void =>
    setBit((postings.get(keyOf({ term, block })) as PostingBlock).bits, number, isMember);
  for (const term of added) set(term, true);
  for (const term of removed) set(term, false);
}

/** Like `readPostings`, with the pending changes of the transaction. */
export async function readPendingPostings(
  transaction: EntityManager,
  { organizationId, postings }: PendingIndex,
  terms: readonly string[],
  blocks: readonly number[],
): Promise<PostingBlock[]> {
  const stored = await readPostings(transaction, organizationId, terms, blocks);
  const known = new Map(stored.map((posting) => [keyOf(posting), posting]));
  for (const term of terms) {
    for (const block of blocks) {
      const changed = postings.get(keyOf({ term, block }));
      if (changed) known.set(keyOf(changed), changed);
    }
  }
  return [...known.values()];
}

export async function writePendingPostings(
  transaction: EntityManager,
  organizationId: string,
  postings: PendingPostings,
): Promise<void> {
  await writePostings(transaction, organizationId, [...postings.values()]);
  postings.clear();
}

/** Fills a new index with whole blocks. */
export async function fillPostings(
  transaction: EntityManager,
  organizationId: string,
  indexed: readonly { readonly number: number; readonly terms: readonly string[] }[],
): Promise<void> {
  const blocks = new Map<number, Map<string, Bitmap>>();
  for (const { number, terms } of indexed) {
    const bitmaps = blocks.get(blockOf(number)) ?? new Map<string, Bitmap>();
    blocks.set(blockOf(number), bitmaps);
    for (const term of terms) {
      const bits = bitmaps.get(term) ?? emptyBitmap();
      setBit(bits, number, true);
      bitmaps.set(term, bits);
    }
  }
  for (const [block, bitmaps] of blocks) {
    const postings = [...bitmaps].map(([term, bits]) => ({ term, block, bits }));
    await writePostings(transaction, organizationId, postings);
  }
}
