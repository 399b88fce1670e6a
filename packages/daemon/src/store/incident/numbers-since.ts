import type { EntityManager } from "typeorm";
import { place } from "../rows.ts";
import { BLOCK_NUMBERS, blockOf, setBit } from "./number-bits.ts";
import type { Posting } from "./postings.ts";

/** Numbers are given in the order of creation, so that incidents since a time are those from a number on. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Undefined where no incident is as new. Two looks into indexes. (Where the clock was set back in between, some beside
 * the edge count as on the other side of it.)
 */
export async function numbersSince(
  reader: EntityManager,
  organizationId: string,
  since: number,
): Promise<NumberRange | undefined> {
  const [ends] = (await reader.query(
    place(
      reader,
      `select (
         select number from incident where organization_id = ? and created_at >= ? order by created_at, number limit 1
       ) as first, (select max(number) from incident where organization_id = ?) as last`,
    ),
    [organizationId, since, organizationId],
  )) as { first: number | string | null; last: number | string | null }[];
  if (!ends || ends.first === null || ends.last === null) return undefined;
  return { first: Number(ends.first), last: Number(ends.last) };
}

/** Takes the numbers before the first from its block. */
export function leaveOutBefore(first: number, postings: readonly Posting[]): void {
  for (const { block, bits } of postings) {
    if (block !== blockOf(first)) continue;
    for (let number = block * BLOCK_NUMBERS; number < first; number++) setBit(bits, number, false);
  }
}
