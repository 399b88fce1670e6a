import { type EntityManager, IsNull } from "typeorm";
import {
  ASKED_MAX,
  ATTEMPTS_MAX,
  asked,
  begun,
  type DiagnosisEnd,
  type DiagnosisJob,
  ended,
  JOB_KEPT_MS,
  LEASE_MS,
  type Step,
  statusOf,
} from "../../diagnose/job.ts";
import type { DiagnosisJobRepository } from "../../diagnose/queue-diagnosis.ts";
import { announceProgress } from "../../diagnose/queue-diagnosis.ts";
import type { DiagnosisJobStore } from "../../diagnose/store.ts";
import { applyConsequence, requireIncident } from "../../incident/apply-change.ts";
import type { StoredIncident, UnitsOfWork } from "../../incident/unit-of-work.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { randomId } from "../../kernel/ids.ts";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "../sql/database.ts";
import { place, rowCount, updateRows } from "../sql/sql-rows.ts";
import type { StoreUnit } from "../sql/store-unit.ts";
import { placeOf } from "./diagnosis-job-repository.ts";
import { type DiagnosisJobRow, diagnosisJobTable } from "./diagnosis-tables.ts";

interface DiagnosisUnit extends StoreUnit {
  readonly diagnosisJobs: DiagnosisJobRepository;
}

const RETRY_AFTER_SECONDS = 60;
/** Where other workers are quicker. */
const CLAIM_TRIES_MAX = 10;
const GIVEN_UP = `It was begun ${ATTEMPTS_MAX} times, and each time the process that worked on it ended before it did.`;
const FORGOTTEN_AT_ONCE_MAX = 1000;

/**
 * Writes for a job hold the organization's write lock and compare the claim first: a worker that lost the job writes
 * nothing, and no other worker claims it in between.
 */
export function createDiagnosisJobStore(database: Database, units: UnitsOfWork<DiagnosisUnit>): DiagnosisJobStore {
  const query = (sql: string, parameters: readonly unknown[]): Promise<unknown> =>
    database.write((transaction) => transaction.query(place(transaction, sql), [...parameters]));
  return {
    ask: (scope, incidentId, now) => units.run(scope.organizationId, (unit) => ask(unit, scope, incidentId, now)),
    async claim(now) {
      for (let tries = 0; tries < CLAIM_TRIES_MAX; tries++) {
        const next = await nextInLine(database.reader, now);
        if (!next) return undefined;
        const job = await units.run(next.organizationId, (unit) => begin(unit, next.seq, now));
        if (job) return job;
      }
      return undefined;
    },
    countOpen: () => database.reader.countBy(diagnosisJobTable, { endedAt: IsNull() }),
    async renew({ seq, claim }, now) {
      const sql = "update diagnosis_job set free_at = ? where seq = ? and claim = ? returning seq";
      return rowCount(await query(sql, [now + LEASE_MS, seq, claim])) === 1;
    },
    tell: (job, stage, message, now) =>
      units.run(job.organizationId, async (unit) => {
        if (!(await isOwn(unit, job))) return false;
        await announceProgress(unit.stream, job.incidentId, { diagnosisStatus: "RUNNING", stage, message }, now);
        return true;
      }),
    end: (job, end, now) =>
      units.run(job.organizationId, async (unit) => {
        if (!(await isOwn(unit, job))) return false;
        await finish(unit, job, end, now);
        return true;
      }),
    async giveBack({ seq, claim }, from, counts) {
      const sql =
        "update diagnosis_job set claim = null, free_at = ?, attempts = attempts - ? where seq = ? and claim = ?";
      await query(sql, [from, counts ? 0 : 1, seq, claim]);
    },
    async takeOver() {
      await query(
        "update diagnosis_job set claim = null, free_at = 0 where ended_at is null and claim is not null",
        [],
      );
    },
    async tidy(now) {
      const gone = await query(
        `delete from diagnosis_job where seq in (
           select seq from diagnosis_job where ended_at < ? order by ended_at limit ?) returning seq`,
        [now - JOB_KEPT_MS, FORGOTTEN_AT_ONCE_MAX],
      );
      return rowCount(gone);
    },
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
  await transaction.query(
    place(transaction, "update diagnosis_job set automatic = 0, place = ?, asked_by = ? where seq = ?"),
    [await placeOf(transaction, organizationId, false), askedBy, seq],
  );
}

const nextInLine = (reader: EntityManager, now: number): Promise<DiagnosisJobRow | null> =>
  reader
    .createQueryBuilder(diagnosisJobTable, "job")
    .where("job.endedAt is null and job.freeAt <= :now", { now })
    .orderBy("job.automatic", "ASC")
    .addOrderBy("job.place", "ASC")
    .addOrderBy("job.seq", "ASC")
    .limit(1)
    .getOne();

/** Undefined where another worker was quicker, or the job came to its end. */
async function begin(unit: DiagnosisUnit, seq: number, now: number): Promise<DiagnosisJob | undefined> {
  const { transaction } = unit;
  const claim = randomId();
  const sql = `update diagnosis_job set claim = ?, free_at = ?, attempts = attempts + 1, status = 'RUNNING'
    where seq = ? and ended_at is null and free_at <= ? returning seq`;
  const taken = await transaction.query(place(transaction, sql), [claim, now + LEASE_MS, seq, now]);
  if (rowCount(taken) === 0) return undefined;
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

const isOwn = ({ transaction }: DiagnosisUnit, { seq, claim }: DiagnosisJob): Promise<boolean> =>
  transaction.existsBy(diagnosisJobTable, { seq, claim });

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
