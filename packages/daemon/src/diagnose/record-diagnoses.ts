import { applyConsequence, requireIncident } from "../incident/apply-change.ts";
import type { StoredIncident, UnitsOfWork } from "../incident/unit-of-work.ts";
import type { JobStore } from "../jobs/job.ts";
import { ApplicationError } from "../kernel/errors.ts";
import type { Scope } from "../model/scope.ts";
import {
  ASKED_MAX,
  ATTEMPTS_MAX,
  asked,
  begun,
  type DiagnosisEnd,
  type DiagnosisJob,
  type DiagnosisJobStore,
  ended,
  JOB_KEPT_MS,
  type Step,
  statusOf,
} from "./job.ts";
import { announceProgress, type DiagnosisUnitOfWork } from "./queue-diagnosis.ts";

/** Stored jobs. Each piece of work is one transaction, within the organization's write lock. */
export interface DiagnosisJobs extends Omit<JobStore<DiagnosisJob>, "claim"> {
  /** Claims the next available job, until `begin` returns one; undefined for none. */
  claim(
    begin: (unit: DiagnosisUnitOfWork, seq: number, claim: string) => Promise<DiagnosisJob | undefined>,
    now: number,
  ): Promise<DiagnosisJob | undefined>;
  /** False if the job belongs to another worker; then nothing is done. */
  owned(job: DiagnosisJob, work: (unit: DiagnosisUnitOfWork) => Promise<void>): Promise<boolean>;
  /** Deletes jobs that ended before, a bounded number; returns the count. */
  tidy(before: number): Promise<number>;
}

const RETRY_AFTER_SECONDS = 60;
const GIVEN_UP = `The diagnosis was started ${ATTEMPTS_MAX} times, and the worker process ended during each attempt.`;

/** Requested diagnoses over their stored jobs: each step is recorded on the incident and on the stream. */
export function createDiagnosisJobStore(
  { claim, owned, ...jobs }: DiagnosisJobs,
  units: UnitsOfWork<DiagnosisUnitOfWork>,
): DiagnosisJobStore {
  return {
    ...jobs,
    tidy: (now) => jobs.tidy(now - JOB_KEPT_MS),
    ask: (scope, incidentId, now) => units.run(scope.organizationId, (unit) => ask(unit, scope, incidentId, now)),
    claim: (now) => claim((unit, seq, claimed) => begin(unit, seq, claimed, now), now),
    tell: (job, stage, message, now) =>
      owned(job, ({ stream }) =>
        announceProgress(stream, job.incidentId, { diagnosisStatus: "RUNNING", stage, message }, now),
      ),
    end: (job, end, now) => owned(job, (unit) => finish(unit, job, end, now)),
  };
}

async function ask(unit: DiagnosisUnitOfWork, scope: Scope, incidentId: string, now: number): Promise<void> {
  const { diagnosisJobs } = unit;
  const askedBy = scope.actor;
  const incident = await requireIncident(unit, incidentId);
  const job = await diagnosisJobs.openJob(incidentId);
  if (job && !job.automatic) return;
  if ((await diagnosisJobs.countOpen(false, ASKED_MAX)) >= ASKED_MAX) {
    const message = `${ASKED_MAX} diagnoses of this organization already wait. Try again when some have ended.`;
    throw new ApplicationError("too_many_running", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  // A person now waits for the automatic one.
  if (job) return diagnosisJobs.makeRequested(job, askedBy);
  await diagnosisJobs.add({ incidentId, askedBy, automatic: false }, now);
  await apply(unit, incident, asked(incident), now);
}

/** Undefined if the job ends here. */
async function begin(
  unit: DiagnosisUnitOfWork,
  seq: number,
  claim: string,
  now: number,
): Promise<DiagnosisJob | undefined> {
  const job = { ...(await unit.diagnosisJobs.start(seq)), claim };
  if (job.attempts > ATTEMPTS_MAX) {
    await finish(unit, job, { failure: GIVEN_UP }, now);
    return undefined;
  }
  const incident = await unit.incidents.find(job.incidentId);
  if (!incident) {
    await finish(unit, job, { failure: "The incident is gone." }, now);
    return undefined;
  }
  await apply(unit, incident, begun(incident, job, now), now);
  return job;
}

async function finish(unit: DiagnosisUnitOfWork, job: DiagnosisJob, end: DiagnosisEnd, now: number): Promise<void> {
  await unit.diagnosisJobs.end(job.seq, statusOf(end), now);
  const incident = await unit.incidents.find(job.incidentId);
  if (incident) await apply(unit, incident, ended(end), now);
}

/** A diagnosis doesn't move when a closed incident was closed, and concerns neither parent nor children. */
async function apply(
  unit: DiagnosisUnitOfWork,
  incident: StoredIncident,
  { change, progress }: Step,
  now: number,
): Promise<void> {
  if (change) await applyConsequence(unit, incident, change, now);
  await announceProgress(unit.stream, incident.id, progress, now);
}
