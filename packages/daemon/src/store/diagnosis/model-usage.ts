import type { EntityManager } from "typeorm";
import type { ModelUsageStore } from "../../diagnose/model/usage.ts";
import type { Database } from "../sql/database.ts";
import { insertRows, place, rowCount } from "../sql/sql-rows.ts";
import { modelUsageTable } from "./model-usage-table.ts";

/** One row an organization and day; older ones go when something is reserved. */
const DAYS_KEPT = 400;

export const createModelUsageStore = (database: Database): ModelUsageStore => ({
  reserve: ({ organizationId }, day, tokens, most) =>
    database.write(async (transaction) => {
      await insertRows(transaction, modelUsageTable, [{ organizationId, day, tokens: 0 }], { ignore: true });
      const taken = await run(
        transaction,
        `update model_usage set tokens = tokens + ?
         where organization_id = ? and day = ? and tokens + ? <= ? returning day`,
        [tokens, organizationId, day, tokens, most],
      );
      await run(transaction, "delete from model_usage where organization_id = ? and day < ?", [
        organizationId,
        day - DAYS_KEPT,
      ]);
      return rowCount(taken) === 1;
    }),
  settle: ({ organizationId }, day, reserved, spent) =>
    database.write(async (transaction) => {
      await run(transaction, "update model_usage set tokens = tokens + ? where organization_id = ? and day = ?", [
        spent - reserved,
        organizationId,
        day,
      ]);
    }),
});

const run = (transaction: EntityManager, sql: string, values: readonly unknown[]): Promise<unknown> =>
  transaction.query(place(transaction, sql), [...values]);
