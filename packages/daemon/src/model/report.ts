/** The report on remediation. Times are milliseconds since 1970 UTC. */
export const reportCadences = ["daily", "weekly"] as const;
export type ReportCadence = (typeof reportCadences)[number];

export type ReportRunStatus = "running" | "success" | "failed";

export interface ReportingSettings {
  readonly organizationId: string;
  readonly retentionDays: number;
  readonly scheduledReportEnabled: boolean;
  readonly reportCadence: ReportCadence;
  readonly reportRecipients: readonly string[];
  /** When a report was last delivered. */
  readonly lastReportAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The delivery of a report to one recipient. */
export interface Delivery {
  readonly recipient: string;
  readonly status: "waiting" | "delivered" | "failed";
  /** The reason of a failure; null otherwise. */
  readonly reason: string | null;
}

export interface ReportNumbers {
  /** Requested in the reported period. */
  readonly totalActions: number;
  /** Failed in the reported period. */
  readonly failedActions: number;
  /** At the time of the report. */
  readonly pendingApprovals: number;
  readonly queuedExecutions: number;
}

export interface ReportRun extends ReportNumbers {
  readonly id: string;
  readonly organizationId: string;
  readonly cadence: ReportCadence;
  /** The reported period, without its end. */
  readonly from: number;
  readonly until: number;
  readonly deliveries: readonly Delivery[];
  /** Audit rows that retention deleted before the report. */
  readonly deletedCount: number;
  readonly status: ReportRunStatus;
  readonly error: string | null;
  readonly startedAt: number;
  readonly completedAt: number | null;
}
