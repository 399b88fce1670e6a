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

/** Settings, and when they are to be acted on. Milliseconds since 1970 UTC. */
export interface StoredSettings extends ReportingSettings {
  /** Null where no reports are scheduled. */
  readonly nextReportAt: number | null;
  /** Where the last scheduled report ended. */
  readonly coveredUntil: number | null;
  readonly retentionDueAt: number;
}

/** Every method is one transaction. */
export interface SettingsStore {
  get(scope: Scope): Promise<ReportingSettings | undefined>;
  /** Decides on the settings as they stand within the transaction; undefined where none were made. */
  change(scope: Scope, decide: (current: StoredSettings | undefined) => StoredSettings): Promise<ReportingSettings>;
}

/** A run to be made. */
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
  /** `list`, page by page, as it is taken. */
  each(scope: Scope, filter: RunFilter): AsyncIterable<ReportRun>;
}

/** A run that a worker has claimed. */
export interface ReportJob extends Job {
  readonly seq: number;
  readonly run: ReportRun;
  /** The schedule made it: retention comes first. */
  readonly scheduled: boolean;
}

/** Runs to make; organizations take turns. Each method answers false if the job belongs to another worker. */
export interface ReportJobStore extends JobStore<ReportJob> {
  /** Records the report's figures, and what retention deleted in all attempts. */
  prepared(job: ReportJob, numbers: ReportNumbers, deletedCount: number): Promise<boolean>;
  /** Records the result of one delivery before the next one begins. */
  delivered(job: ReportJob, delivery: Delivery): Promise<boolean>;
  end(
    job: ReportJob,
    end: { readonly status: ReportRunStatus; readonly error: string | null },
    now: number,
  ): Promise<boolean>;
}

/** What time brings, of all organizations. Of several processes that ask, one gets each. */
export interface ReportCalendar {
  /** Settings whose report is due, the longest due first. */
  dueReports(now: number, most: number): Promise<readonly StoredSettings[]>;
  /**
   * Makes the run of a period and sets when the next one is due, in one transaction; false where another process was
   * quicker, or the settings have changed.
   */
  schedule(due: StoredSettings, run: NewRun & DuePeriod, next: number, now: number): Promise<boolean>;
  /** Takes settings whose retention is due, and sets when it is due next. */
  takeRetention(now: number, next: number): Promise<ReportingSettings | undefined>;
}

/** What is told of one action. */
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

/** What ended. `completed` and `failed` leave simulations out; `simulated` counts those, however they ended. */
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
  /** The latest first, both. */
  readonly failures: readonly ReportedAction[];
  readonly ineffective: readonly ReportedAction[];
}

/** Reads what a report tells of `from` to before `until`, from indexes. */
export interface ReportFactStore {
  read(scope: Scope, from: number, until: number): Promise<ReportFacts>;
  /** Actions that were requested then, the latest first. */
  actions(scope: Scope, from: number, until: number, most: number): AsyncIterable<RemediationAction>;
}

/** What retention takes besides the audit log. Each call is one bounded step, and answers how many it took. */
export interface ReportRetention {
  /** Runs that ended before. */
  deleteRuns(scope: Scope, before: number, most: number): Promise<number>;
  /** Outputs of diagnostic tools that ended before; what the runs say otherwise stays. */
  forgetOutputs(scope: Scope, before: number, most: number): Promise<number>;
}
