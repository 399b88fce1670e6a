import type { JobRunner } from "../../jobs/job-runner.ts";
import { DAY_MS, SECOND_MS } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";

/** A periodic task; each run waits for the end of the one before. */
export interface Task {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  /** Resolves once nothing that the runs started is running any more; awaited on stop. */
  readonly settled?: () => Promise<unknown>;
}

/** Polls a queue of jobs. */
export const jobTask = (name: string, everyMs: number, { poll: run, settled }: JobRunner): Task => ({
  name,
  everyMs,
  run,
  settled,
});

/** Runs tasks until stopped; a failed task is logged and runs again. All timers of a role are in one list. */
export function startSchedule(tasks: readonly Task[], logger: Logger): () => Promise<void> {
  let stopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const plan = (task: Task): void => {
    if (stopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = task
        .run()
        .then(() => undefined)
        .catch((error: unknown) =>
          logger.warn("Task failed; it runs again", { task: task.name, error: coerceError(error) }),
        )
        .finally(() => {
          running.delete(run);
          plan(task);
        });
      running.add(run);
    }, task.everyMs);
    timers.add(timer);
  };
  for (const task of tasks) plan(task);
  return async () => {
    stopped = true;
    for (const timer of timers) clearTimeout(timer);
    await Promise.all(running);
    await Promise.all(tasks.map((task) => task.settled?.()));
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
