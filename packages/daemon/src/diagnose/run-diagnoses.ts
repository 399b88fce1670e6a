import type { IncidentStore } from "../incident/store.ts";
import { createJobRunner, type JobRunner } from "../jobs/job-runner.ts";
import { type Lease, LeaseLost } from "../jobs/lease.ts";
import { type Clock, SECOND_MS } from "../kernel/clock.ts";
import { coerceError } from "../kernel/errors.ts";
import { formatDuration } from "../kernel/format-figures.ts";
import type { Logger } from "../kernel/logger.ts";
import { rejectOnAbort } from "../kernel/reject-on-abort.ts";
import type { DiagnosisStatus } from "../model/diagnosis-status.ts";
import type { Incident } from "../model/incident.ts";
import { DIAGNOSIS_LEASE_MS } from "../model/lease-limits.ts";
import { type Scope, SYSTEM } from "../model/scope.ts";
import type { Analysis } from "./analyse/analyse.ts";
import type { Picture } from "./gather/incident-picture.ts";
import {
  ATTEMPTS_MAX,
  type DiagnosisEnd,
  type DiagnosisJob,
  type DiagnosisJobStore,
  type DiagnosisStage,
  statusOf,
} from "./job.ts";

/** Publishes progress; never throws. */
export type Tell = (stage: DiagnosisStage, message: string) => Promise<void>;

export interface DiagnoseDeps {
  readonly incidents: Pick<IncidentStore, "get">;
  readonly gather: (scope: Scope, incident: Incident, now: number, signal: AbortSignal) => Promise<Picture>;
  readonly analyse: (picture: Picture) => Analysis | Promise<Analysis>;
  /** Undefined without a model. Throws only the abort. */
  readonly consult:
    | ((
        scope: Scope,
        picture: Picture,
        analysis: Analysis,
        tell: (message: string) => Promise<void>,
        signal: AbortSignal,
      ) => Promise<Analysis>)
    | undefined;
  readonly clock: Clock;
}

/** Gathers and analyses the surroundings of an incident. Throws the abort. */
export async function diagnose(
  { incidents, gather, analyse, consult, clock }: DiagnoseDeps,
  { organizationId, incidentId }: Pick<DiagnosisJob, "organizationId" | "incidentId">,
  tell: Tell,
  signal: AbortSignal,
): Promise<Analysis> {
  const scope = { organizationId, actor: SYSTEM, permissions: [] };
  const incident = await incidents.get(scope, incidentId);
  const picture = await gather(scope, incident, clock.now(), signal);
  signal.throwIfAborted();
  await tell("analysing", `${sizeOf(picture)} Weighing what explains it.`);
  const analysis = await analyse(picture);
  if (!consult) return analysis;
  await tell("asking_model", `${weighed(analysis)} Asking the model.`);
  signal.throwIfAborted();
  return consult(scope, picture, analysis, (message) => tell("asking_model", message), signal);
}

/** `In view: 12,400 events of 4 services in 2 h.` */
function sizeOf({ grid, services, volumes }: Picture): string {
  const counts = volumes.flatMap((volume) => [...volume.events]);
  const events = Math.round(counts.reduce((sum, count) => sum + count, 0));
  return `In view: ${many(events, "event")} of ${many(services.length, "service")} in ${formatDuration(grid.step * grid.count)}.`;
}

const weighed = ({ diagnosis }: Analysis): string =>
  `Weighed ${many(diagnosis.hypotheses.length, "hypothesis", "hypotheses")} by ${many(diagnosis.evidence.length, "piece")} of evidence.`;

const many = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : more}`;

export interface RunDiagnosesDeps extends DiagnoseDeps {
  readonly jobs: DiagnosisJobStore;
  readonly logger: Logger;
  readonly ended: (status: DiagnosisStatus) => void;
  readonly timeMsMax: number;
  readonly concurrency: number;
}

const PAUSE_MS = 2 * SECOND_MS;
/** Messages per attempt; further ones are dropped. */
const MESSAGES_MAX = 50;

export function createDiagnosisRunner(deps: RunDiagnosesDeps, stop: AbortSignal): JobRunner {
  const { jobs, concurrency } = deps;
  return createJobRunner(
    {
      noun: "Diagnosis",
      queue: jobs,
      leaseMs: DIAGNOSIS_LEASE_MS,
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
    // Also ends if the diagnosis ignores the signal.
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

/** Errors of publishing don't stop the diagnosis. */
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
