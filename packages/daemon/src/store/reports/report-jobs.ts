import type { EntityManager } from "typeorm";
import { LEASE_MS, type ReportJob, type ReportJobStore } from "../../report/store.ts";
import { createJobTable } from "../jobs/job-table.ts";
import type { Database } from "../sql/database.ts";
import { updateRows } from "../sql/sql-rows.ts";
import { toRun } from "./report-runs.ts";
import { type RunRow, runTable, settingsTable } from "./report-tables.ts";

/** Every write for a run checks the lease in the same transaction. */
export function createReportJobStore(database: Database): ReportJobStore {
  const { write } = database;
  const { claimNext, claimOne, isOwn, ...jobs } = createJobTable(database, {
    table: "report_run",
    isOpen: "status = 'running'",
    order: "place, seq",
    leaseMs: LEASE_MS,
  });
  const own = (job: ReportJob, work: (transaction: EntityManager, row: RunRow) => Promise<unknown>): Promise<boolean> =>
    write(async (transaction) => {
      if (!(await isOwn(transaction, job))) return false;
      await work(transaction, await rowOf(transaction, job.seq));
      return true;
    });
  return {
    ...jobs,
    claim: (now) =>
      claimNext(now, ({ seq }) =>
        write(async (transaction) => {
          const claim = await claimOne(transaction, seq, now);
          if (claim === undefined) return undefined;
          const row = await rowOf(transaction, seq);
          return { seq, run: toRun(row), scheduled: row.period !== null, attempts: row.attempts, claim };
        }),
      ),
    prepared: (job, numbers, deletedCount) =>
      own(job, (transaction, { seq }) => updateRows(transaction, runTable, { seq }, { ...numbers, deletedCount })),
    delivered: (job, delivery) =>
      own(job, (transaction, { seq, deliveries }) => {
        const after = deliveries.map((each) => (each.recipient === delivery.recipient ? delivery : each));
        return updateRows(transaction, runTable, { seq }, { deliveries: after });
      }),
    end: (job, { status, error }, now) =>
      own(job, async (transaction, { seq, organizationId, deliveries }) => {
        await updateRows(transaction, runTable, { seq }, { status, error, claim: null, completedAt: now });
        const reached = deliveries.some((delivery) => delivery.status === "delivered");
        if (reached) await updateRows(transaction, settingsTable, { organizationId }, { lastReportAt: now });
      }),
  };
}

const rowOf = (transaction: EntityManager, seq: number): Promise<RunRow> =>
  transaction.findOneByOrFail(runTable, { seq });
