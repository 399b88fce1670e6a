import { EntitySchema } from "typeorm";
import type { Delivery, ReportCadence, ReportNumbers, ReportRunStatus } from "../../model/report.ts";
import { flag, integer, json, key, nullable, text } from "../sql/columns.ts";

export interface SettingsRow {
  organizationId: string;
  retentionDays: number;
  scheduled: boolean;
  cadence: ReportCadence;
  recipients: readonly string[];
  lastReportAt: number | null;
  nextReportAt: number | null;
  coveredUntil: number | null;
  retentionDueAt: number;
  createdAt: number;
  updatedAt: number;
}

export const settingsTable = new EntitySchema<SettingsRow>({
  name: "reporting_settings",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    retentionDays: { ...integer, name: "retention_days" },
    scheduled: flag,
    cadence: text,
    recipients: json,
    lastReportAt: { ...integer, ...nullable, name: "last_report_at" },
    nextReportAt: { ...integer, ...nullable, name: "next_report_at" },
    coveredUntil: { ...integer, ...nullable, name: "covered_until" },
    retentionDueAt: { ...integer, name: "retention_due_at" },
    createdAt: { ...integer, name: "created_at" },
    updatedAt: { ...integer, name: "updated_at" },
  },
});

export interface RunRow extends ReportNumbers {
  seq: number;
  id: string;
  organizationId: string;
  cadence: ReportCadence;
  /** Of a scheduled run, the day that it is the report of. */
  period: string | null;
  reportedFrom: number;
  reportedUntil: number;
  deliveries: readonly Delivery[];
  deletedCount: number;
  status: ReportRunStatus;
  error: string | null;
  startedAt: number;
  completedAt: number | null;
  /** Runs are done in this order: organizations take turns in it. */
  place: number;
  attempts: number;
  /** Whose it is; null while it waits. */
  claim: string | null;
  /** When a worker may take it: at once, after a pause, or when the lease of the one that has it runs out. */
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
    reportedFrom: { ...integer, name: "reported_from" },
    reportedUntil: { ...integer, name: "reported_until" },
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
