import type { EntityManager } from "typeorm";
import { inParts, place } from "../sql/sql-rows.ts";
import { query, sql } from "../sql/statement.ts";
import { blockOf, type NumberBits, noBits, packBits, setBit, unpackBits } from "./posting-block.ts";

/**
 * Which incidents of an organization carry a mark (`incident-marks.ts`), by their number and in blocks of
 * consecutive ones. Few rows answer any combination of marks, however many incidents there are.
 */
export interface Posting {
  readonly mark: string;
  readonly block: number;
  readonly bits: NumberBits;
}

interface PostingRow {
  readonly mark: string;
  readonly block: number | string;
  readonly numbers: Uint8Array;
}

const toPosting = ({ mark, block, numbers }: PostingRow): Posting => ({
  mark,
  block: Number(block),
  bits: unpackBits(numbers),
});

const questionMarks = (values: readonly unknown[]): string => values.map(() => "?").join(", ");

/** Of these blocks and no others, which are given newest first. A mark that nothing in a block carries is left out. */
export async function readPostings(
  manager: EntityManager,
  organizationId: string,
  marks: readonly string[],
  blocks: readonly number[],
): Promise<Posting[]> {
  const [last, first] = [blocks[0] as number, blocks.at(-1) as number];
  // Neighbours are read in one go; scattered ones are looked up one by one.
  const scattered = blocks.length * 2 <= last - first;
  const sql = `select mark, block, numbers from incident_posting
    where organization_id = ? and mark in (${questionMarks(marks)})
      and ${scattered ? `block in (${questionMarks(blocks)})` : "block >= ? and block <= ?"}`;
  const parameters = [organizationId, ...marks, ...(scattered ? blocks : [first, last])];
  const rows = (await manager.query(place(manager, sql), parameters)) as PostingRow[];
  const wanted = new Set(blocks);
  return rows.filter(({ block }) => wanted.has(Number(block))).map(toPosting);
}

/** Overwrites; the empty ones go. */
async function writePostings(
  transaction: EntityManager,
  organizationId: string,
  postings: readonly Posting[],
): Promise<void> {
  const packed = postings.map(({ mark, block, bits }) => ({ mark, block, numbers: packBits(bits) }));
  for (const part of inParts(packed.filter(({ numbers }) => numbers !== undefined))) {
    await transaction.query(
      place(
        transaction,
        `insert into incident_posting (organization_id, mark, block, numbers)
         values ${part.map(() => "(?, ?, ?, ?)").join(", ")}
         on conflict (organization_id, mark, block) do update set numbers = excluded.numbers`,
      ),
      part.flatMap(({ mark, block, numbers }) => [organizationId, mark, block, numbers]),
    );
  }
  for (const { mark, block } of packed.filter(({ numbers }) => numbers === undefined)) {
    await query(
      transaction,
      sql`delete from incident_posting where organization_id = ${organizationId} and mark = ${mark} and block = ${block}`,
    );
  }
}

export interface MarkChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Those that a transaction has changed and not yet written. Its organization is locked. */
export type PendingPostings = Map<string, Posting>;

interface Changing {
  readonly organizationId: string;
  readonly postings: PendingPostings;
}

const keyOf = ({ mark, block }: Pick<Posting, "mark" | "block">): string => `${block} ${mark}`;

export async function changePostings(
  transaction: EntityManager,
  { organizationId, postings }: Changing,
  number: number,
  { added, removed }: MarkChange,
): Promise<void> {
  const block = blockOf(number);
  const unread = [...added, ...removed].filter((mark) => !postings.has(keyOf({ mark, block })));
  for (const marks of inParts(unread)) {
    for (const mark of marks) postings.set(keyOf({ mark, block }), { mark, block, bits: noBits() });
    for (const stored of await readPostings(transaction, organizationId, marks, [block])) {
      postings.set(keyOf(stored), stored);
    }
  }
  const set = (mark: string, on: boolean): void =>
    setBit((postings.get(keyOf({ mark, block })) as Posting).bits, number, on);
  for (const mark of added) set(mark, true);
  for (const mark of removed) set(mark, false);
}

/** As `readPostings`, as the transaction has changed them. */
export async function readChanged(
  transaction: EntityManager,
  { organizationId, postings }: Changing,
  marks: readonly string[],
  blocks: readonly number[],
): Promise<Posting[]> {
  const stored = await readPostings(transaction, organizationId, marks, blocks);
  const known = new Map(stored.map((posting) => [keyOf(posting), posting]));
  for (const mark of marks) {
    for (const block of blocks) {
      const changed = postings.get(keyOf({ mark, block }));
      if (changed) known.set(keyOf(changed), changed);
    }
  }
  return [...known.values()];
}

export async function writePending(
  transaction: EntityManager,
  organizationId: string,
  postings: PendingPostings,
): Promise<void> {
  await writePostings(transaction, organizationId, [...postings.values()]);
  postings.clear();
}

/** The postings of whole blocks, in which nothing else is; for filling an index that is new. */
export async function fillPostings(
  transaction: EntityManager,
  organizationId: string,
  marked: readonly { readonly number: number; readonly marks: readonly string[] }[],
): Promise<void> {
  const blocks = new Map<number, Map<string, NumberBits>>();
  for (const { number, marks } of marked) {
    const bitsOf = blocks.get(blockOf(number)) ?? new Map<string, NumberBits>();
    blocks.set(blockOf(number), bitsOf);
    for (const mark of marks) {
      const bits = bitsOf.get(mark) ?? noBits();
      setBit(bits, number, true);
      bitsOf.set(mark, bits);
    }
  }
  for (const [block, bitsOf] of blocks) {
    const postings = [...bitsOf].map(([mark, bits]) => ({ mark, block, bits }));
    await writePostings(transaction, organizationId, postings);
  }
}
