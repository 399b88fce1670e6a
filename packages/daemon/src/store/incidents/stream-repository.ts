import type { EntityManager } from "typeorm";
import type { StreamRepository } from "../../incident/unit-of-work.ts";
import { insertMany, place } from "../sql/sql-rows.ts";
import { streamChangeTable } from "./incident-tables.ts";

/** The incident stream of one organization within one transaction, which read its head, `seq`, with the write lock. */
export function createStreamRepository(
  transaction: EntityManager,
  organizationId: string,
  seq: number,
): { readonly stream: StreamRepository; readonly flush: () => Promise<void> } {
  let last = seq;
  let stored = seq;
  return {
    stream: {
      append: (event, data) =>
        insertMany(transaction, streamChangeTable, [
          { organizationId, seq: ++last, event, data: JSON.stringify(data) },
        ]),
    },
    async flush() {
      if (last === stored) return;
      const sql = place(transaction, "update stream_head set seq = ? where organization_id = ?");
      await transaction.query(sql, [last, organizationId]);
      stored = last;
    },
  };
}
