import type { EntityManager } from "typeorm";
import { queryOne, raw, sql } from "../sql/statement.ts";

/**
 * The place of a new job in its table: behind the organization's own, and else with the first in line, so that who has
 * one waits for one of each other organization, and not for all of them. `isOpen` is the condition of jobs that wait or
 * run, as it stands in an index with `place`. Two looks into indexes.
 */
export async function placeInLine(
  transaction: EntityManager,
  table: string,
  isOpen: string,
  organizationId: string,
): Promise<number> {
  const found = await queryOne<{ first: number | null; own: number | null }>(
    transaction,
    sql`select
      (select min(place) from ${raw(table)} where ${raw(isOpen)}) as first,
      (select max(place) from ${raw(table)} where ${raw(isOpen)} and organization_id = ${organizationId}) as own`,
  );
  const own = found?.own ?? null;
  return Math.max(found?.first ?? 0, own === null ? 0 : own + 1);
}
