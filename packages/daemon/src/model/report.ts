/** The report on remediation (contract 2.11 and 2.12). Times are milliseconds since 1970 UTC. */
export const reportCadences = ["daily", "weekly"] as const;
export type ReportCadence = (typeof reportCadences)[number];

export type ReportRunStatus = "running" | "success" | "failed";

export interface ReportingSettings {
  readonly organizationId: string;
  readonly retentionDays: number;
  readonly scheduledReportEnabled: boolean;
  readonly reportCadence: ReportCadence;
  readonly reportRecipients: readonly string[];
  /** When a report last reached somebody. */
  readonly lastReportAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A report on its way to one recipient. */
export interface Delivery {
  readonly recipient: string;
  readonly status: "waiting" | "delivered" | "failed";
  /** Why it failed; null where it didn't. */
  readonly reason: string | null;
}

export interface ReportNumbers {
  /** Requested in the reported time. */
  readonly totalActions: number;
  /** Failed in the reported time, whenever they were requested. */
  readonly failedActions: number;
  /** When the report was made. */
  readonly pendingApprovals: number;
  readonly queuedExecutions: number;
}

export interface ReportRun extends ReportNumbers {
  readonly id: string;
  readonly organizationId: string;
  readonly cadence: ReportCadence;
  /** The reported time: from the first moment on, before the second. */
  readonly from: number;
  readonly until: number;
  readonly deliveries: readonly Delivery[];
  /** Audit rows that retention deleted first. */
  readonly deletedCount: number;
  readonly status: ReportRunStatus;
  readonly error: string | null;
  readonly startedAt: number;
  readonly completedAt: number | null;
}
