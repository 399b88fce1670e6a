import { HOUR_MS } from "../kernel/clock.ts";
import type { ToolType } from "../model/diagnostic-tool.ts";
import type { Scope } from "../model/scope.ts";
import type { FailurePattern, RunCount, ToolRunStore } from "./tool-runs.ts";

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
  /** Null where none failed; of several, the first by its name. */
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

/** By name. */
const groups = <Name extends string>(
  runs: readonly RunCount[],
  nameOf: (run: RunCount) => Name,
): (readonly [Name, RunSums])[] =>
  [...Map.groupBy(runs, nameOf)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, members]) => [name, sumsOf(members)] as const);
