import type { EntityManager } from "typeorm";
import { place } from "../sql/sql-rows.ts";

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
  const sql = `select
    (select min(place) from ${table} where ${isOpen}) as first,
    (select max(place) from ${table} where ${isOpen} and organization_id = ?) as own`;
  const [found] = (await transaction.query(place(transaction, sql), [organizationId])) as [
    { first: number | string | null; own: number | string | null },
  ];
  return Math.max(Number(found.first ?? 0), found.own === null ? 0 : Number(found.own) + 1);
}
