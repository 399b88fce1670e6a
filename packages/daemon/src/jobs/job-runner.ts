import { backOffMs } from "../kernel/back-off.ts";
import { type Clock, HOUR_MS } from "../kernel/clock.ts";
import { coerceError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import { rejectOnAbort } from "../kernel/reject-on-abort.ts";
import type { Job, JobQueue } from "./job.ts";
import { type Lease, LeaseLost, withLease } from "./lease.ts";

/** How one kind of job is run. */
export interface JobHandler<Claimed extends Job> {
  /** Starts the log lines: "Diagnosis". */
  readonly noun: string;
  readonly queue: JobQueue<Claimed>;
  readonly leaseMs: number;
  /** After this many attempts the runner gives the job up. */
  readonly attemptsMax: number;
  /** Before the second attempt at most, and half of it at least; doubled for each later one. */
  readonly pauseMs: number;
  /** Jobs that run at once in this process. */
  readonly concurrency: number;
  /** Fields for log lines. */
  describe(job: Claimed): Readonly<Record<string, unknown>>;
  /**
   * Does the job and stores its result. It should throw once `stop` or `lease.lost` aborts: the runner then releases the
   * job or leaves it to its new owner. Any other error ends the attempt.
   */
  run(job: Claimed, lease: Lease, stop: AbortSignal): Promise<void>;
  /** Stores that the job failed: by an error, or because the process ended during each attempt. */
  giveUp(job: Claimed, cause: "error" | "process_ended"): Promise<unknown>;
  /** Where the next attempt goes on, for the log. */
  resumption?(job: Claimed): string;
}

export interface JobRunner {
  /** Claims available jobs up to the concurrency. Resolves once they are started. */
  poll(): Promise<void>;
  /** Resolves once no job runs. Call it after the stop signal. */
  settled(): Promise<void>;
  /** Runs jobs until none is available. */
  drain(): Promise<void>;
}

interface RunnerDeps {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Polls a queue and runs its jobs until `stop`. A job that ends frees its slot at once. */
export function createJobRunner<Claimed extends Job>(
  handler: JobHandler<Claimed>,
  { clock, logger }: RunnerDeps,
  stop: AbortSignal,
): JobRunner {
  const running = new Set<Promise<void>>();
  let [count, isClaiming] = [0, false];

  const start = (job: Claimed, claimedAt: number): void => {
    count += 1;
    const done: Promise<void> = runJob(handler, { clock, logger }, job, claimedAt, stop)
      .finally(() => {
        count -= 1;
      })
      .then(poll)
      .catch((error: unknown) => logger.warn(`${handler.noun} could not be claimed`, { error: coerceError(error) }))
      .finally(() => running.delete(done));
    running.add(done);
  };
  async function poll(): Promise<void> {
    if (isClaiming) return;
    isClaiming = true;
    try {
      while (!stop.aborted && count < handler.concurrency) {
        const now = clock.now();
        const job = await handler.queue.claim(now);
        if (!job) return;
        start(job, now);
      }
    } finally {
      isClaiming = false;
    }
  }
  const settled = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };
  return { poll, settled, drain: () => poll().then(settled) };
}

/** Runs one attempt. Never throws: a job that can't be released is claimed again when its lease expires. */
async function runJob<Claimed extends Job>(
  handler: JobHandler<Claimed>,
  { clock, logger }: RunnerDeps,
  job: Claimed,
  claimedAt: number,
  stop: AbortSignal,
): Promise<void> {
  const { noun, queue, leaseMs, attemptsMax, pauseMs } = handler;
  const about = { ...handler.describe(job), attempt: job.attempts };
  const attempt = async (lease: Lease): Promise<void> => {
    try {
      if (job.attempts > attemptsMax) await handler.giveUp(job, "process_ended");
      else await handler.run(job, lease, stop);
    } catch (error) {
      if (lease.lost.aborted || (error instanceof LeaseLost && !stop.aborted)) {
        logger.warn(`${noun} belongs to another worker; this worker leaves it`, about);
        return;
      }
      if (!stop.aborted) {
        const next =
          job.attempts < attemptsMax ? (handler.resumption?.(job) ?? "another attempt follows") : "giving up";
        logger.error(`${noun} interrupted; ${next}`, { ...about, error: coerceError(error) });
      }
      const hand = stop.aborted
        ? queue.release(job, clock.now(), false)
        : job.attempts < attemptsMax
          ? queue.release(job, clock.now() + backOffMs(job.attempts - 1, pauseMs, HOUR_MS), true)
          : handler.giveUp(job, "error");
      await rejectOnAbort(hand, lease.lost);
    }
  };
  const onRenewError = (error: Error): void =>
    logger.warn(`${noun}: the lease could not be renewed`, { ...about, error });
  const renew = (now: number): Promise<boolean> => queue.renew(job, now);
  await withLease({ clock, leaseMs, claimedAt, renew, onRenewError }, attempt).catch((error: unknown) =>
    logger.warn(`${noun} could not be released; its lease expires`, { ...about, error: coerceError(error) }),
  );
}
