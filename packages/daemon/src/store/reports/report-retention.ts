import type { ReportRetention } from "../../report/store.ts";
import type { Database } from "../sql/database.ts";
import { countChanged, sql } from "../sql/statement.ts";

/** Every step takes the oldest rows of an index that holds no others. */
export const createReportRetention = (database: Pick<Database, "write">): ReportRetention => ({
  deleteRuns: ({ organizationId }, before, most) =>
    countChanged(
      database,
      sql`delete from report_run where seq in (
              select seq from report_run where organization_id = ${organizationId} and completed_at < ${before}
              order by completed_at limit ${most}
            ) returning seq`,
    ),
  forgetOutputs: ({ organizationId }, before, most) =>
    countChanged(
      database,
      sql`update tool_run set output_ref = null, preview = null where seq in (
              select seq from tool_run
              where organization_id = ${organizationId} and output_ref is not null and completed_at < ${before}
              order by completed_at limit ${most}
            ) returning seq`,
    ),
});
