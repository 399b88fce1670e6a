import type { EntityManager } from "typeorm";
import { DECISIONS_KEPT_MS } from "../../model/record-limits.ts";
import { deleteFirstBefore } from "../sql/sql-rows.ts";

/** Those that are as old as decisions that are forgotten go; answers how many. */
export const forgetExclusions = (transaction: EntityManager, now: number, most: number): Promise<number> =>
  deleteFirstBefore(transaction, { table: "correlation_parting", time: "parted_at" }, now - DECISIONS_KEPT_MS, most);
