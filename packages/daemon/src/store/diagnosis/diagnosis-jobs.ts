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
import type { DiagnosisJobStore } from "../../diagnose/store.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { randomId } from "../../kernel/ids.ts";
import type { Scope } from "../../model/scope.ts";
import { changeOther } from "../incidents/apply-change.ts";
import { findIncidentRow } from "../incidents/change-incident.ts";
import { toIncident } from "../incidents/incident-rows.ts";
import { type IncidentRow, incidentTable } from "../incidents/incident-tables.ts";
import { inTurn, type Turn } from "../incidents/turn.ts";
import type { Database } from "../sql/database.ts";
import { place, rowCount, updateRows } from "../sql/sql-rows.ts";
import { type DiagnosisJobRow, diagnosisJobTable } from "./diagnosis-tables.ts";
import { countWaiting, enqueue, placeOf, writeProgress } from "./enqueue-diagnosis.ts";

const RETRY_AFTER_SECONDS = 60;
/** Where other workers are quicker. */
const CLAIM_TRIES_MAX = 10;
const GIVEN_UP = `It was begun ${ATTEMPTS_MAX} times, and each time the process that worked on it ended before it did.`;
const FORGOTTEN_AT_ONCE_MAX = 1000;

/**
 * All that is written for a job is written in its organization's turn, where the claim is compared first: who lost the
 * job writes nothing, and nobody takes it in between.
 */
export function createDiagnosisJobStore(database: Database): DiagnosisJobStore {
  const turnOf = <Result>(
    organizationId: string,
    work: (transaction: EntityManager, turn: Turn) => Promise<Result>,
  ): Promise<Result> =>
    database.write((transaction) => inTurn(transaction, organizationId, (turn) => work(transaction, turn)));
  const query = (sql: string, parameters: readonly unknown[]): Promise<unknown> =>
    database.write((transaction) => transaction.query(place(transaction, sql), [...parameters]));
  return {
    ask: (scope, incidentId, now) =>
      turnOf(scope.organizationId, (transaction, turn) => ask(transaction, turn, scope, incidentId, now)),
    async claim(now) {
      for (let tries = 0; tries < CLAIM_TRIES_MAX; tries++) {
        const next = await nextInLine(database.reader, now);
        if (!next) return undefined;
        const job = await turnOf(next.organizationId, (transaction, turn) => begin(transaction, turn, next.seq, now));
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
      turnOf(job.organizationId, async (transaction, turn) => {
        if (!(await isOwn(transaction, job))) return false;
        await writeProgress(transaction, turn, job.incidentId, { diagnosisStatus: "RUNNING", stage, message }, now);
        return true;
      }),
    end: (job, end, now) =>
      turnOf(job.organizationId, async (transaction, turn) => {
        if (!(await isOwn(transaction, job))) return false;
        await finish(transaction, turn, job, end, now);
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

async function ask(
  transaction: EntityManager,
  turn: Turn,
  scope: Scope,
  incidentId: string,
  now: number,
): Promise<void> {
  const { organizationId, actor: askedBy } = scope;
  const row = await findIncidentRow(transaction, scope, incidentId);
  const job = await transaction
    .createQueryBuilder(diagnosisJobTable, "job")
    .where("job.incidentId = :incidentId and job.endedAt is null", { incidentId })
    .getOne();
  if (job && !job.automatic) return;
  if ((await countWaiting(transaction, organizationId, false, ASKED_MAX)) >= ASKED_MAX) {
    const message = `${ASKED_MAX} diagnoses of this organization already wait. Try again when some have ended.`;
    throw new ApplicationError("too_many_running", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  if (job) {
    await moveUp(transaction, job, askedBy);
    return;
  }
  await enqueue(transaction, turn, { incidentId, askedBy, automatic: false }, now);
  await apply(transaction, turn, row, asked(toIncident(row)), now);
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
async function begin(
  transaction: EntityManager,
  turn: Turn,
  seq: number,
  now: number,
): Promise<DiagnosisJob | undefined> {
  const claim = randomId();
  const sql = `update diagnosis_job set claim = ?, free_at = ?, attempts = attempts + 1, status = 'RUNNING'
    where seq = ? and ended_at is null and free_at <= ? returning seq`;
  const taken = await transaction.query(place(transaction, sql), [claim, now + LEASE_MS, seq, now]);
  if (rowCount(taken) === 0) return undefined;
  const row = (await transaction.findOneBy(diagnosisJobTable, { seq })) as DiagnosisJobRow;
  const { organizationId, incidentId, askedBy, attempts } = row;
  const job = { seq, organizationId, incidentId, askedBy, attempts, claim };
  if (attempts > ATTEMPTS_MAX) {
    await finish(transaction, turn, job, { failure: GIVEN_UP }, now);
    return undefined;
  }
  const incident = await incidentOf(transaction, job);
  if (!incident) {
    await finish(transaction, turn, job, { failure: "The incident is gone." }, now);
    return undefined;
  }
  await apply(transaction, turn, incident, begun(toIncident(incident), job, now), now);
  return job;
}

const isOwn = (transaction: EntityManager, { seq, claim }: DiagnosisJob): Promise<boolean> =>
  transaction.existsBy(diagnosisJobTable, { seq, claim });

async function finish(
  transaction: EntityManager,
  turn: Turn,
  job: DiagnosisJob,
  end: DiagnosisEnd,
  now: number,
): Promise<void> {
  const { seq } = job;
  await updateRows(transaction, diagnosisJobTable, { seq }, { status: statusOf(end), claim: null, endedAt: now });
  const incident = await incidentOf(transaction, job);
  if (incident) await apply(transaction, turn, incident, ended(end), now);
}

const incidentOf = (
  transaction: EntityManager,
  { organizationId, incidentId: id }: DiagnosisJob,
): Promise<IncidentRow | null> => transaction.findOneBy(incidentTable, { organizationId, id });

/** That it was diagnosed doesn't move when a closed incident was closed, and concerns neither parent nor children. */
async function apply(
  transaction: EntityManager,
  turn: Turn,
  row: IncidentRow,
  { change, progress }: Step,
  now: number,
): Promise<void> {
  if (change) await changeOther(transaction, turn, row, change, now);
  await writeProgress(transaction, turn, row.id, progress, now);
}
