import { createJobRunner, type JobRunner } from "../../jobs/job-runner.ts";
import { type Lease, LeaseLost } from "../../jobs/lease.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { EXECUTION_LEASE_MS } from "../../model/lease-limits.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import type { Situation } from "../actions/action-store.ts";
import type { ExecutionJob, Running, Taken } from "../actions/execution-store.ts";
import { decide } from "../policy/decide.ts";
import type { Guardrails, Policy, PolicyDecision } from "../policy/policy.ts";
import { questionOf } from "../requests/policy-question.ts";
import { begun, completed, type Failure, failed, refused } from "./execution-changes.ts";
import { ATTEMPTS_MAX, type Ending, type ExecuteDeps, type Run, retryUntilStored, runFrom } from "./execution-steps.ts";

/** Until a full guardrail is checked again. */
const WAIT_MS = SECOND_MS;

/** The final policy decision, before anything is touched. */
export function take(
  policy: Policy,
  action: RemediationAction,
  { incident, facts }: Situation,
  running: Running,
  now: number,
): Taken {
  const question = questionOf(action.organizationId, action, {
    plan: action.plan,
    currentReplicas: replicasOf(action),
  });
  const decision = decide(policy, question, facts, "execution", now);
  const overridden = overriddenBy(action);
  const violations = [
    ...decision.violations.filter((_, index) => !overridden.has(decision.blockedBy[index] ?? "")),
    ...unapproved(action, decision),
  ];
  if (violations.length > 0) return { refuse: refused(action, decision, violations, now) };
  if (isFull(policy.guardrails, running, overridden)) return { wait: now + WAIT_MS };
  return { begin: begun(action, incident, decision, now) };
}

/** From the approved plan, which is compared again before execution. */
function replicasOf({ plan }: RemediationAction): number | null {
  const replicas = plan.target["replicas"];
  return typeof replicas === "number" ? replicas : null;
}

/** Overridden guardrails stay overridden. A denial can't be overridden. */
function overriddenBy({ details }: RemediationAction): ReadonlySet<string> {
  const { guardrails } = (details["override"] ?? {}) as { readonly guardrails?: unknown };
  return new Set(Array.isArray(guardrails) ? guardrails.filter((name) => name !== "deny") : []);
}

/** It was approved automatically, and policy requires a person now. */
function unapproved({ details }: RemediationAction, { verdict, rules }: PolicyDecision): string[] {
  if (verdict !== "manual" || details["approval"] !== undefined) return [];
  const why = rules.filter(({ says }) => says === "manual").map(({ rule, reason }) => `${rule}: ${reason}`);
  return [`It was let through by itself, and policy asks for a person's approval now. ${why.join(" ")}`];
}

function isFull(
  { concurrent, concurrentPerService }: Guardrails,
  { ofOrganization, onTarget }: Running,
  overridden: ReadonlySet<string>,
): boolean {
  const full = (name: string, found: number, bound: number | undefined): boolean =>
    bound !== undefined && found >= bound && !overridden.has(name);
  return (
    full("concurrent", ofOrganization, concurrent) || full("concurrent-per-service", onTarget, concurrentPerService)
  );
}

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

/** A refused action ends here, and the next one is claimed. */
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
