import type { ToolRun, ToolRunStatus, ToolType } from "../model/diagnostic-tool.ts";
import type { Scope } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";

/** Bounds of `startedAt`, both inclusive. */
export interface RunFilter {
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
}

/** A run, and how its output begins. */
export interface ToolRunDetail extends ToolRun {
  readonly preview: string | null;
}

/** A run that is over, and what is stored with it. */
export interface FinishedRun {
  readonly run: ToolRun;
  readonly preview: string | null;
  /** Why it failed, without what varies; null where it didn't. */
  readonly failurePattern: string | null;
  readonly entry: TimelineEntry;
}

/** Runs of one sort, as they were counted. */
export interface RunCount {
  readonly toolType: ToolType;
  readonly provider: string;
  readonly status: ToolRunStatus;
  readonly truncated: boolean;
  readonly count: number;
}

export interface FailurePattern {
  readonly pattern: string;
  readonly count: number;
}

export interface RunCounts {
  readonly runs: readonly RunCount[];
  /** The most frequent first, at most `FAILURE_PATTERNS_MAX`. */
  readonly failurePatterns: readonly FailurePattern[];
}

/** Every method is one transaction. Those that take an incident throw `not_found` for one that isn't visible. */
export interface ToolRunStore {
  /** Stores a run that begins. Throws `too_many` where the organization began as many within a minute as it may. */
  begin(scope: Scope, run: ToolRun, perMinute: number): Promise<void>;
  /** Forgets a run that was refused before it did anything. */
  withdraw(scope: Scope, id: string): Promise<void>;
  /** Stores what came of it, and tells the timeline. False where the run was over already. */
  finish(scope: Scope, finished: FinishedRun): Promise<boolean>;
  /** Those that are over, the newest first. */
  latest(scope: Scope, incidentId: string, most: number): Promise<readonly ToolRun[]>;
  /** Newest first. */
  list(scope: Scope, incidentId: string, filter: RunFilter): Promise<readonly ToolRun[]>;
  /** Throws `not_found`. */
  get(scope: Scope, incidentId: string, id: string): Promise<ToolRunDetail>;
  /** Of the runs that began at `since` or later. */
  counts(scope: Scope, incidentId: string, since: number): Promise<RunCounts>;
}

/** What happens to runs of all organizations as time goes by. Each call is one bounded step. */
export interface ToolRunUpkeep {
  /** Runs that began before and are not over. */
  unfinished(before: number, most: number): Promise<readonly ToolRun[]>;
  /** Forgets the outputs of runs that began before. Answers how many. */
  forgetOutputs(before: number, most: number): Promise<number>;
  /** Deletes runs that began before. Answers how many. */
  deleteRuns(before: number, most: number): Promise<number>;
  /** Those of the references that a run names. */
  named(refs: readonly string[]): Promise<ReadonlySet<string>>;
}
