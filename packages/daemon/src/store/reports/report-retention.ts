import type { ReportRetention } from "../../report/store.ts";
import type { Database } from "../sql/database.ts";
import { place, rowCount } from "../sql/sql-rows.ts";

/** Every step takes the oldest rows of an index that holds no others. */
export function createReportRetention({ write }: Pick<Database, "write">): ReportRetention {
  const step = (sql: string, organizationId: string, before: number, most: number): Promise<number> =>
    write(async (transaction) =>
      rowCount(await transaction.query(place(transaction, sql), [organizationId, before, most])),
    );
  return {
    deleteRuns: ({ organizationId }, before, most) =>
      step(
        `delete from report_run where seq in (
           select seq from report_run where organization_id = ? and completed_at < ? order by completed_at limit ?
         ) returning seq`,
        organizationId,
        before,
        most,
      ),
    forgetOutputs: ({ organizationId }, before, most) =>
      step(
        `update tool_run set output_ref = null, preview = null where seq in (
           select seq from tool_run where organization_id = ? and output_ref is not null and completed_at < ?
           order by completed_at limit ?
         ) returning seq`,
        organizationId,
        before,
        most,
      ),
  };
}
