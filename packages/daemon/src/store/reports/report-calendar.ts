import { LessThanOrEqual } from "typeorm";
import type { ReportCalendar } from "../../report/store.ts";
import type { Database } from "../sql/database.ts";
import { lockOrganization } from "../sql/organization-lock.ts";
import { insertRows, place, rowCount } from "../sql/sql-rows.ts";
import { rowOf } from "./report-runs.ts";
import { toSettings } from "./report-settings.ts";
import { runTable, settingsTable } from "./report-tables.ts";

/** Whoever sets when it is due next, from what it was, has it. */
export const createReportCalendar = ({ reader, write }: Pick<Database, "reader" | "write">): ReportCalendar => ({
  async dueReports(now, most) {
    const where = { nextReportAt: LessThanOrEqual(now) };
    return (await reader.find(settingsTable, { where, order: { nextReportAt: "ASC" }, take: most })).map(toSettings);
  },
  schedule: ({ organizationId, reportCadence, nextReportAt, updatedAt }, run, next, now) =>
    write(async (transaction) => {
      await lockOrganization(transaction, organizationId);
      const sql = `update reporting_settings set next_report_at = ?, covered_until = ?
        where organization_id = ? and next_report_at = ? and cadence = ? and updated_at = ? returning organization_id`;
      const values = [next, run.until, organizationId, nextReportAt, reportCadence, updatedAt];
      if (rowCount(await transaction.query(place(transaction, sql), values)) === 0) return false;
      const row = await rowOf(transaction, organizationId, run, run.period, now);
      const made = { organizationId, cadence: run.cadence, period: run.period };
      if (await transaction.existsBy(runTable, made)) return false;
      await insertRows(transaction, runTable, [row], { ignore: true });
      return true;
    }),
  async takeRetention(now, next) {
    const where = { retentionDueAt: LessThanOrEqual(now) };
    const [due] = await reader.find(settingsTable, { where, order: { retentionDueAt: "ASC" }, take: 1 });
    if (!due) return undefined;
    const sql = `update reporting_settings set retention_due_at = ?
      where organization_id = ? and retention_due_at = ? returning organization_id`;
    const taken = await write((transaction) =>
      transaction.query(place(transaction, sql), [next, due.organizationId, due.retentionDueAt]),
    );
    return rowCount(taken) === 1 ? toSettings(due) : undefined;
  },
});
