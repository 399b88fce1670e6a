import type { EntityManager } from "typeorm";
import { ApplicationError, notFound } from "../../kernel/errors.ts";
import type { Delivery, ReportRun } from "../../model/report.ts";
import type { Scope } from "../../model/scope.ts";
import { type NewRun, type ReportRunStore, RUNS_OPEN_MAX, type RunFilter } from "../../report/store.ts";
import { placeInLine } from "../jobs/place-in-line.ts";
import type { Database } from "../sql/database.ts";
import { lockOrganization } from "../sql/organization-lock.ts";
import { insertRows } from "../sql/sql-rows.ts";
import { type RunRow, runTable } from "./report-tables.ts";

const PAGE_ROWS = 500;
const RETRY_AFTER_SECONDS = 60;

export const toRun = (row: RunRow): ReportRun => ({
  id: row.id,
  organizationId: row.organizationId,
  cadence: row.cadence,
  from: row.reportedFrom,
  until: row.reportedUntil,
  deliveries: row.deliveries,
  deletedCount: row.deletedCount,
  totalActions: row.totalActions,
  failedActions: row.failedActions,
  pendingApprovals: row.pendingApprovals,
  queuedExecutions: row.queuedExecutions,
  status: row.status,
  error: row.error,
  startedAt: row.startedAt,
  completedAt: row.completedAt,
});

export function createReportRunStore({ reader, write }: Pick<Database, "reader" | "write">): ReportRunStore {
  const page = async (scope: Scope, filter: RunFilter, before?: RunRow): Promise<RunRow[]> => {
    const { organizationId } = scope;
    const { status, from, to, limit } = filter;
    const query = reader
      .createQueryBuilder(runTable, "run")
      .where("run.organizationId = :organizationId", { organizationId });
    if (status !== undefined) query.andWhere("run.status = :status", { status });
    if (from !== undefined) query.andWhere("run.startedAt >= :from", { from });
    if (to !== undefined) query.andWhere("run.startedAt <= :to", { to });
    if (before)
      query.andWhere("(run.startedAt, run.seq) < (:startedAt, :seq)", { startedAt: before.startedAt, seq: before.seq });
    return query.orderBy("run.startedAt", "DESC").addOrderBy("run.seq", "DESC").limit(limit).getMany();
  };
  return {
    add: (scope, run, now) =>
      write(async (transaction) => {
        await lockOrganization(transaction, scope.organizationId);
        await requireRoom(transaction, scope);
        const row = await rowOf(transaction, scope.organizationId, run, null, now);
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

async function requireRoom(transaction: EntityManager, { organizationId }: Scope): Promise<void> {
  const open = await transaction.countBy(runTable, { organizationId, status: "running" });
  if (open < RUNS_OPEN_MAX) return;
  const message = `${RUNS_OPEN_MAX} report runs of this organization have not ended. Try again when some have.`;
  throw new ApplicationError("too_many_running", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** A run that waits for a worker. */
export const rowOf = async (
  transaction: EntityManager,
  organizationId: string,
  { id, cadence, from, until, recipients }: NewRun,
  period: string | null,
  now: number,
): Promise<Omit<RunRow, "seq">> => ({
  id,
  organizationId,
  cadence,
  period,
  reportedFrom: from,
  reportedUntil: until,
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
  place: await placeInLine(transaction, "report_run", "status = 'running'", organizationId),
  attempts: 0,
  claim: null,
  availableAt: now,
});
