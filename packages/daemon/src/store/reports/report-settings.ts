import { LessThanOrEqual } from "typeorm";
import type { ReportCalendar, SettingsStore } from "../../report/store.ts";
import type { Database } from "../sql/database.ts";
import { writeLocked } from "../sql/organization-lock.ts";
import { insertRows, updateRows } from "../sql/sql-rows.ts";
import { countChanged, query, sql } from "../sql/statement.ts";
import { newRunRow } from "./report-runs.ts";
import { runTable, settingsTable } from "./report-tables.ts";

type Connections = Pick<Database, "reader" | "write">;

export const createSettingsStore = (database: Connections): SettingsStore => ({
  get: async ({ organizationId }) => (await database.reader.findOneBy(settingsTable, { organizationId })) ?? undefined,
  change: ({ organizationId }, decide) =>
    writeLocked(database, { organizationId }, async (transaction) => {
      const before = await transaction.findOneBy(settingsTable, { organizationId });
      const settings = decide(before ?? undefined);
      if (before) await updateRows(transaction, settingsTable, { organizationId }, settings);
      else await insertRows(transaction, settingsTable, [settings]);
      return settings;
    }),
});

/** The process that advances the due time does the work. */
export const createReportCalendar = (database: Connections): ReportCalendar => ({
  dueReports: (now, most) =>
    database.reader.find(settingsTable, {
      where: { nextReportAt: LessThanOrEqual(now) },
      order: { nextReportAt: "ASC" },
      take: most,
    }),
  schedule: ({ organizationId, reportCadence, nextReportAt, updatedAt }, run, next, now) =>
    writeLocked(database, { organizationId }, async (transaction) => {
      const moved = await query(
        transaction,
        sql`update reporting_settings set next_report_at = ${next}, covered_until = ${run.until}
            where organization_id = ${organizationId} and next_report_at = ${nextReportAt}
              and cadence = ${reportCadence} and updated_at = ${updatedAt} returning organization_id`,
      );
      if (moved.length === 0) return false;
      const row = await newRunRow(transaction, organizationId, run, run.period, now);
      if (await transaction.existsBy(runTable, { organizationId, cadence: run.cadence, period: run.period })) {
        return false;
      }
      await insertRows(transaction, runTable, [row], { ignore: true });
      return true;
    }),
  async takeRetention(now, next) {
    const where = { retentionDueAt: LessThanOrEqual(now) };
    const [due] = await database.reader.find(settingsTable, { where, order: { retentionDueAt: "ASC" }, take: 1 });
    if (!due) return undefined;
    const { organizationId, retentionDueAt } = due;
    const taken = await countChanged(
      database,
      sql`update reporting_settings set retention_due_at = ${next}
          where organization_id = ${organizationId} and retention_due_at = ${retentionDueAt} returning organization_id`,
    );
    return taken === 1 ? due : undefined;
  },
});
