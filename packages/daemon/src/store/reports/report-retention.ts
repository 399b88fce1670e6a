import type { ReportRetention } from "../../report/store.ts";
import type { Database } from "../sql/database.ts";
import { query, type Sql, sql } from "../sql/statement.ts";

/** Every step takes the oldest rows of an index that holds no others. */
export function createReportRetention({ write }: Pick<Database, "write">): ReportRetention {
  const count = async (statement: Sql): Promise<number> =>
    (await write((transaction) => query(transaction, statement))).length;
  return {
    deleteRuns: ({ organizationId }, before, most) =>
      count(
        sql`delete from report_run where seq in (
              select seq from report_run where organization_id = ${organizationId} and completed_at < ${before}
              order by completed_at limit ${most}
            ) returning seq`,
      ),
    forgetOutputs: ({ organizationId }, before, most) =>
      count(
        sql`update tool_run set output_ref = null, preview = null where seq in (
              select seq from tool_run
              where organization_id = ${organizationId} and output_ref is not null and completed_at < ${before}
              order by completed_at limit ${most}
            ) returning seq`,
      ),
  };
}
