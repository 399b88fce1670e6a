import type { EntityManager } from "typeorm";
import { queryOne, type Sql, sql } from "../sql/statement.ts";
import { BLOCK_NUMBERS, blockOf, setBit } from "./bitmap.ts";
import type { PostingBlock } from "./posting-lists.ts";

/** Numbers are given in the order of creation, so that incidents since a time are those from a number on. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

const lastNumber = (organizationId: string): Sql =>
  sql`(select max(number) from incident where organization_id = ${organizationId})`;
const firstSince = (organizationId: string, since: number): Sql =>
  sql`(select number from incident where organization_id = ${organizationId} and created_at >= ${since}
       order by created_at, number limit 1)`;
/** A column that is null where no incident is found. */
type Found = number | null;

/** The number of the organization's newest incident; undefined if it has none. */
export async function readLastNumber(manager: EntityManager, organizationId: string): Promise<number | undefined> {
  const found = await queryOne<{ last: Found }>(manager, sql`select ${lastNumber(organizationId)} as last`);
  return found?.last ?? undefined;
}

/** The number of the first incident since then; undefined if there is none. */
export async function readFirstNumberSince(
  manager: EntityManager,
  organizationId: string,
  since: number,
): Promise<number | undefined> {
  const found = await queryOne<{ first: Found }>(manager, sql`select ${firstSince(organizationId, since)} as first`);
  return found?.first ?? undefined;
}

/**
 * Undefined where no incident is as new. Two looks into indexes. (Where the clock was set back in between, some beside
 * the edge count as on the other side of it.)
 */
export async function readNumbersSince(
  reader: EntityManager,
  organizationId: string,
  since: number,
): Promise<NumberRange | undefined> {
  const found = await queryOne<{ first: Found; last: Found }>(
    reader,
    sql`select ${firstSince(organizationId, since)} as first, ${lastNumber(organizationId)} as last`,
  );
  if (typeof found?.first !== "number" || typeof found.last !== "number") return undefined;
  return { first: found.first, last: found.last };
}

/** Takes the numbers before the first from its block. */
export function clearBefore(first: number, postings: readonly PostingBlock[]): void {
  for (const { block, bits } of postings) {
    if (block !== blockOf(first)) continue;
    for (let number = block * BLOCK_NUMBERS; number < first; number++) setBit(bits, number, false);
  }
}
