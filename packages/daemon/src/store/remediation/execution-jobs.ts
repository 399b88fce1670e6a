import type { EntityManager } from "typeorm";
import type { UnitsOfWork } from "../../incident/unit-of-work.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { EXECUTION_LEASE_MS } from "../../model/lease-limits.ts";
import { FACTS_COUNTED_MAX } from "../../model/record-limits.ts";
import type { StoredAction } from "../../remediate/actions/action-store.ts";
import type {
  ExecutionJobRepository,
  ExecutionJobs,
  ExecutionUnitOfWork,
  Running,
} from "../../remediate/actions/execution-store.ts";
import { type AvailableJob, createJobTable } from "../jobs/job-table.ts";
import { isTransient } from "../sql/classify-error.ts";
import type { Database } from "../sql/database.ts";
import { updateRows } from "../sql/sql-rows.ts";
import { query, queryOne, type Sql, sql } from "../sql/statement.ts";
import type { RemediationUnit } from "./remediation-repositories.ts";
import { type ExecutionJobRow, executionJobTable } from "./remediation-tables.ts";

/** A job whose claim fails by a lasting error doesn't block the jobs behind it. */
const BROKEN_PAUSE_MS = 30 * SECOND_MS;

/** Work for a job checks the lease within the organization's write lock: a worker that lost it writes nothing. */
export function createExecutionJobs(database: Database, units: UnitsOfWork<RemediationUnit>): ExecutionJobs {
  const { claimNext, claimOne, isOwn, ...jobs } = createJobTable(database, {
    table: "remediation_job",
    isOpen: "ended_at is null",
    order: "place, seq",
    leaseMs: EXECUTION_LEASE_MS,
  });
  return {
    ...jobs,
    claim: (begin, now) =>
      claimNext(now, (next) =>
        units
          .run(next.organizationId, async (unit) => {
            const { transaction } = unit;
            const { seq } = next;
            const claim = await claimOne(transaction, seq, now);
            if (claim === undefined) return undefined;
            const row = (await transaction.findOneBy(executionJobTable, { seq })) as ExecutionJobRow;
            const { step, note, attempts, actionId } = row;
            return begin(withJobs(unit), { seq, claim, step, note, attempts, actionId });
          })
          .catch(async (error: unknown) => {
            if (!isTransient(error)) await postpone(database, next, now);
            throw error;
          }),
      ),
    owned: (job, work) =>
      units.run(job.action.organizationId, async (unit) => {
        if (!(await isOwn(unit.transaction, job))) return false;
        await work(withJobs(unit));
        return true;
      }),
  };
}

const withJobs = (unit: RemediationUnit): ExecutionUnitOfWork => ({
  ...unit,
  executionJobs: createExecutionJobRepository(unit.transaction),
});

const createExecutionJobRepository = (transaction: EntityManager): ExecutionJobRepository => ({
  advance: (seq, step, note, now) =>
    updateRows(transaction, executionJobTable, { seq }, { step, note, availableAt: now + EXECUTION_LEASE_MS }),
  end: (seq, now) => updateRows(transaction, executionJobTable, { seq }, { claim: null, endedAt: now }),
  postpone: ({ seq, attempts }, until) =>
    updateRows(transaction, executionJobTable, { seq }, { claim: null, availableAt: until, attempts: attempts - 1 }),
  running: (action) => readRunning(transaction, action),
});

const postpone = (database: Database, { seq }: AvailableJob, now: number): Promise<unknown> =>
  database.write((transaction) =>
    query(
      transaction,
      sql`update remediation_job set free_at = ${now + BROKEN_PAUSE_MS} where seq = ${seq} and free_at <= ${now}`,
    ),
  );

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
  return found ?? { ofOrganization: 0, onTarget: 0 };
}
