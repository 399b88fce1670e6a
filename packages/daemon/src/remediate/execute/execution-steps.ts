import { setTimeout as wait } from "node:timers/promises";
import { type Lease, LeaseLost } from "../../jobs/lease.ts";
import { type Clock, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { ApplicationError, coerceError, isTemporary } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import { rejectOnAbort } from "../../kernel/reject-on-abort.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { EXECUTION_LEASE_MS } from "../../model/lease-limits.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import { describeAction } from "../actions/describe-action.ts";
import type { ExecutionJob, ExecutionStep, ExecutionStore } from "../actions/execution-store.ts";
import { differencesOf, type PlanDeps, recomputePlan } from "../actions/remediation-plan.ts";
import type { CurrentPolicy } from "../policy/policy.ts";
import {
  ExecutionRefused,
  type Executor,
  type ExecutorOf,
  OutcomeUnknown,
  type ReportProgress,
} from "../targets/executor.ts";
import { type Done, type Failure, resumed, sending, sent, type Touched } from "./execution-changes.ts";

export interface ExecuteDeps extends PlanDeps {
  readonly executions: ExecutionStore;
  readonly executorOf: ExecutorOf;
  readonly policy: CurrentPolicy;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly ended: (action: Pick<RemediationAction, "status" | "mode">) => void;
  readonly timeMsMax: number;
  readonly concurrency: number;
}

export type Ending = Done | Failure;

export interface Run extends ExecuteDeps {
  readonly job: ExecutionJob;
  readonly lease: Lease;
  readonly stop: AbortSignal;
}

type Note = Readonly<Record<string, unknown>>;

class ExecutionAborted extends Error {
  override readonly name = "ExecutionAborted";
  readonly touched: Touched;
  readonly details: Note;
  constructor(message: string, touched: Touched = "nothing", details: Note = {}) {
    super(message);
    this.touched = touched;
    this.details = details;
  }
}

/** Attempts that may be interrupted, by an error or the end of a process. */
export const ATTEMPTS_MAX = 5;
/** Time limit before sending. */
const PREPARE_MS_MAX = MINUTE_MS;
/** Time limit of the request; executors have shorter ones. */
const SEND_MS_MAX = 2 * MINUTE_MS;
/** Minimum time for a worker that continues late. */
const SETTLE_MS_LEAST = 30 * SECOND_MS;
/** Lease that must remain when the request is sent, because clocks differ. */
const LEASE_LEFT_LEAST_MS = EXECUTION_LEASE_MS / 4;
/** About half a minute in total. */
const WRITE_TRIES_MAX = 20;
const WRITE_PAUSE_MS_LEAST = 100;
const WRITE_PAUSE_MS_MAX = 2 * SECOND_MS;
/** Timeline entries per attempt; further ones are dropped. */
const MESSAGES_MAX = 20;

/**
 * Runs an execution from its stored step to its end. Throws LeaseLost if another worker continues it, and internal
 * errors unchanged.
 */
export async function runFrom(run: Run): Promise<Ending> {
  try {
    const { job } = run;
    const executor = executorFor(run);
    if (job.attempts > 1) await advance(run, job.step, job.note, resumed(job, job.step));
    return await settle(run, executor, await sentBy(run, executor));
  } catch (error) {
    if (!(error instanceof ExecutionAborted)) throw error;
    return { failure: error.message, details: error.details, touched: error.touched };
  }
}

/** The result of `send`, of this worker or an earlier one. */
async function sentBy(run: Run, executor: Executor): Promise<Note> {
  const { step, note } = run.job;
  if (step === "sent") return note;
  const found = step === "claimed" ? await prepareAndSend(run, executor) : await trace(run, executor, ENDED_IN_BETWEEN);
  await retryUntilStored(run, () => advance(run, "sent", found, sent(run.job.action, found)));
  return found;
}

/** Retries to store an outcome, because the next worker could not find it out. */
export async function retryUntilStored<Value>(
  { job, lease, logger }: Pick<Run, "job" | "lease" | "logger">,
  write: () => Promise<Value>,
): Promise<Value> {
  for (let tries = 1, pauseMs = WRITE_PAUSE_MS_LEAST; ; tries++, pauseMs = Math.min(2 * pauseMs, WRITE_PAUSE_MS_MAX)) {
    try {
      return await write();
    } catch (error) {
      if (error instanceof LeaseLost || tries >= WRITE_TRIES_MAX) throw error;
      if (tries === 1) {
        const about = { actionId: job.action.id, error: coerceError(error) };
        logger.warn("The outcome of an execution could not be stored; it is retried", about);
      }
      await wait(pauseMs, undefined, { signal: lease.lost, ref: false }).catch(() => {
        throw new LeaseLost();
      });
    }
  }
}

async function prepareAndSend(run: Run, executor: Executor): Promise<Note> {
  const { job, clock } = run;
  await withinTime(run, PREPARE_MS_MAX, "looked at", (signal) => prepare(run, executor, signal));
  const now = clock.now();
  await advance(run, "sending", {}, sending(job.action, executor.render(job.action, now), now));
  await requireLease(run);
  // The only permission to change anything: only after `sending` is stored, and while this worker holds the lease.
  const beforeSend = (): void => {
    if (clock.now() > run.lease.heldUntil - LEASE_LEFT_LEAST_MS) throw new ExecutionAborted(HELD_UP);
  };
  try {
    return await executor.send(job.action, now, beforeSend, AbortSignal.timeout(SEND_MS_MAX));
  } catch (error) {
    if (error instanceof ExecutionAborted) throw error;
    if (error instanceof ExecutionRefused)
      throw new ExecutionAborted(`It was refused, and nothing was changed: ${error.message}`);
    const unknown = error instanceof OutcomeUnknown ? error.message : "An error of Tocsin's own broke it off.";
    if (!(error instanceof OutcomeUnknown)) {
      run.logger.error("Sending an action broke off", { actionId: job.action.id, error: coerceError(error) });
    }
    return trace(run, executor, unknown);
  }
}

/** Checks that the plan still holds and the receiver would accept it. Changes nothing. */
async function prepare(run: Run, executor: Executor, signal: AbortSignal): Promise<void> {
  const { action } = run.job;
  const { plan, planHash } = action;
  const current = await recomputePlan(run, action);
  if (current.refused !== undefined) throw new ExecutionAborted(`Nothing was touched: ${current.refused}`);
  if (current.planHash !== planHash) {
    const differences = differencesOf(plan, current.plan);
    throw new ExecutionAborted(
      `Nothing was touched: the plan that was let through no longer fits: ${differences.join("; ")}. Request it again.`,
      "nothing",
      { differences },
    );
  }
  await executor.check(action, signal);
}

async function withinTime(
  run: Run,
  ms: number,
  what: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const late = AbortSignal.timeout(ms);
  const signal = AbortSignal.any([run.stop, run.lease.lost, late]);
  try {
    await rejectOnAbort(work(signal), signal);
  } catch (error) {
    if (run.stop.aborted || run.lease.lost.aborted) throw new LeaseLost();
    if (error instanceof ExecutionRefused) throw new ExecutionAborted(`Nothing was touched: ${error.message}`);
    if (error instanceof ApplicationError && !isWorthATry(run, error))
      throw new ExecutionAborted(`Nothing was touched: ${error.message}`);
    if (late.aborted) {
      throw new ExecutionAborted(
        `Nothing was touched: what it acts on could not be ${what} within ${ms / SECOND_MS} s.`,
      );
    }
    throw error;
  }
}

/** Temporary errors are retried. */
const isWorthATry = ({ job }: Run, error: ApplicationError): boolean =>
  isTemporary(error) && job.attempts < ATTEMPTS_MAX;

/** Check the lease again before sending: this worker may have been paused since it recorded the step. */
async function requireLease({ lease, clock }: Run): Promise<void> {
  if (lease.heldUntil - clock.now() < EXECUTION_LEASE_MS / 2 && !(await lease.renew())) throw new LeaseLost();
}

const HELD_UP =
  "Nothing was sent: the worker was held up right before, for so long that another may have taken the action over. Request it again.";
const ENDED_IN_BETWEEN = "The worker that was sending it ended, or was held up, in between.";

/** Looks for the effect. If there is none the execution ends: nothing is sent twice. */
async function trace(run: Run, executor: Executor, unknown: string): Promise<Note> {
  const signal = AbortSignal.any([run.lease.lost, AbortSignal.timeout(PREPARE_MS_MAX)]);
  let seen = "Nothing shows that it came through.";
  const found = await rejectOnAbort(executor.findEffect(run.job.action, signal), signal).catch((error: unknown) => {
    if (error instanceof OutcomeUnknown) seen = error.message;
    else if (!(error instanceof ExecutionRefused)) throw error;
    return undefined;
  });
  if (found) return found;
  throw new ExecutionAborted(
    `Outcome unknown: ${unknown} ${seen} It is not sent again: look what became of ${describeAction(run.job.action)} before it is requested again.`,
    "unknown",
  );
}

async function advance(
  run: Run,
  step: ExecutionStep,
  note: Note,
  change: Parameters<Run["executions"]["advance"]>[3],
): Promise<void> {
  const now = run.clock.now();
  if (!(await run.executions.advance(run.job, step, note, change, now))) throw new LeaseLost();
  run.job.step = step;
  run.lease.heldUntil = now + EXECUTION_LEASE_MS;
}

/** Waits for the outcome within the time limit. */
async function settle(run: Run, executor: Executor, note: Note): Promise<Ending> {
  const { job, clock, stop } = run;
  const { lost } = run.lease;
  const progress = telling(run);
  const late = AbortSignal.timeout(timeLeft(run, clock.now()));
  const signal = AbortSignal.any([stop, lost, late]);
  try {
    const outcome = await rejectOnAbort(executor.awaitOutcome(job.action, note, progress.tell, signal), signal);
    if (!outcome.ok) return { failure: outcome.reason, details: outcome.details, touched: "something" };
    return { summary: outcome.summary, details: outcome.details, simulated: note["simulated"] };
  } catch (error) {
    if (stop.aborted || lost.aborted) throw new LeaseLost();
    if (error instanceof ExecutionRefused) throw new ExecutionAborted(`It was sent. ${error.message}`, "something");
    if (!late.aborted) throw error;
    const last = progress.last();
    const seen = last === undefined ? "Nothing was heard of it since it was sent." : `The last that was seen: ${last}`;
    const message = `It was sent, and didn't come to its end within ${run.timeMsMax / MINUTE_MS} minutes. ${seen}`;
    throw new ExecutionAborted(message, "something");
  }
}

function timeLeft({ job, timeMsMax }: Run, now: number): number {
  const { startedAt } = (job.action.details["execution"] ?? {}) as { readonly startedAt?: string };
  const began = startedAt === undefined ? now : Date.parse(startedAt);
  return Math.max(timeMsMax - (now - began), Math.min(SETTLE_MS_LEAST, timeMsMax));
}

/** Reports progress on the timeline; failures are logged only. */
function telling(run: Run): { readonly tell: ReportProgress; readonly last: () => string | undefined } {
  const { executions, job, clock, logger } = run;
  let left = MESSAGES_MAX;
  let last: string | undefined;
  const title = `Under way: ${describeAction(job.action)}`;
  const tell: ReportProgress = async (message) => {
    const text = toSingleLine(message);
    if (text === last) return;
    last = text;
    if (left-- <= 0) return;
    try {
      await executions.tell(job, title, text, clock.now());
    } catch (error) {
      logger.warn("The progress of an execution could not be stored", {
        actionId: job.action.id,
        error: coerceError(error),
      });
    }
  };
  return { tell, last: () => last };
}

/** An execution of the other mode can't be continued, because the modes read different state. */
function executorFor({ job, mode, executorOf }: Run): Executor {
  const { action, step } = job;
  const executor = executorOf(action.actionType);
  if (executor && (action.mode === mode || step === "claimed")) return executor;
  const reason = executor
    ? `It was begun in the mode ${action.mode}, and Tocsin runs in the mode ${mode} now.`
    : `Nobody executes ${toSingleLine(action.actionType)} here any more.`;
  const touched = step !== "claimed" && action.mode === "live";
  if (!touched) throw new ExecutionAborted(`Nothing was touched: ${reason}`);
  throw new ExecutionAborted(`Outcome unknown: ${reason} It is not sent again.`, "unknown");
}
