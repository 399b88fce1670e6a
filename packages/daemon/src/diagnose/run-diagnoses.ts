import { createJobRunner, type JobRunner } from "../jobs/job-runner.ts";
import { type Lease, LeaseLost } from "../jobs/lease.ts";
import { SECOND_MS } from "../kernel/clock.ts";
import { coerceError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import { rejectOnAbort } from "../kernel/reject-on-abort.ts";
import type { DiagnosisStatus } from "../model/diagnosis-status.ts";
import { type DiagnoseDeps, diagnose, type Tell } from "./diagnose.ts";
import { ATTEMPTS_MAX, type DiagnosisEnd, type DiagnosisJob, LEASE_MS, statusOf } from "./job.ts";
import type { DiagnosisJobStore } from "./store.ts";

export interface RunDiagnosesDeps extends DiagnoseDeps {
  readonly jobs: DiagnosisJobStore;
  readonly logger: Logger;
  /** Called for each diagnosis that ends in this process. */
  readonly ended: (status: DiagnosisStatus) => void;
  /** Longest duration of one attempt. */
  readonly timeMsMax: number;
  /** Diagnoses that run at once in this process. */
  readonly concurrency: number;
}

const PAUSE_MS = 2 * SECOND_MS;
/** Messages on the stream of one attempt; further messages are dropped. */
const MESSAGES_MAX = 50;

export function createDiagnosisRunner(deps: RunDiagnosesDeps, stop: AbortSignal): JobRunner {
  const { jobs, concurrency } = deps;
  return createJobRunner(
    {
      noun: "Diagnosis",
      queue: jobs,
      leaseMs: LEASE_MS,
      attemptsMax: ATTEMPTS_MAX,
      pauseMs: PAUSE_MS,
      concurrency,
      describe: ({ seq, incidentId }) => ({ job: seq, incidentId }),
      run: (job, lease, stopping) => runDiagnosis(deps, job, lease, stopping),
      giveUp: (job) => end(deps, job, { failure: interrupted(job) }),
    },
    deps,
    stop,
  );
}

async function runDiagnosis(deps: RunDiagnosesDeps, job: DiagnosisJob, lease: Lease, stop: AbortSignal): Promise<void> {
  const late = AbortSignal.timeout(deps.timeMsMax);
  const lost = new AbortController();
  const signal = AbortSignal.any([stop, lease.lost, lost.signal, late]);
  try {
    // Also ends the attempt if the diagnosis ignores the signal.
    const analysis = await rejectOnAbort(diagnose(deps, job, publishProgress(deps, job, lost), signal), signal);
    await end(deps, job, { analysis });
  } catch (error) {
    if (stop.aborted || lease.lost.aborted || !late.aborted) throw error;
    await end(deps, job, { failure: tookTooLong(deps.timeMsMax) });
  }
}

async function end({ jobs, clock, ended }: RunDiagnosesDeps, job: DiagnosisJob, outcome: DiagnosisEnd): Promise<void> {
  if (await jobs.end(job, outcome, clock.now())) ended(statusOf(outcome));
}

const tookTooLong = (ms: number): string =>
  `The diagnosis took longer than ${ms / SECOND_MS} seconds and was stopped. Ask again when the worker is less busy.`;

const interrupted = ({ seq }: DiagnosisJob): string =>
  `An internal error interrupted the diagnosis ${ATTEMPTS_MAX} times. See the worker's log for job ${seq}.`;

/** Publishes progress on the stream. A message that can't be published doesn't stop the diagnosis. */
function publishProgress({ jobs, clock, logger }: RunDiagnosesDeps, job: DiagnosisJob, lost: AbortController): Tell {
  let left = MESSAGES_MAX;
  return async (stage, message) => {
    if (left-- <= 0) return;
    try {
      if (!(await jobs.tell(job, stage, message, clock.now()))) lost.abort(new LeaseLost());
    } catch (error) {
      logger.warn("The progress of a diagnosis could not be published", { job: job.seq, error: coerceError(error) });
    }
  };
}
