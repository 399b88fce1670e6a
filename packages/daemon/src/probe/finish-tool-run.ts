import { MINUTE_MS } from "../kernel/clock.ts";
import type { ToolRun } from "../model/diagnostic-tool.ts";
import { failurePattern } from "./key-patterns.ts";
import { failed, timelineEntry } from "./outcome.ts";
import type { FinishedRun, ToolRunStore, ToolRunUpkeep } from "./tool-runs.ts";

/** A run that takes so much longer than it may has nobody who would end it. */
const ABANDONED_MS = MINUTE_MS;
const ABANDONED_AT_ONCE_MAX = 100;

export const toFinishedRun = (run: ToolRun, preview: string | null): FinishedRun => ({
  run,
  preview,
  failurePattern: run.error === null ? null : failurePattern(run.error),
  entry: timelineEntry(run),
});

/** Runs of a daemon that ended in the middle of them fail, in the name of who began them. */
export async function failAbandoned(
  runs: Pick<ToolRunStore, "finish"> & Pick<ToolRunUpkeep, "unfinished">,
  timeLimitMs: number,
  now: number,
): Promise<void> {
  for (const run of await runs.unfinished(now - timeLimitMs - ABANDONED_MS, ABANDONED_AT_ONCE_MAX)) {
    const { text: _text, preview, ...outcome } = failed("The daemon ended before it was done.");
    const scope = { organizationId: run.organizationId, actor: run.startedBy, permissions: [] };
    await runs.finish(scope, toFinishedRun({ ...run, ...outcome, completedAt: now }, preview));
  }
}
