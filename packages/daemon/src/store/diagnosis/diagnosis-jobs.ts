import type { EntityManager } from "typeorm";
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
  LEASE_MS,
  type Step,
  statusOf,
} from "../../diagnose/job.ts";
import type { DiagnosisJobRepository } from "../../diagnose/queue-diagnosis.ts";
import { announceProgress } from "../../diagnose/queue-diagnosis.ts";
import { applyConsequence, requireIncident } from "../../incident/apply-change.ts";
import type { StoredIncident, UnitsOfWork } from "../../incident/unit-of-work.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import type { Scope } from "../../model/scope.ts";
import { createJobTable } from "../jobs/job-table.ts";
import type { Database } from "../sql/database.ts";
import { updateRows } from "../sql/sql-rows.ts";
import { query, sql } from "../sql/statement.ts";
import type { StoreUnit } from "../sql/store-unit.ts";
import { placeOf } from "./diagnosis-job-repository.ts";
import { type DiagnosisJobRow, diagnosisJobTable } from "./diagnosis-tables.ts";

interface DiagnosisUnit extends StoreUnit {
  readonly diagnosisJobs: DiagnosisJobRepository;
}

const RETRY_AFTER_SECONDS = 60;
const GIVEN_UP = `The diagnosis was started ${ATTEMPTS_MAX} times, and the worker process ended during each attempt.`;
const DELETED_AT_ONCE_MAX = 1000;

/** Every write for a job checks the lease within the organization's write lock: a worker that lost it writes nothing. */
export function createDiagnosisJobStore(database: Database, units: UnitsOfWork<DiagnosisUnit>): DiagnosisJobStore {
  const { claimNext, claimOne, isOwn, ...jobs } = createJobTable(database, {
    table: "diagnosis_job",
    isOpen: "ended_at is null",
    order: "automatic, place, seq",
    leaseMs: LEASE_MS,
  });
  return {
    ...jobs,
    ask: (scope, incidentId, now) => units.run(scope.organizationId, (unit) => ask(unit, scope, incidentId, now)),
    claim: (now) =>
      claimNext(now, ({ seq, organizationId }) =>
        units.run(organizationId, async (unit) => {
          const claim = await claimOne(unit.transaction, seq, now);
          return claim === undefined ? undefined : begin(unit, seq, claim, now);
        }),
      ),
    tell: (job, stage, message, now) =>
      units.run(job.organizationId, async (unit) => {
        if (!(await isOwn(unit.transaction, job))) return false;
        await announceProgress(unit.stream, job.incidentId, { diagnosisStatus: "RUNNING", stage, message }, now);
        return true;
      }),
    end: (job, end, now) =>
      units.run(job.organizationId, async (unit) => {
        if (!(await isOwn(unit.transaction, job))) return false;
        await finish(unit, job, end, now);
        return true;
      }),
    tidy: (now) =>
      database.write(async (transaction) => {
        const deleted = await query(
          transaction,
          sql`delete from diagnosis_job where seq in (select seq from diagnosis_job
              where ended_at < ${now - JOB_KEPT_MS} order by ended_at limit ${DELETED_AT_ONCE_MAX}) returning seq`,
        );
        return deleted.length;
      }),
  };
}

async function ask(unit: DiagnosisUnit, scope: Scope, incidentId: string, now: number): Promise<void> {
  const { actor: askedBy } = scope;
  const { transaction } = unit;
  const incident = await requireIncident(unit, incidentId);
  const job = await transaction
    .createQueryBuilder(diagnosisJobTable, "job")
    .where("job.incidentId = :incidentId and job.endedAt is null", { incidentId })
    .getOne();
  if (job && !job.automatic) return;
  if ((await unit.diagnosisJobs.countOpen(false, ASKED_MAX)) >= ASKED_MAX) {
    const message = `${ASKED_MAX} diagnoses of this organization already wait. Try again when some have ended.`;
    throw new ApplicationError("too_many_running", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  if (job) {
    await moveUp(transaction, job, askedBy);
    return;
  }
  await unit.diagnosisJobs.add({ incidentId, askedBy, automatic: false }, now);
  await apply(unit, incident, asked(incident), now);
}

/** Somebody wants what would have been done at leisure. */
async function moveUp(
  transaction: EntityManager,
  { seq, organizationId }: Pick<DiagnosisJobRow, "seq" | "organizationId">,
  askedBy: string,
): Promise<void> {
  const place = await placeOf(transaction, organizationId, false);
  await updateRows(transaction, diagnosisJobTable, { seq }, { automatic: false, place, askedBy });
}

/** Undefined if the job ends here. */
async function begin(unit: DiagnosisUnit, seq: number, claim: string, now: number): Promise<DiagnosisJob | undefined> {
  const { transaction } = unit;
  await updateRows(transaction, diagnosisJobTable, { seq }, { status: "RUNNING" });
  const row = (await transaction.findOneBy(diagnosisJobTable, { seq })) as DiagnosisJobRow;
  const { organizationId, incidentId, askedBy, attempts } = row;
  const job = { seq, organizationId, incidentId, askedBy, attempts, claim };
  if (attempts > ATTEMPTS_MAX) {
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

async function finish(unit: DiagnosisUnit, job: DiagnosisJob, end: DiagnosisEnd, now: number): Promise<void> {
  const { seq } = job;
  await updateRows(unit.transaction, diagnosisJobTable, { seq }, { status: statusOf(end), claim: null, endedAt: now });
  const incident = await unit.incidents.find(job.incidentId);
  if (incident) await apply(unit, incident, ended(end), now);
}

/** That it was diagnosed doesn't move when a closed incident was closed, and concerns neither parent nor children. */
async function apply(
  unit: DiagnosisUnit,
  incident: StoredIncident,
  { change, progress }: Step,
  now: number,
): Promise<void> {
  if (change) await applyConsequence(unit, incident, change, now);
  await announceProgress(unit.stream, incident.id, progress, now);
}
