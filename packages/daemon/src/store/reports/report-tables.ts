import { EntitySchema } from "typeorm";
import type { ReportRun } from "../../model/report.ts";
import type { StoredSettings } from "../../report/store.ts";
import { flag, integer, json, key, nullable, text } from "../sql/columns.ts";

export const settingsTable = new EntitySchema<StoredSettings>({
  name: "reporting_settings",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    retentionDays: { ...integer, name: "retention_days" },
    scheduledReportEnabled: { ...flag, name: "scheduled" },
    reportCadence: { ...text, name: "cadence" },
    reportRecipients: { ...json, name: "recipients" },
    lastReportAt: { ...integer, ...nullable, name: "last_report_at" },
    nextReportAt: { ...integer, ...nullable, name: "next_report_at" },
    coveredUntil: { ...integer, ...nullable, name: "covered_until" },
    retentionDueAt: { ...integer, name: "retention_due_at" },
    createdAt: { ...integer, name: "created_at" },
    updatedAt: { ...integer, name: "updated_at" },
  },
});

export interface RunRow extends ReportRun {
  seq: number;
  /** The day that a scheduled run reports on. */
  period: string | null;
  /** The order in which runs are claimed; organizations alternate. */
  place: number;
  attempts: number;
  /** The lease of a worker; null while the run waits. */
  claim: string | null;
  /** When a worker may claim it: at once, after a pause, or when the lease expires. */
  availableAt: number;
}

export const runTable = new EntitySchema<RunRow>({
  name: "report_run",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    id: { ...text, unique: true },
    organizationId: { ...text, name: "organization_id" },
    cadence: text,
    period: { ...text, ...nullable },
    from: { ...integer, name: "reported_from" },
    until: { ...integer, name: "reported_until" },
    deliveries: json,
    deletedCount: { ...integer, name: "deleted_count" },
    totalActions: { ...integer, name: "total_actions" },
    failedActions: { ...integer, name: "failed_actions" },
    pendingApprovals: { ...integer, name: "pending_approvals" },
    queuedExecutions: { ...integer, name: "queued_executions" },
    status: text,
    error: { ...text, ...nullable },
    startedAt: { ...integer, name: "started_at" },
    completedAt: { ...integer, ...nullable, name: "completed_at" },
    place: integer,
    attempts: integer,
    claim: { ...text, ...nullable },
    availableAt: { ...integer, name: "free_at" },
  },
});
