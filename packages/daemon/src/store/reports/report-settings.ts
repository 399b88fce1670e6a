import type { SettingsStore, StoredSettings } from "../../report/store.ts";
import type { Database } from "../sql/database.ts";
import { lockOrganization } from "../sql/organization-lock.ts";
import { insertRows, updateRows } from "../sql/sql-rows.ts";
import { type SettingsRow, settingsTable } from "./report-tables.ts";

export const toSettings = (row: SettingsRow): StoredSettings => ({
  organizationId: row.organizationId,
  retentionDays: row.retentionDays,
  scheduledReportEnabled: row.scheduled,
  reportCadence: row.cadence,
  reportRecipients: row.recipients,
  lastReportAt: row.lastReportAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  nextReportAt: row.nextReportAt,
  coveredUntil: row.coveredUntil,
  retentionDueAt: row.retentionDueAt,
});

const toRow = (settings: StoredSettings): SettingsRow => ({
  organizationId: settings.organizationId,
  retentionDays: settings.retentionDays,
  scheduled: settings.scheduledReportEnabled,
  cadence: settings.reportCadence,
  recipients: settings.reportRecipients,
  lastReportAt: settings.lastReportAt,
  createdAt: settings.createdAt,
  updatedAt: settings.updatedAt,
  nextReportAt: settings.nextReportAt,
  coveredUntil: settings.coveredUntil,
  retentionDueAt: settings.retentionDueAt,
});

export const createSettingsStore = ({ reader, write }: Pick<Database, "reader" | "write">): SettingsStore => ({
  async get({ organizationId }) {
    const row = await reader.findOneBy(settingsTable, { organizationId });
    return row ? toSettings(row) : undefined;
  },
  change: ({ organizationId }, decide) =>
    write(async (transaction) => {
      await lockOrganization(transaction, organizationId);
      const row = await transaction.findOneBy(settingsTable, { organizationId });
      const settings = decide(row ? toSettings(row) : undefined);
      if (row) await updateRows(transaction, settingsTable, { organizationId }, toRow(settings));
      else await insertRows(transaction, settingsTable, [toRow(settings)]);
      return settings;
    }),
});
