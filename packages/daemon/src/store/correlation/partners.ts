import type { EntityManager } from "typeorm";
import { canBePartner } from "../../correlate/judge.ts";
import { match } from "../../correlate/match.ts";
import type { CorrelationRule } from "../../correlate/rule.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { type Incident, incidentStatuses, isOver } from "../../model/incident.ts";
import { type Bitmap, blockOf, intersectInto, numbersDescending, uniteInto } from "../incident-index/bitmap.ts";
import { type Clause, ruleClauses } from "../incident-index/incident-terms.ts";
import { readFirstNumberSince } from "../incident-index/numbers-since.ts";
import { readPendingPostings } from "../incident-index/posting-lists.ts";
import { lastNumber } from "../incidents/incident-rows.ts";
import { type IncidentRow, incidentTable } from "../incidents/incident-tables.ts";
import type { Turn } from "../incidents/turn.ts";

/** An incident that another one matches. */
export interface Partner {
  readonly incident: IncidentRow;
  /** What the other one is merged into: the partner, or its parent where it is merged itself. */
  readonly head: IncidentRow;
}

/** How far the clocks of several workers may differ: incidents aren't numbered quite in the order of their times. */
const CLOCKS_APART_MS = MINUTE_MS;
/** Rows read for one rule. The terms find none in vain but where a clock was set back. */
const PARTNERS_TRIED_MAX = 100;
/** Blocks looked at in one step: few at first, since a partner is mostly new. */
const BLOCKS_FIRST = 4;
const BLOCKS_GROWTH = 4;
const BLOCKS_MAX = 256;

/**
 * Finds the newest partner of an incident that is about to open, for one rule after the other. Goes through the
 * postings of the conditions' terms from the newest block down to the beginning of the rule's window; what was read
 * for one rule serves the next, so that all rules together read at most the terms of one incident (17) in each block
 * of the longest window, also where nothing matches.
 */
export function searchPartners(
  transaction: EntityManager,
  turn: Turn,
  incident: Incident,
  firstNumbers: Map<number, number>,
): (rule: CorrelationRule) => Promise<Partner | undefined> {
  const { organizationId } = turn;
  const read = readOnce(transaction, turn);
  return async ({ conditions, action }) => {
    const statuses = incidentStatuses.filter((status) => canBePartner(action, status));
    const clauses = ruleClauses(conditions, incident, statuses);
    if (!clauses) return undefined;
    const last = await lastNumber(transaction, turn);
    const since = incident.createdAt - Math.ceil(conditions.timeWindowMinutes * MINUTE_MS) - CLOCKS_APART_MS;
    // None that opens later in this transaction comes before what is found now, or after the last one.
    const first =
      firstNumbers.get(since) ?? (await readFirstNumberSince(transaction, organizationId, since)) ?? last + 1;
    firstNumbers.set(since, first);
    let tried = 0;
    for await (const number of numbersWith(read, clauses, last, first)) {
      if (tried++ === PARTNERS_TRIED_MAX) return undefined;
      const row = await transaction.findOneBy(incidentTable, { organizationId, number });
      const head = row && match(conditions, incident, row) && (await headOf(transaction, row));
      if (row && head && (action !== "merge" || !isOver(head.status))) return { incident: row, head };
    }
    return undefined;
  };
}

async function headOf(transaction: EntityManager, row: IncidentRow): Promise<IncidentRow | null> {
  const { organizationId, parentIncidentId } = row;
  if (parentIncidentId === null) return row;
  return transaction.findOneBy(incidentTable, { organizationId, id: parentIncidentId });
}

/** By block, what carries any of the terms; blocks are given newest first, and those without any left out. */
type ReadTerms = (terms: Clause, blocks: readonly number[]) => Promise<ReadonlyMap<number, Bitmap>>;

/** Reads each posting once. */
function readOnce(transaction: EntityManager, turn: Turn): ReadTerms {
  const known = new Map<string, Map<number, Bitmap | undefined>>();
  return async (terms, blocks) => {
    for (const term of terms) if (!known.has(term)) known.set(term, new Map());
    const missing = blocks.filter((block) => terms.some((term) => !known.get(term)?.has(block)));
    if (missing.length > 0) {
      for (const term of terms) for (const block of missing) known.get(term)?.set(block, undefined);
      for (const { term, block, bits } of await readPendingPostings(transaction, turn, terms, missing)) {
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
