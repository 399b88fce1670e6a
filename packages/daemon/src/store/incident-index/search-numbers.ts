import type { EntityManager } from "typeorm";
import type { RuleConditions } from "../../correlate/correlation-rule.ts";
import type { Incident, IncidentStatus } from "../../model/incident.ts";
import { type Bitmap, blockOf, intersectInto, numbersDescending, uniteInto } from "./bitmap.ts";
import { type Clause, ruleClauses } from "./incident-terms.ts";
import { readFirstNumberSince } from "./numbers-since.ts";
import { type PendingIndex, readPendingPostings } from "./posting-lists.ts";

/** Blocks that are read in one step: few at first, since a partner is mostly new. */
const BLOCKS_FIRST = 4;
const BLOCKS_GROWTH = 4;
const BLOCKS_MAX = 256;

/** Numbers of the incidents that meet the conditions together with the searched one, from the newest down. */
export type NumberSearch = (
  incident: Incident,
) => (conditions: RuleConditions, statuses: readonly IncidentStatus[], since: number) => AsyncIterable<number>;

/**
 * Intersects the posting lists of the conditions, from the newest block down to the one of `since`. Lists that were
 * read for one rule serve the next rule of the same incident. So all rules together read at most the terms of one
 * incident (17) in each block of the longest window.
 */
export function createNumberSearch(
  transaction: EntityManager,
  index: PendingIndex,
  lastNumber: () => Promise<number>,
): NumberSearch {
  const firstNumbers = new Map<number, number>();
  return (incident) => {
    const read = readOnce(transaction, index);
    return async function* (conditions, statuses, since) {
      const clauses = ruleClauses(conditions, incident, statuses);
      if (!clauses) return;
      const last = await lastNumber();
      // An incident that opens later in this transaction has a higher number.
      const first =
        firstNumbers.get(since) ?? (await readFirstNumberSince(transaction, index.organizationId, since)) ?? last + 1;
      firstNumbers.set(since, first);
      yield* numbersWith(read, clauses, last, first);
    };
  };
}

/** By block, what carries any of the terms; blocks are given newest first, and those without any left out. */
type ReadTerms = (terms: Clause, blocks: readonly number[]) => Promise<ReadonlyMap<number, Bitmap>>;

/** Reads each posting once. */
function readOnce(transaction: EntityManager, index: PendingIndex): ReadTerms {
  const known = new Map<string, Map<number, Bitmap | undefined>>();
  return async (terms, blocks) => {
    for (const term of terms) if (!known.has(term)) known.set(term, new Map());
    const missing = blocks.filter((block) => terms.some((term) => !known.get(term)?.has(block)));
    if (missing.length > 0) {
      for (const term of terms) for (const block of missing) known.get(term)?.set(block, undefined);
      for (const { term, block, bits } of await readPendingPostings(transaction, index, terms, missing)) {
        known.get(term)?.set(block, bits);
      }
    }
    const found = new Map<number, Bitmap>();
    for (const block of blocks) {
      const any = together(terms.flatMap((term) => known.get(term)?.get(block) ?? []));
      if (any) found.set(block, any);
    }
    return found;
  };
}

/** A set of its own. */
function together(sets: readonly Bitmap[]): Bitmap | undefined {
  const [first, ...others] = sets;
  if (!first) return undefined;
  const all = Uint8Array.from(first);
  for (const bits of others) uniteInto(all, bits);
  return all;
}

/** The numbers from `newest` down to `first` that carry a term of every clause. */
async function* numbersWith(
  read: ReadTerms,
  clauses: readonly Clause[],
  newest: number,
  first: number,
): AsyncGenerator<number> {
  let size = BLOCKS_FIRST;
  for (let last = blockOf(newest); last >= blockOf(first); size = Math.min(size * BLOCKS_GROWTH, BLOCKS_MAX)) {
    const end = Math.max(blockOf(first), last - size + 1);
    const blocks = Array.from({ length: last - end + 1 }, (_, index) => last - index);
    for (const [block, bits] of await common(read, clauses, blocks)) {
      for (const number of numbersDescending(bits, block)) {
        if (number < first) return;
        yield number;
      }
    }
    last = end - 1;
  }
}

async function common(
  read: ReadTerms,
  clauses: readonly Clause[],
  blocks: readonly number[],
): Promise<ReadonlyMap<number, Bitmap>> {
  let left = blocks;
  let found: ReadonlyMap<number, Bitmap> = new Map();
  for (const clause of clauses) {
    if (left.length === 0) break;
    const before = found;
    const any = await read(clause, left);
    left = left.filter((block) => {
      const [bits, own] = [any.get(block), before.get(block)];
      return bits && (!own || intersectInto(bits, own));
    });
    found = new Map(left.map((block) => [block, any.get(block) as Bitmap]));
  }
  return found;
}
