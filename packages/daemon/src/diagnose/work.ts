import { SECOND_MS } from "../kernel/clock.ts";
import { coerceError } from "../kernel/errors.ts";
import { keepLease } from "../kernel/lease.ts";
import type { Logger } from "../kernel/logger.ts";
import { rejectOnAbort } from "../kernel/reject-on-abort.ts";
import type { DiagnosisStatus } from "../model/diagnosis-status.ts";
import { type DiagnoseDeps, diagnose, type Tell } from "./diagnose.ts";
import { ATTEMPTS_MAX, type DiagnosisEnd, type DiagnosisJob, LEASE_MS, statusOf } from "./job.ts";
import type { DiagnosisJobStore } from "./store.ts";

export interface WorkDeps extends DiagnoseDeps {
  readonly jobs: DiagnosisJobStore;
  readonly logger: Logger;
  /** Told how each ends that ends here. */
  readonly ended: (status: DiagnosisStatus) => void;
  /** How long one diagnosis may take, all in all. */
  readonly timeMsMax: number;
}

const RENEW_MS = LEASE_MS / 4;
/** Before the next try, times the tries so far. */
const PAUSE_MS = 2 * SECOND_MS;
/** Messages on the stream of one try; more are left out. */
const MESSAGES_MAX = 50;

/** Does the jobs that wait, one after the other, until none is left or the signal aborts. Calls `found` before each. */
export async function drainJobs(deps: WorkDeps, stop: AbortSignal, found?: () => void): Promise<void> {
  while (!stop.aborted) {
    const asked = deps.clock.now();
    const job = await deps.jobs.claim(asked);
    if (!job) return;
    found?.();
    await work(deps, job, deps.clock.now() - asked, stop);
  }
}

async function work(deps: WorkDeps, job: DiagnosisJob, goneMs: number, stop: AbortSignal): Promise<void> {
  const { jobs, clock, logger, timeMsMax } = deps;
  const lost = new AbortController();
  const late = AbortSignal.timeout(timeMsMax);
  const over = new AbortController();
  const signal = AbortSignal.any([stop, lost.signal, late]);
  const about = { job: job.seq, incidentId: job.incidentId, attempt: job.attempts };
  const lease = {
    renew: () => jobs.renew(job, clock.now()),
    everyMs: RENEW_MS,
    goneMs,
    lost: () => lost.abort(),
    failed: (error: Error) => logger.warn("The lease of a diagnosis could not be prolonged", { ...about, error }),
  };
  const renewing = keepLease(lease, over.signal);
  const end = async (outcome: DiagnosisEnd): Promise<void> => {
    if (await jobs.end(job, outcome, clock.now())) deps.ended(statusOf(outcome));
  };
  try {
    // Also where what is under way doesn't heed the signal.
    const analysis = await rejectOnAbort(diagnose(deps, job, telling(deps, job, lost), signal), signal);
    await end({ analysis });
  } catch (thrown) {
    const error = coerceError(thrown);
    if (lost.signal.aborted) logger.warn("Another worker took this diagnosis over", about);
    else if (stop.aborted) await jobs.giveBack(job, clock.now(), false);
    else if (late.aborted) await end({ failure: tookTooLong(timeMsMax) });
    else {
      logger.warn("A diagnosis broke off", { ...about, error });
      if (job.attempts < ATTEMPTS_MAX) await jobs.giveBack(job, clock.now() + PAUSE_MS * job.attempts, true);
      else await end({ failure: brokeOff(job) });
    }
  } finally {
    over.abort();
    await renewing;
  }
}

const tookTooLong = (ms: number): string =>
  `It took longer than ${ms / SECOND_MS} seconds and was ended. Ask again when there is less to do.`;

const brokeOff = ({ seq }: DiagnosisJob): string =>
  `An error of Tocsin's own broke it off ${ATTEMPTS_MAX} times. The worker's log says more, under job ${seq}.`;

/** Tells the stream. What can't be told keeps no diagnosis from going on. */
function telling({ jobs, clock, logger }: WorkDeps, job: DiagnosisJob, lost: AbortController): Tell {
  let left = MESSAGES_MAX;
  return async (stage, message) => {
    if (left-- <= 0) return;
    try {
      if (!(await jobs.tell(job, stage, message, clock.now()))) lost.abort();
    } catch (error) {
      logger.warn("How far a diagnosis is could not be told", { job: job.seq, error: coerceError(error) });
    }
  };
}
