import { SECOND_MS } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import { keepLease } from "../../kernel/lease.ts";
import { rejectOnAbort } from "../../kernel/reject-on-abort.ts";
import { type ExecutionJob, LEASE_MS, type Take } from "../actions/execution-store.ts";
import { take } from "./claim-execution.ts";
import { completed, failed } from "./execution-changes.ts";
import type { Failure } from "./execution-failure.ts";
import { type Ending, type ExecuteDeps, type Run, retryUntilStored, runFrom, TRIES_MAX } from "./execution-steps.ts";

/** Executions under way in this process. */
export interface Executions {
  /** Takes what waits, as long as there is room. */
  takeOn(): Promise<void>;
  /** Resolves once all are ended or left to another worker; to be called after the signal. */
  settled(): Promise<void>;
}

const RENEW_MS = LEASE_MS / 4;
/** Before the next try, times the tries so far. */
const PAUSE_MS = 2 * SECOND_MS;

export function createExecutions(deps: ExecuteDeps, stop: AbortSignal): Executions {
  const { executions, policy, clock, ended, atOnce } = deps;
  const underWay = new Set<Promise<void>>();
  return {
    async takeOn() {
      while (!stop.aborted && underWay.size < atOnce) {
        const now = clock.now();
        const decide: Take = (...given) => take(policy.current(), ...given, now);
        const claimed = await executions.claim(decide, now);
        if (!claimed) return;
        if ("refused" in claimed) ended(claimed.refused);
        else {
          const execution = execute(deps, claimed.job, clock.now() - now, stop).finally(() =>
            underWay.delete(execution),
          );
          underWay.add(execution);
        }
      }
    },
    settled: async () => {
      await Promise.all(underWay);
    },
  };
}

/** Takes one action from the step where it is to its end; never throws. */
async function execute(deps: ExecuteDeps, job: ExecutionJob, goneMs: number, stop: AbortSignal): Promise<void> {
  const { executions, clock, logger } = deps;
  const { action, attempts } = job;
  const about = { actionId: action.id, incidentId: action.incidentId, attempt: attempts };
  const [lost, over] = [new AbortController(), new AbortController()];
  const run: Run = {
    ...deps,
    job,
    stop,
    lost: lost.signal,
    step: job.step,
    heldUntil: clock.now() - goneMs + LEASE_MS,
    async renew() {
      const now = clock.now();
      const isOwn = await executions.renew(job, now);
      if (isOwn) run.heldUntil = now + LEASE_MS;
      return isOwn;
    },
  };
  const lease = {
    renew: run.renew,
    everyMs: RENEW_MS,
    goneMs,
    lost: () => lost.abort(),
    failed: (error: Error) => logger.warn("The lease of an execution could not be prolonged", { ...about, error }),
  };
  const renewing = keepLease(lease, over.signal);
  try {
    if (attempts > TRIES_MAX) await end(deps, job, { ...GIVEN_UP[job.step], details: {} });
    else {
      const ending = await runFrom(run);
      const isOver = ending && (await retryUntilStored(run, () => end(deps, job, ending)));
      if (isOver) return;
      if (!ending && stop.aborted && !lost.signal.aborted) await executions.giveBack(job, clock.now(), false);
      else logger.warn("Another worker took this execution over", about);
    }
  } catch (thrown) {
    logger.error("An execution broke off; it goes on where it is", {
      ...about,
      step: run.step,
      error: coerceError(thrown),
    });
    // Where the database is away, the lease runs out by itself.
    await rejectOnAbort(executions.giveBack(job, clock.now() + PAUSE_MS * attempts, true), lost.signal).catch(
      () => undefined,
    );
  } finally {
    over.abort();
    await renewing;
  }
}

const BROKE_OFF = `It was begun ${TRIES_MAX} times, and broke off each time: the worker's log says more.`;
const GIVEN_UP: Readonly<Record<ExecutionJob["step"], Pick<Failure, "failure" | "touched">>> = {
  claimed: { failure: `${BROKE_OFF} Nothing was touched.`, touched: "nothing" },
  sending: {
    failure: `Outcome unknown. ${BROKE_OFF} It may have been sent, and is not sent again.`,
    touched: "unknown",
  },
  sent: { failure: `It was sent, and what came of it isn't known. ${BROKE_OFF}`, touched: "something" },
};

/** False where the job is somebody else's. */
async function end(deps: ExecuteDeps, job: ExecutionJob, ending: Ending): Promise<boolean> {
  const { executions, policy, clock, ended } = deps;
  const now = clock.now();
  const change =
    "failure" in ending
      ? failed(job.action, ending, now)
      : completed(job.action, ending, policy.current().verification, now);
  const isOwn = await executions.end(job, change, now);
  if (isOwn) ended({ status: "failure" in ending ? "FAILED" : "COMPLETED", mode: job.action.mode });
  return isOwn;
}
