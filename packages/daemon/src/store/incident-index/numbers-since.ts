import type { EntityManager } from "typeorm";
import { place } from "../sql/sql-rows.ts";
import { BLOCK_NUMBERS, blockOf, setBit } from "./bitmap.ts";
import type { PostingBlock } from "./posting-lists.ts";

/** Numbers are given in the order of creation, so that incidents since a time are those from a number on. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

const LAST_NUMBER = "select max(number) from incident where organization_id = ?";
const FIRST_SINCE = `select number from incident where organization_id = ? and created_at >= ?
  order by created_at, number limit 1`;

type Answered = number | string | null | undefined;
const toNumber = (answered: Answered): number | undefined =>
  answered === null || answered === undefined ? undefined : Number(answered);

/** Of the organization's newest incident; undefined where it has none. */
export async function readLastNumber(manager: EntityManager, organizationId: string): Promise<number | undefined> {
  const [row] = (await manager.query(place(manager, `select (${LAST_NUMBER}) as number`), [organizationId])) as {
    number: Answered;
  }[];
  return toNumber(row?.number);
}

/** Of the first incident since then; undefined where none is as new. */
export async function readFirstNumberSince(
  manager: EntityManager,
  organizationId: string,
  since: number,
): Promise<number | undefined> {
  const [row] = (await manager.query(place(manager, FIRST_SINCE), [organizationId, since])) as { number: Answered }[];
  return toNumber(row?.number);
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
  const [ends] = (await reader.query(place(reader, `select (${FIRST_SINCE}) as first, (${LAST_NUMBER}) as last`), [
    organizationId,
    since,
    organizationId,
  ])) as { first: Answered; last: Answered }[];
  const [first, last] = [toNumber(ends?.first), toNumber(ends?.last)];
  return first === undefined || last === undefined ? undefined : { first, last };
}

/** Takes the numbers before the first from its block. */
export function clearBefore(first: number, postings: readonly PostingBlock[]): void {
  for (const { block, bits } of postings) {
    if (block !== blockOf(first)) continue;
    for (let number = block * BLOCK_NUMBERS; number < first; number++) setBit(bits, number, false);
  }
}
