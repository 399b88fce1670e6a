import type { ModelUsageStore } from "../../diagnose/model/client.ts";
import type { Database } from "../sql/database.ts";
import { insertRows } from "../sql/sql-rows.ts";
import { query, sql, writeStatement } from "../sql/statement.ts";
import { modelUsageTable } from "./diagnosis-tables.ts";

/** One row an organization and day; older ones go when something is reserved. */
const DAYS_KEPT = 400;

export const createModelUsageStore = (database: Database): ModelUsageStore => ({
  reserve: ({ organizationId }, day, tokens, most) =>
    database.write(async (transaction) => {
      await insertRows(transaction, modelUsageTable, [{ organizationId, day, tokens: 0 }], { ignore: true });
      const reserved = await query(
        transaction,
        sql`update model_usage set tokens = tokens + ${tokens}
            where organization_id = ${organizationId} and day = ${day} and tokens + ${tokens} <= ${most} returning day`,
      );
      await query(
        transaction,
        sql`delete from model_usage where organization_id = ${organizationId} and day < ${day - DAYS_KEPT}`,
      );
      return reserved.length === 1;
    }),
  async settle({ organizationId }, day, reserved, spent) {
    await writeStatement(
      database,
      sql`update model_usage set tokens = tokens + ${spent - reserved}
          where organization_id = ${organizationId} and day = ${day}`,
    );
  },
});
