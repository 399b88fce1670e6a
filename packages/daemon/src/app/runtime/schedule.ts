import { DAY_MS, SECOND_MS } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";

/** A periodic task; each run waits for the end of the one before. */
export interface Task {
  readonly name: string;
  readonly everyMs: number;
  /** Concurrent runs, 1 by default. While no work is found, only one run polls. */
  readonly runsMax?: number;
  /** Calls `found` once it has claimed work, so that the next run polls at once. */
  readonly run: (found: () => void) => Promise<unknown>;
}

interface TaskState {
  running: number;
  /** True while a run is planned or polls. */
  hasNext: boolean;
}

/** Runs tasks until stopped; a failed task is logged and runs again. All timers of a role are in one list. */
export function startSchedule(tasks: readonly Task[], logger: Logger): () => Promise<void> {
  let stopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const plan = (task: Task, state: TaskState): void => {
    if (stopped) return;
    state.hasNext = true;
    const timer = setTimeout(() => {
      timers.delete(timer);
      begin(task, state);
    }, task.everyMs);
    timers.add(timer);
  };
  const begin = (task: Task, state: TaskState): void => {
    state.running += 1;
    state.hasNext = true;
    let isPolling = true;
    const found = (): void => {
      if (!isPolling) return;
      isPolling = false;
      state.hasNext = false;
      if (!stopped && state.running < (task.runsMax ?? 1)) begin(task, state);
    };
    const run = task
      .run(found)
      .then(() => undefined)
      .catch((error: unknown) =>
        logger.warn("Task failed; it runs again", { task: task.name, error: coerceError(error) }),
      )
      .finally(() => {
        running.delete(run);
        state.running -= 1;
        if (isPolling || !state.hasNext) plan(task, state);
      });
    running.add(run);
  };
  for (const task of tasks) plan(task, { running: 0, hasNext: false });
  return async () => {
    stopped = true;
    for (const timer of timers) clearTimeout(timer);
    await Promise.all(running);
  };
}

export const TICK_MS = SECOND_MS;
/** Leases last four seconds, so a dead worker's partitions have a new holder within five. */
export const HEARTBEAT_MS = SECOND_MS;
export const TRIM_MS = SECOND_MS;
export const COUNT_MS = SECOND_MS;
export const FLUSH_MS = 2 * SECOND_MS;
export const RESOLVE_MS = 5 * SECOND_MS;
export const RETENTION_MS = 60 * SECOND_MS;
export const TIDY_MS = 60 * SECOND_MS;
export const STREAM_POLL_MS = 100;
/** Whole days in UTC: an archive partitioned by day drops partitions and deletes no rows. */
export const retentionCutoff = (now: number, days: number): number => Math.floor(now / DAY_MS - days) * DAY_MS;
