import type { EntityManager } from "typeorm";
import { place } from "./sql-rows.ts";

/** Serialises the writers of one organization until the transaction ends. Returns the last number of its stream. */
export async function lockOrganization(transaction: EntityManager, organizationId: string): Promise<number> {
  const rows = (await transaction.query(
    place(
      transaction,
      `insert into stream_head (organization_id, seq) values (?, 0)
       on conflict (organization_id) do update set seq = stream_head.seq returning seq`,
    ),
    [organizationId],
  )) as [{ seq: number | string }];
  return Number(rows[0].seq);
}
