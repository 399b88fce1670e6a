import { createJobRunner, type JobRunner } from "../../jobs/job-runner.ts";
import { type Lease, LeaseLost } from "../../jobs/lease.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { EXECUTION_LEASE_MS } from "../../model/lease-limits.ts";
import type { ExecutionJob } from "../actions/execution-store.ts";
import { take } from "./claim-execution.ts";
import { completed, failed } from "./execution-changes.ts";
import type { Failure } from "./execution-failure.ts";
import { ATTEMPTS_MAX, type Ending, type ExecuteDeps, type Run, retryUntilStored, runFrom } from "./execution-steps.ts";

const PAUSE_MS = 2 * SECOND_MS;

export function createExecutionRunner(deps: ExecuteDeps, stop: AbortSignal): JobRunner {
  const { executions, concurrency } = deps;
  return createJobRunner(
    {
      noun: "Execution",
      queue: { claim: (now) => claimExecution(deps, now), renew: executions.renew, release: executions.release },
      leaseMs: EXECUTION_LEASE_MS,
      attemptsMax: ATTEMPTS_MAX,
      pauseMs: PAUSE_MS,
      concurrency,
      describe: ({ action, step }) => ({ actionId: action.id, incidentId: action.incidentId, step }),
      run: (job, lease, stopping) => runExecution(deps, job, lease, stopping),
      giveUp: (job) => end(deps, job, { ...GIVEN_UP[job.step], details: {} }),
      resumption: ({ step }) => `resuming at step ${step}`,
    },
    deps,
    stop,
  );
}

/** Policy decides again at the claim: an action that it refuses now ends here, and the next one is claimed. */
async function claimExecution(
  { executions, policy, ended }: ExecuteDeps,
  now: number,
): Promise<ExecutionJob | undefined> {
  for (;;) {
    const claimed = await executions.claim((...given) => take(policy.current(), ...given, now), now);
    if (!claimed) return undefined;
    if ("job" in claimed) return claimed.job;
    ended(claimed.refused);
  }
}

/** Takes one action from its stored step to its end. */
async function runExecution(deps: ExecuteDeps, job: ExecutionJob, lease: Lease, stop: AbortSignal): Promise<void> {
  const run: Run = { ...deps, job, lease, stop };
  const ending = await runFrom(run);
  if (!(await retryUntilStored(run, () => end(deps, job, ending)))) throw new LeaseLost();
}

const INTERRUPTED = `The execution was interrupted ${ATTEMPTS_MAX} times. See the worker's log.`;
const GIVEN_UP: Readonly<Record<ExecutionJob["step"], Pick<Failure, "failure" | "touched">>> = {
  claimed: { failure: `${INTERRUPTED} Nothing was touched.`, touched: "nothing" },
  sending: {
    failure: `Outcome unknown. ${INTERRUPTED} The request may have been sent, and is not sent again.`,
    touched: "unknown",
  },
  sent: { failure: `The request was sent; its outcome is unknown. ${INTERRUPTED}`, touched: "something" },
};

/** False if the job belongs to another worker. */
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
