import type { EntityManager, SelectQueryBuilder } from "typeorm";
import { REPORTED_ACTIONS_MAX } from "../../model/record-limits.ts";
import type { RemediationMode } from "../../model/remediation.ts";
import type { StoredAction } from "../../remediate/actions/action-store.ts";
import type { EndedNumbers, ReportedAction, ReportFactStore, ServiceNumbers } from "../../report/store.ts";
import { toAction } from "../remediation/action-rows.ts";
import { actionTable } from "../remediation/remediation-tables.ts";
import type { Database } from "../sql/database.ts";
import { query, queryOne, raw, type Sql, sql } from "../sql/statement.ts";

const PAGE_ROWS = 100;
const SERVICES_MAX = 10;
/** Completed actions that are searched for ineffective ones. */
const COMPLETED_READ_MAX = 1_000;

interface Span {
  readonly organizationId: string;
  readonly from: number;
  readonly until: number;
}

export const createReportFactStore = ({ reader }: Pick<Database, "reader">): ReportFactStore => ({
  async read({ organizationId }, from, until) {
    const span = { organizationId, from, until };
    const services = await requestedBy(reader, span);
    const ended = await endedBy(reader, span);
    return {
      requested: await countRequested(reader, span),
      ...numbersOf(ended),
      rejected: sumOf(ended, ({ status }) => status === "REJECTED"),
      services: services.map((service) => withEnds(service, ended)),
      waiting: await waiting(reader, organizationId),
      failures: await endedWith(reader, span, "action.status = 'FAILED'", REPORTED_ACTIONS_MAX),
      ineffective: (await endedWith(reader, span, EXECUTED, COMPLETED_READ_MAX))
        .filter(({ verification }) => verification?.status === "ineffective")
        .slice(0, REPORTED_ACTIONS_MAX),
    };
  },
  async *actions({ organizationId }, from, until, most) {
    let before: StoredAction | undefined;
    for (let left = most; left > 0; left -= PAGE_ROWS) {
      const query = reader
        .createQueryBuilder(actionTable, "action")
        .where("action.organizationId = :organizationId", { organizationId })
        .andWhere("action.createdAt >= :from and action.createdAt < :until", { from, until });
      if (before) {
        const { createdAt, seq } = before;
        query.andWhere("(action.createdAt, action.seq) < (:createdAt, :seq)", { createdAt, seq });
      }
      const rows = await query
        .orderBy("action.createdAt", "DESC")
        .addOrderBy("action.seq", "DESC")
        .limit(Math.min(left, PAGE_ROWS))
        .getMany();
      yield* rows.map(toAction);
      if (rows.length < PAGE_ROWS) return;
      before = rows.at(-1);
    }
  },
});

interface Counted {
  readonly name: string | null;
  readonly count: number;
}

interface Ended extends Counted {
  readonly status: string;
  readonly mode: RemediationMode;
}

const sumOf = (ended: readonly Ended[], counts: (each: Ended) => boolean): number =>
  ended.filter(counts).reduce((sum, { count }) => sum + count, 0);

const numbersOf = (ended: readonly Ended[]): EndedNumbers => ({
  completed: sumOf(ended, ({ status, mode }) => status === "COMPLETED" && mode === "live"),
  failed: sumOf(ended, ({ status, mode }) => status === "FAILED" && mode === "live"),
  simulated: sumOf(ended, ({ status, mode }) => status !== "REJECTED" && mode === "simulate"),
});

const within = ({ organizationId, from, until }: Span, time: "created_at" | "finished_at"): Sql =>
  sql`organization_id = ${organizationId} and ${raw(time)} >= ${from} and ${raw(time)} < ${until}`;

async function countRequested(reader: EntityManager, span: Span): Promise<number> {
  const statement = sql`select count(*) as count from remediation_action where ${within(span, "created_at")}`;
  return (await queryOne<Counted>(reader, statement))?.count ?? 0;
}

const requestedBy = (reader: EntityManager, span: Span): Promise<Counted[]> =>
  query(
    reader,
    sql`select service_name as name, count(*) as count from remediation_action where ${within(span, "created_at")}
        group by service_name order by count(*) desc, service_name limit ${raw(SERVICES_MAX)}`,
  );

const endedBy = (reader: EntityManager, span: Span): Promise<Ended[]> =>
  query(
    reader,
    sql`select service_name as name, status, mode, count(*) as count from remediation_action
        where ${within(span, "finished_at")} group by service_name, status, mode`,
  );

const withEnds = ({ name, count }: Counted, ended: readonly Ended[]): ServiceNumbers => ({
  serviceName: name,
  requested: count,
  ...numbersOf(ended.filter((each) => each.name === name)),
});

/** Leaves out the large columns: plans, parameters and details. */
const briefly = (reader: EntityManager, organizationId: string): SelectQueryBuilder<StoredAction> =>
  reader
    .createQueryBuilder(actionTable, "action")
    .select(
      [
        "id",
        "incidentId",
        "actionType",
        "serviceName",
        "environment",
        "mode",
        "performedBy",
        "createdAt",
        "finishedAt",
        "error",
        "verification",
        "seq",
      ].map((column) => `action.${column}`),
    )
    .where("action.organizationId = :organizationId", { organizationId });

/** A simulated action changes nothing, so only live ones can be ineffective. */
const EXECUTED = "action.status = 'COMPLETED' and action.mode = 'live'";

const waiting = (reader: EntityManager, organizationId: string): Promise<ReportedAction[]> =>
  briefly(reader, organizationId)
    .andWhere("action.status = 'PENDING_APPROVAL'")
    .orderBy("action.seq", "ASC")
    .limit(REPORTED_ACTIONS_MAX)
    .getMany();

const endedWith = (
  reader: EntityManager,
  { organizationId, from, until }: Span,
  which: string,
  most: number,
): Promise<ReportedAction[]> =>
  briefly(reader, organizationId)
    .andWhere("action.finishedAt >= :from and action.finishedAt < :until", { from, until })
    .andWhere(which)
    .orderBy("action.finishedAt", "DESC")
    .addOrderBy("action.seq", "DESC")
    .limit(most)
    .getMany();
