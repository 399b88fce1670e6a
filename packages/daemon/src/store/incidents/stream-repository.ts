import type { EntityManager } from "typeorm";
import type { StreamRepository } from "../../incident/unit-of-work.ts";
import { insertMany } from "../sql/sql-rows.ts";
import { query, sql } from "../sql/statement.ts";
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
      await query(transaction, sql`update stream_head set seq = ${last} where organization_id = ${organizationId}`);
      stored = last;
    },
  };
}
