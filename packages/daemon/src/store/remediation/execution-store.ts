import type { EntityManager } from "typeorm";
import { appendTimeline } from "../../incident/append-timeline.ts";
import { requireIncident } from "../../incident/apply-change.ts";
import type { UnitsOfWork } from "../../incident/unit-of-work.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { EXECUTION_LEASE_MS } from "../../model/lease-limits.ts";
import { FACTS_COUNTED_MAX } from "../../model/record-limits.ts";
import { isFinished } from "../../model/remediation.ts";
import { SYSTEM } from "../../model/scope.ts";
import type { ActionChange, StoredAction } from "../../remediate/actions/action-store.ts";
import { applyAction } from "../../remediate/actions/apply-action.ts";
import type { Claimed, ExecutionJob, ExecutionStore, Running, Take } from "../../remediate/actions/execution-store.ts";
import { storable } from "../../remediate/audit/append-audit.ts";
import { type AvailableJob, createJobTable } from "../jobs/job-table.ts";
import { isTransient } from "../sql/classify-error.ts";
import type { Database } from "../sql/database.ts";
import { updateRows } from "../sql/sql-rows.ts";
import { query, queryOne, type Sql, sql } from "../sql/statement.ts";
import { toAction } from "./action-rows.ts";
import type { RemediationUnit } from "./remediation-repositories.ts";
import { actionTable, type ExecutionJobRow, executionJobTable } from "./remediation-tables.ts";

/** A job whose claim fails by a lasting error doesn't block the jobs behind it. */
const BROKEN_PAUSE_MS = 30 * SECOND_MS;

/** Every write for a job checks the lease within the organization's write lock: a worker that lost it writes nothing. */
export function createExecutionStore(database: Database, units: UnitsOfWork<RemediationUnit>): ExecutionStore {
  const { claimNext, claimOne, isOwn, ...jobs } = createJobTable(database, {
    table: "remediation_job",
    isOpen: "ended_at is null",
    order: "place, seq",
    leaseMs: EXECUTION_LEASE_MS,
  });
  /** False if the job belongs to another worker. */
  const owned = (job: ExecutionJob, work: (unit: RemediationUnit) => Promise<unknown>): Promise<boolean> =>
    units.run(job.action.organizationId, async (unit) => {
      if (!(await isOwn(unit.transaction, job))) return false;
      await work(unit);
      return true;
    });
  const begin = ({ seq, organizationId }: AvailableJob, take: Take, now: number): Promise<Claimed | undefined> =>
    units.run(organizationId, async (unit) => {
      const claim = await claimOne(unit.transaction, seq, now);
      return claim === undefined ? undefined : beginJob(unit, { seq, claim }, take, now);
    });
  return {
    ...jobs,
    claim: (take, now) =>
      claimNext(now, (next) =>
        begin(next, take, now).catch(async (error: unknown) => {
          if (!isTransient(error)) await postpone(database, next, now);
          throw error;
        }),
      ),
    advance: (job, step, note, change, now) =>
      owned(job, async (unit) => {
        const { seq } = job;
        await updateRows(
          unit.transaction,
          executionJobTable,
          { seq },
          { step, note: storable(note), availableAt: now + EXECUTION_LEASE_MS },
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
  };
}

const postpone = (database: Database, { seq }: AvailableJob, now: number): Promise<unknown> =>
  database.write((transaction) =>
    query(
      transaction,
      sql`update remediation_job set free_at = ${now + BROKEN_PAUSE_MS} where seq = ${seq} and free_at <= ${now}`,
    ),
  );

/** Undefined if the job has to wait, or its action has ended. */
async function beginJob(
  unit: RemediationUnit,
  { seq, claim }: Pick<ExecutionJob, "seq" | "claim">,
  take: Take,
  now: number,
): Promise<Claimed | undefined> {
  const { transaction } = unit;
  const { step, note, attempts, actionId } = (await transaction.findOneBy(executionJobTable, {
    seq,
  })) as ExecutionJobRow;
  const row = await transaction.findOneBy(actionTable, { id: actionId, organizationId: unit.organizationId });
  if (!row || isFinished(row.status)) {
    await endJob(transaction, seq, now);
    return undefined;
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
    const waiting = { claim: null, availableAt: taken.wait, attempts: attempts - 1 };
    await updateRows(transaction, executionJobTable, { seq }, waiting);
    return undefined;
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
async function readRunning(transaction: EntityManager, { organizationId, targetKey }: StoredAction): Promise<Running> {
  const counted = (where: Sql): Sql =>
    sql`(select count(*) from (select 1 from remediation_action where ${where} limit ${FACTS_COUNTED_MAX}) as found)`;
  const ofOrganization = counted(sql`organization_id = ${organizationId} and status = 'EXECUTING'`);
  // The second condition stands as in the index, so that both engines see that it serves.
  const onTarget = counted(
    sql`organization_id = ${organizationId} and target_key = ${targetKey}
        and status = 'EXECUTING' and status in ('QUEUED', 'EXECUTING')`,
  );
  const found = await queryOne<Running>(
    transaction,
    sql`select ${ofOrganization} as "ofOrganization", ${onTarget} as "onTarget"`,
  );
  return found ?? NO_OTHERS;
}

const endJob = (transaction: EntityManager, seq: number, now: number): Promise<void> =>
  updateRows(transaction, executionJobTable, { seq }, { claim: null, endedAt: now });

async function changeAction(unit: RemediationUnit, id: string, change: ActionChange, now: number): Promise<void> {
  const row = await unit.transaction.findOneByOrFail(actionTable, { id, organizationId: unit.organizationId });
  await applyAction(unit, row, change, now);
}
