import type { EntityManager } from "typeorm";
import { ApplicationError, notFound } from "../../kernel/errors.ts";
import { REPORT_LEASE_MS } from "../../model/lease-limits.ts";
import { REPORT_RUNS_OPEN_MAX } from "../../model/record-limits.ts";
import type { Delivery, ReportRun } from "../../model/report.ts";
import type { Scope } from "../../model/scope.ts";
import type { NewRun, ReportJob, ReportJobStore, ReportRunStore, RunFilter } from "../../report/store.ts";
import { createJobTable, placeInLine } from "../jobs/job-table.ts";
import type { Database } from "../sql/database.ts";
import { writeLocked } from "../sql/organization-lock.ts";
import { insertRows, updateRows, withoutColumns } from "../sql/sql-rows.ts";
import { type RunRow, runTable, settingsTable } from "./report-tables.ts";

const PAGE_ROWS = 500;
const RETRY_AFTER_SECONDS = 60;
const IS_OPEN = "status = 'running'";

const toRun = (row: RunRow): ReportRun =>
  withoutColumns(row, ["seq", "period", "place", "attempts", "claim", "availableAt"]);

export function createReportRunStore(database: Pick<Database, "reader" | "write">): ReportRunStore {
  const { reader } = database;
  const page = async (scope: Scope, filter: RunFilter, before?: RunRow): Promise<RunRow[]> => {
    const { organizationId } = scope;
    const { status, from, to, limit } = filter;
    const query = reader
      .createQueryBuilder(runTable, "run")
      .where("run.organizationId = :organizationId", { organizationId });
    if (status !== undefined) query.andWhere("run.status = :status", { status });
    if (from !== undefined) query.andWhere("run.startedAt >= :from", { from });
    if (to !== undefined) query.andWhere("run.startedAt <= :to", { to });
    if (before) {
      const { startedAt, seq } = before;
      query.andWhere("(run.startedAt, run.seq) < (:startedAt, :seq)", { startedAt, seq });
    }
    return query.orderBy("run.startedAt", "DESC").addOrderBy("run.seq", "DESC").limit(limit).getMany();
  };
  return {
    add: (scope, run, now) =>
      writeLocked(database, scope, async (transaction) => {
        await requireCapacity(transaction, scope);
        const row = await newRunRow(transaction, scope.organizationId, run, null, now);
        await insertRows(transaction, runTable, [row]);
        return toRun(row as RunRow);
      }),
    async get({ organizationId }, id) {
      const row = await reader.findOneBy(runTable, { organizationId, id });
      if (!row) throw notFound("report_run_not_found", `Report run ${id}`);
      return toRun(row);
    },
    list: async (scope, filter) => (await page(scope, filter)).map(toRun),
    async *each(scope, filter) {
      let before: RunRow | undefined;
      for (let left = filter.limit; left > 0; left -= PAGE_ROWS) {
        const rows = await page(scope, { ...filter, limit: Math.min(left, PAGE_ROWS) }, before);
        yield* rows.map(toRun);
        if (rows.length < PAGE_ROWS) return;
        before = rows.at(-1);
      }
    },
  };
}

async function requireCapacity(transaction: EntityManager, { organizationId }: Scope): Promise<void> {
  const open = await transaction.countBy(runTable, { organizationId, status: "running" });
  if (open < REPORT_RUNS_OPEN_MAX) return;
  const message = `${REPORT_RUNS_OPEN_MAX} report runs of this organization have not ended. Try again when some have.`;
  throw new ApplicationError("too_many_running", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** A run that waits for a worker. */
export const newRunRow = async (
  transaction: EntityManager,
  organizationId: string,
  { recipients, ...run }: NewRun,
  period: string | null,
  now: number,
): Promise<Omit<RunRow, "seq">> => ({
  ...run,
  organizationId,
  period,
  deliveries: recipients.map((recipient): Delivery => ({ recipient, status: "waiting", reason: null })),
  deletedCount: 0,
  totalActions: 0,
  failedActions: 0,
  pendingApprovals: 0,
  queuedExecutions: 0,
  status: "running",
  error: null,
  startedAt: now,
  completedAt: null,
  place: await placeInLine(transaction, "report_run", IS_OPEN, organizationId),
  attempts: 0,
  claim: null,
  availableAt: now,
});

/** Every write for a run checks the lease in the same transaction. */
export function createReportJobStore(database: Database): ReportJobStore {
  const { write } = database;
  const { claimNext, claimOne, isOwn, ...jobs } = createJobTable(database, {
    table: "report_run",
    isOpen: IS_OPEN,
    order: "place, seq",
    leaseMs: REPORT_LEASE_MS,
  });
  const rowOf = (transaction: EntityManager, seq: number): Promise<RunRow> =>
    transaction.findOneByOrFail(runTable, { seq });
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
