import { DAY_MS, SECOND_MS } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";

/** A task that comes again and again; the next one waits for the last one's end. */
export interface Task {
  readonly name: string;
  readonly everyMs: number;
  /** Runs at the same time; 1 where left out. While nothing is found, one run alone looks for work. */
  readonly runsMax?: number;
  /** Calls `found` once it has taken work on, so that the next run looks for more at once. */
  readonly run: (found: () => void) => Promise<unknown>;
}

interface TaskState {
  underWay: number;
  /** True while a run is planned or looks for work. */
  hasNext: boolean;
}

/** Runs tasks until stopped; a task that fails is logged and comes again. Every timer of a role is in one such list. */
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
    state.underWay += 1;
    state.hasNext = true;
    let isLooking = true;
    const found = (): void => {
      if (!isLooking) return;
      isLooking = false;
      state.hasNext = false;
      if (!stopped && state.underWay < (task.runsMax ?? 1)) begin(task, state);
    };
    const run = task
      .run(found)
      .then(() => undefined)
      .catch((error: unknown) =>
        logger.warn(`The task ${task.name} failed; it comes again`, { error: coerceError(error) }),
      )
      .finally(() => {
        running.delete(run);
        state.underWay -= 1;
        if (isLooking || !state.hasNext) plan(task, state);
      });
    running.add(run);
  };
  for (const task of tasks) plan(task, { underWay: 0, hasNext: false });
  return async () => {
    stopped = true;
    for (const timer of timers) clearTimeout(timer);
    await Promise.all(running);
  };
}

export const TICK_MS = SECOND_MS;
/** With leases of four seconds, a dead worker's partitions have a new holder within five. */
export const HEARTBEAT_MS = SECOND_MS;
export const TRIM_MS = SECOND_MS;
export const COUNT_MS = SECOND_MS;
export const FLUSH_MS = 2 * SECOND_MS;
export const RESOLVE_MS = 5 * SECOND_MS;
export const RETENTION_MS = 60 * SECOND_MS;
export const TIDY_MS = 60 * SECOND_MS;
export const STREAM_POLL_MS = 100;
/** Whole days in UTC, so that a database that is partitioned by day drops partitions and deletes no rows. */
export const retentionCutoff = (now: number, days: number): number => Math.floor(now / DAY_MS - days) * DAY_MS;
