import type { Job, JobStore } from "../jobs/job.ts";
import type { RemediationAction } from "../model/remediation.ts";
import type {
  Delivery,
  ReportCadence,
  ReportingSettings,
  ReportNumbers,
  ReportRun,
  ReportRunStatus,
} from "../model/report.ts";
import type { Scope } from "../model/scope.ts";
import type { DuePeriod } from "./schedule.ts";

/** Times are milliseconds since 1970 UTC. */
export interface StoredSettings extends ReportingSettings {
  /** Null if no reports are scheduled. */
  readonly nextReportAt: number | null;
  /** End of the last scheduled report. */
  readonly coveredUntil: number | null;
  readonly retentionDueAt: number;
}

/** Every method is one transaction. */
export interface SettingsStore {
  get(scope: Scope): Promise<ReportingSettings | undefined>;
  /** `decide` runs within the transaction; `current` is undefined if there are no settings yet. */
  change(scope: Scope, decide: (current: StoredSettings | undefined) => StoredSettings): Promise<ReportingSettings>;
}

export interface NewRun {
  readonly id: string;
  readonly cadence: ReportCadence;
  readonly from: number;
  readonly until: number;
  readonly recipients: readonly string[];
}

/** Bounds of `startedAt`, both inclusive. */
export interface RunFilter {
  readonly status?: ReportRunStatus | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

/** Every method is one transaction and sees the scope's organization alone. */
export interface ReportRunStore {
  /** Makes a run, to be done by a worker. Throws `too_many` where REPORT_RUNS_OPEN_MAX aren't over yet. */
  add(scope: Scope, run: NewRun, now: number): Promise<ReportRun>;
  /** Throws `not_found`. */
  get(scope: Scope, id: string): Promise<ReportRun>;
  /** The newest first. */
  list(scope: Scope, filter: RunFilter): Promise<readonly ReportRun[]>;
  /** `list`, page by page. */
  each(scope: Scope, filter: RunFilter): AsyncIterable<ReportRun>;
}

export interface ReportJob extends Job {
  readonly seq: number;
  readonly run: ReportRun;
  /** Created by the schedule: retention runs first. */
  readonly scheduled: boolean;
}

/** Runs to make; organizations take turns. Each method answers false if the job belongs to another worker. */
export interface ReportJobStore extends JobStore<ReportJob> {
  /** Records the report's numbers, and what retention deleted in all attempts. */
  prepared(job: ReportJob, numbers: ReportNumbers, deletedCount: number): Promise<boolean>;
  /** Records the result of one delivery before the next one begins. */
  delivered(job: ReportJob, delivery: Delivery): Promise<boolean>;
  end(
    job: ReportJob,
    end: { readonly status: ReportRunStatus; readonly error: string | null },
    now: number,
  ): Promise<boolean>;
}

/** Due reports and retention of all organizations. Each is given to one process only. */
export interface ReportCalendar {
  /** The longest due first. */
  dueReports(now: number, most: number): Promise<readonly StoredSettings[]>;
  /**
   * Creates the run and sets the next due time, in one transaction; false if another process did or the settings
   * changed.
   */
  schedule(due: StoredSettings, run: NewRun & DuePeriod, next: number, now: number): Promise<boolean>;
  /** Claims settings whose retention is due, and sets the next due time. */
  takeRetention(now: number, next: number): Promise<ReportingSettings | undefined>;
}

export type ReportedAction = Pick<
  RemediationAction,
  | "id"
  | "incidentId"
  | "actionType"
  | "serviceName"
  | "environment"
  | "mode"
  | "performedBy"
  | "createdAt"
  | "finishedAt"
  | "error"
  | "verification"
>;

/** `completed` and `failed` exclude simulations, which `simulated` counts. */
export interface EndedNumbers {
  readonly completed: number;
  readonly failed: number;
  readonly simulated: number;
}

export interface ServiceNumbers extends EndedNumbers {
  readonly serviceName: string | null;
  readonly requested: number;
}

export interface ReportFacts extends EndedNumbers {
  readonly requested: number;
  readonly rejected: number;
  /** Those with the most requests. */
  readonly services: readonly ServiceNumbers[];
  /** The longest waiting first. */
  readonly waiting: readonly ReportedAction[];
  /** Both the latest first. */
  readonly failures: readonly ReportedAction[];
  readonly ineffective: readonly ReportedAction[];
}

/** Reads what a report tells of `from` to before `until`, from indexes. */
export interface ReportFactStore {
  read(scope: Scope, from: number, until: number): Promise<ReportFacts>;
  /** Requested in this period, the latest first. */
  actions(scope: Scope, from: number, until: number, most: number): AsyncIterable<RemediationAction>;
}

/** Retention beside the audit log. Each call is one bounded step, and returns the number of deleted rows. */
export interface ReportRetention {
  /** Runs that ended before. */
  deleteRuns(scope: Scope, before: number, most: number): Promise<number>;
  /** Outputs of diagnostic tools that ended before; the runs stay. */
  forgetOutputs(scope: Scope, before: number, most: number): Promise<number>;
}
