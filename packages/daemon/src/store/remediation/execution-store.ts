import { type EntityManager, IsNull } from "typeorm";
import { appendTimeline } from "../../incident/append-timeline.ts";
import { requireIncident } from "../../incident/apply-change.ts";
import type { UnitsOfWork } from "../../incident/unit-of-work.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { randomId } from "../../kernel/ids.ts";
import { FACTS_COUNTED_MAX } from "../../model/record-limits.ts";
import { isFinished } from "../../model/remediation.ts";
import { SYSTEM } from "../../model/scope.ts";
import type { ActionChange } from "../../remediate/actions/action-store.ts";
import { applyAction } from "../../remediate/actions/apply-action.ts";
import {
  type Claimed,
  type ExecutionJob,
  type ExecutionStore,
  LEASE_MS,
  type Running,
  type Take,
} from "../../remediate/actions/execution-store.ts";
import { storable } from "../../remediate/audit/storable.ts";
import { isTransient } from "../sql/classify-error.ts";
import type { Database } from "../sql/database.ts";
import { place, rowCount, updateRows } from "../sql/sql-rows.ts";
import { toAction } from "./action-rows.ts";
import type { RemediationUnit } from "./remediation-repositories.ts";
import { type ActionRow, actionTable, type ExecutionJobRow, executionJobTable } from "./remediation-tables.ts";

/** Where other workers are quicker, and where what comes first has to wait. */
const CLAIM_TRIES_MAX = 10;
/** A job that can't be taken for a reason that passes for nobody doesn't keep those behind it from being taken. */
const BROKEN_PAUSE_MS = 30 * SECOND_MS;

type Attempt = Claimed | "passed over";

/**
 * Writes for a job hold the organization's write lock and compare the claim first: a worker that lost the job writes
 * nothing, and no other worker claims it in between.
 */
export function createExecutionStore(database: Database, units: UnitsOfWork<RemediationUnit>): ExecutionStore {
  const query = (sql: string, parameters: readonly unknown[]): Promise<unknown> =>
    database.write((transaction) => transaction.query(place(transaction, sql), [...parameters]));
  /** False where the job is somebody else's. */
  const owned = (
    { seq, claim, action }: ExecutionJob,
    work: (unit: RemediationUnit) => Promise<unknown>,
  ): Promise<boolean> =>
    units.run(action.organizationId, async (unit) => {
      if (!(await unit.transaction.existsBy(executionJobTable, { seq, claim }))) return false;
      await work(unit);
      return true;
    });
  return {
    claim: (take, now) => claimNext(database, units, take, now),
    async renew({ seq, claim }, now) {
      const sql = "update remediation_job set free_at = ? where seq = ? and claim = ? returning seq";
      return rowCount(await query(sql, [now + LEASE_MS, seq, claim])) === 1;
    },
    advance: (job, step, note, change, now) =>
      owned(job, async (unit) => {
        const { seq } = job;
        await updateRows(
          unit.transaction,
          executionJobTable,
          { seq },
          { step, note: storable(note), freeAt: now + LEASE_MS },
        );
        if (change) await changeAction(unit, job.action.id, change, now);
      }),
    end: (job, change, now) =>
      owned(job, async (unit) => {
        await endJob(unit.transaction, job.seq, now);
        await changeAction(unit, job.action.id, change, now);
      }),
    tell: (job, title, detail, now) =>
      owned(job, async (unit) => {
        const { id: actionId, actionType, incidentId } = job.action;
        const metadata = { eventKind: "remediation_progress", actionId, actionType };
        const entry = { type: "note", actor: SYSTEM, title, detail, metadata } as const;
        await appendTimeline(unit, { id: incidentId }, [storable(entry)], now);
      }),
    async giveBack({ seq, claim }, from, counts) {
      const sql =
        "update remediation_job set claim = null, free_at = ?, attempts = attempts - ? where seq = ? and claim = ?";
      await query(sql, [from, counts ? 0 : 1, seq, claim]);
    },
    async takeOver() {
      await query(
        "update remediation_job set claim = null, free_at = 0 where ended_at is null and claim is not null",
        [],
      );
    },
    countOpen: () => database.reader.countBy(executionJobTable, { endedAt: IsNull() }),
  };
}

async function claimNext(
  database: Database,
  units: UnitsOfWork<RemediationUnit>,
  take: Take,
  now: number,
): Promise<Claimed | undefined> {
  for (let tries = 0; tries < CLAIM_TRIES_MAX; tries++) {
    const next = await nextInLine(database.reader, now);
    if (!next) return undefined;
    try {
      const taken = await units.run(next.organizationId, (unit) => takeJob(unit, next.seq, take, now));
      if (taken !== "passed over") return taken;
    } catch (error) {
      if (!isTransient(error)) await putOff(database, next, now);
      throw error;
    }
  }
  return undefined;
}

async function putOff(database: Database, { seq }: Pick<ExecutionJobRow, "seq">, now: number): Promise<void> {
  const sql = "update remediation_job set free_at = ? where seq = ? and free_at <= ?";
  await database.write((transaction) => transaction.query(place(transaction, sql), [now + BROKEN_PAUSE_MS, seq, now]));
}

const nextInLine = (reader: EntityManager, now: number): Promise<ExecutionJobRow | null> =>
  reader
    .createQueryBuilder(executionJobTable, "job")
    .where("job.endedAt is null and job.freeAt <= :now", { now })
    .orderBy("job.place", "ASC")
    .addOrderBy("job.seq", "ASC")
    .limit(1)
    .getOne();

async function takeJob(unit: RemediationUnit, seq: number, take: Take, now: number): Promise<Attempt> {
  const { transaction } = unit;
  const claim = randomId();
  const sql = `update remediation_job set claim = ?, free_at = ?, attempts = attempts + 1
    where seq = ? and ended_at is null and free_at <= ? returning seq`;
  const claimed = await transaction.query(place(transaction, sql), [claim, now + LEASE_MS, seq, now]);
  if (rowCount(claimed) === 0) return "passed over";
  const { step, note, attempts, actionId } = (await transaction.findOneBy(executionJobTable, {
    seq,
  })) as ExecutionJobRow;
  const row = await transaction.findOneBy(actionTable, { id: actionId, organizationId: unit.organizationId });
  if (!row || isFinished(row.status)) {
    await endJob(transaction, seq, now);
    return "passed over";
  }
  const job = { seq, step, note, attempts, claim };
  const isResumed = row.status === "EXECUTING";
  if (isResumed && step !== "claimed") return { job: { ...job, action: toAction(row) } };
  // Nothing was touched yet, and much can have changed since another worker had it.
  const incident = await requireIncident(unit, row.incidentId);
  const situation = await unit.actions.situation(incident, row, now, row);
  const running = isResumed ? NO_OTHERS : await readRunning(transaction, row);
  const taken = take(toAction(row), situation, running);
  if ("wait" in taken) {
    const waiting = { claim: null, freeAt: taken.wait, attempts: attempts - 1 };
    await updateRows(transaction, executionJobTable, { seq }, waiting);
    return "passed over";
  }
  if ("begin" in taken) {
    const begun = isResumed ? row : await applyAction(unit, row, taken.begin, now);
    return { job: { ...job, action: toAction(begun) } };
  }
  const [execute, fail] = taken.refuse;
  const executing = isResumed ? row : await applyAction(unit, row, execute, now);
  await endJob(transaction, seq, now);
  return { refused: toAction(await applyAction(unit, executing, fail, now)) };
}

/** One that is under way already doesn't wait for others that are: they would wait for it. */
const NO_OTHERS: Running = { ofOrganization: 0, onTarget: 0 };

/** Each a look into an index, up to FACTS_COUNTED_MAX. */
async function readRunning(transaction: EntityManager, { organizationId, targetKey }: ActionRow): Promise<Running> {
  const counted = (where: string): string =>
    `(select count(*) from (select 1 from remediation_action where ${where} limit ${FACTS_COUNTED_MAX}) as found)`;
  const ofOrganization = counted("organization_id = ? and status = 'EXECUTING'");
  // The second condition stands as in the index, so that both engines see that it serves.
  const onTarget = counted(
    "organization_id = ? and target_key = ? and status = 'EXECUTING' and status in ('QUEUED', 'EXECUTING')",
  );
  const sql = `select ${ofOrganization} as organization, ${onTarget} as target`;
  const [found] = (await transaction.query(place(transaction, sql), [organizationId, organizationId, targetKey])) as [
    { organization: number | string; target: number | string },
  ];
  return { ofOrganization: Number(found.organization), onTarget: Number(found.target) };
}

const endJob = (transaction: EntityManager, seq: number, now: number): Promise<void> =>
  updateRows(transaction, executionJobTable, { seq }, { claim: null, endedAt: now });

async function changeAction(unit: RemediationUnit, id: string, change: ActionChange, now: number): Promise<void> {
  const row = await unit.transaction.findOneByOrFail(actionTable, { id, organizationId: unit.organizationId });
  await applyAction(unit, row, change, now);
}
