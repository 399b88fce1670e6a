import { HOUR_MS } from "../kernel/clock.ts";
import type { ToolRun, ToolRunStatus, ToolType } from "../model/diagnostic-tool.ts";
import type { Scope } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";

/** Bounds of `startedAt`, both inclusive. */
export interface RunFilter {
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
}

export interface ToolRunDetail extends ToolRun {
  readonly preview: string | null;
}

export interface FinishedRun {
  readonly run: ToolRun;
  readonly preview: string | null;
  /** The error with placeholders; null if the run succeeded. */
  readonly failurePattern: string | null;
  readonly entry: TimelineEntry;
}

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

/** Every method is one transaction, and those with an incident throw `not_found`. */
export interface ToolRunStore {
  /**
   * Stores a new run, unless `perMinute` runs of the organization started within a minute. Then it returns when the
   * oldest of these started.
   */
  begin(scope: Scope, run: ToolRun, perMinute: number): Promise<number | undefined>;
  /** Deletes a run that was refused before it began. */
  withdraw(scope: Scope, id: string): Promise<void>;
  /** Stores the result and its timeline entry. False if the run had ended already. */
  finish(scope: Scope, finished: FinishedRun): Promise<boolean>;
  /** Finished runs, the newest first. */
  latest(scope: Scope, incidentId: string, most: number): Promise<readonly ToolRun[]>;
  /** The newest first. */
  list(scope: Scope, incidentId: string, filter: RunFilter): Promise<readonly ToolRun[]>;
  /** Throws `not_found`. */
  get(scope: Scope, incidentId: string, id: string): Promise<ToolRunDetail>;
  /** Runs that began at `since` or later. */
  counts(scope: Scope, incidentId: string, since: number): Promise<RunCounts>;
}

export interface ToolRunUpkeep {
  unfinished(before: number, most: number): Promise<readonly ToolRun[]>;
  /** Deletes the outputs of runs that began before; returns their number. */
  forgetOutputs(before: number, most: number): Promise<number>;
  /** Returns the number of deleted runs. */
  deleteRuns(before: number, most: number): Promise<number>;
  /** The references that a run names. */
  named(refs: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface RunSums {
  readonly total: number;
  readonly success: number;
  readonly failed: number;
  readonly running: number;
  readonly truncated: number;
}

export interface ToolMetrics extends RunSums {
  readonly windowHours: number;
  readonly byProvider: readonly (RunSums & { readonly provider: string })[];
  readonly byTool: readonly (RunSums & { readonly toolType: ToolType })[];
  /** Null if none failed; the first by name of several. */
  readonly topFailingTool: { readonly toolType: ToolType; readonly failed: number } | null;
  readonly failurePatterns: readonly FailurePattern[];
}

/** Throws `not_found`. */
export async function toolMetrics(
  store: Pick<ToolRunStore, "counts">,
  scope: Scope,
  incidentId: string,
  windowHours: number,
  now: number,
): Promise<ToolMetrics> {
  const { runs, failurePatterns } = await store.counts(scope, incidentId, now - windowHours * HOUR_MS);
  const byTool = groups(runs, ({ toolType }) => toolType).map(([toolType, sums]) => ({ toolType, ...sums }));
  const byProvider = groups(runs, ({ provider }) => provider).map(([provider, sums]) => ({ provider, ...sums }));
  const [top] = byTool.filter(({ failed }) => failed > 0).sort((one, other) => other.failed - one.failed);
  const topFailingTool = top ? { toolType: top.toolType, failed: top.failed } : null;
  return { windowHours, ...sumsOf(runs), byProvider, topFailingTool, failurePatterns, byTool };
}

const sumsOf = (runs: readonly RunCount[]): RunSums => {
  const sum = (of: (run: RunCount) => boolean): number =>
    runs.filter(of).reduce((total, { count }) => total + count, 0);
  return {
    total: sum(() => true),
    success: sum(({ status }) => status === "success"),
    failed: sum(({ status }) => status === "failed"),
    running: sum(({ status }) => status === "running"),
    truncated: sum(({ truncated }) => truncated),
  };
};

const groups = <Name extends string>(
  runs: readonly RunCount[],
  nameOf: (run: RunCount) => Name,
): (readonly [Name, RunSums])[] =>
  [...Map.groupBy(runs, nameOf)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, members]) => [name, sumsOf(members)] as const);
