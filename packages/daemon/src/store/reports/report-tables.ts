import type { ReportRun } from "../../model/report.ts";
import type { StoredSettings } from "../../report/store.ts";
import type { JobRow } from "../jobs/job-table.ts";
import { defineTable, flag, generated, integer, json, key, text } from "../sql/define-table.ts";

export const settingsTable = defineTable<StoredSettings>(
  "reporting_settings",
  {
    ...key(text("organizationId")),
    ...text("reportCadence"),
    ...flag("scheduledReportEnabled"),
    ...json("reportRecipients"),
    ...integer("retentionDays", "lastReportAt", "nextReportAt", "coveredUntil", "retentionDueAt"),
    ...integer("createdAt", "updatedAt"),
  },
  { scheduledReportEnabled: "scheduled", reportCadence: "cadence", reportRecipients: "recipients" },
);

export interface RunRow extends ReportRun, Omit<JobRow, "organizationId"> {
  /** The day that a scheduled run reports on. */
  period: string | null;
}

export const runTable = defineTable<RunRow>(
  "report_run",
  {
    ...generated("seq"),
    ...text("id", "organizationId", "cadence", "period", "status", "error", "claim"),
    ...json("deliveries"),
    ...integer("from", "until", "deletedCount", "totalActions", "failedActions", "pendingApprovals"),
    ...integer("queuedExecutions", "startedAt", "completedAt", "place", "attempts", "availableAt"),
  },
  { from: "reported_from", until: "reported_until", availableAt: "free_at" },
);
