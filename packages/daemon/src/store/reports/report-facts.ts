import type { EntityManager, SelectQueryBuilder } from "typeorm";
import type { RemediationAction, RemediationMode } from "../../model/remediation.ts";
import {
  ACTIONS_TOLD_MAX,
  COMPLETED_READ_MAX,
  type EndedNumbers,
  type ReportedAction,
  type ReportFactStore,
  SERVICES_MAX,
  type ServiceNumbers,
} from "../../report/store.ts";
import { toAction } from "../remediation/action-rows.ts";
import { type ActionRow, actionTable } from "../remediation/remediation-tables.ts";
import type { Database } from "../sql/database.ts";
import { place } from "../sql/sql-rows.ts";

const PAGE_ROWS = 100;

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
      failures: await endedWith(reader, span, "action.status = 'FAILED'", ACTIONS_TOLD_MAX),
      ineffective: (await endedWith(reader, span, EXECUTED, COMPLETED_READ_MAX))
        .filter(({ verification }) => verification?.status === "ineffective")
        .slice(0, ACTIONS_TOLD_MAX),
    };
  },
  actions: (scope, from, until, most) => latest(reader, { organizationId: scope.organizationId, from, until }, most),
});

interface Counted {
  readonly name: string | null;
  readonly count: number | string;
}

interface Ended extends Counted {
  readonly status: string;
  readonly mode: RemediationMode;
}

const sumOf = (ended: readonly Ended[], counts: (each: Ended) => boolean): number =>
  ended.filter(counts).reduce((sum, { count }) => sum + Number(count), 0);

const numbersOf = (ended: readonly Ended[]): EndedNumbers => ({
  completed: sumOf(ended, ({ status, mode }) => status === "COMPLETED" && mode === "live"),
  failed: sumOf(ended, ({ status, mode }) => status === "FAILED" && mode === "live"),
  simulated: sumOf(ended, ({ status, mode }) => status !== "REJECTED" && mode === "simulate"),
});

const rowsOf = <Row>(reader: EntityManager, sql: string, { organizationId, from, until }: Span): Promise<Row[]> =>
  reader.query(place(reader, sql), [organizationId, from, until]);

async function countRequested(reader: EntityManager, span: Span): Promise<number> {
  const sql = `select count(*) as count from remediation_action
    where organization_id = ? and created_at >= ? and created_at < ?`;
  const [found] = await rowsOf<Counted>(reader, sql, span);
  return Number(found?.count ?? 0);
}

const requestedBy = (reader: EntityManager, span: Span): Promise<Counted[]> =>
  rowsOf(
    reader,
    `select service_name as name, count(*) as count from remediation_action
     where organization_id = ? and created_at >= ? and created_at < ?
     group by service_name order by count(*) desc, service_name limit ${SERVICES_MAX}`,
    span,
  );

const endedBy = (reader: EntityManager, span: Span): Promise<Ended[]> =>
  rowsOf(
    reader,
    `select service_name as name, status, mode, count(*) as count from remediation_action
     where organization_id = ? and finished_at >= ? and finished_at < ?
     group by service_name, status, mode`,
    span,
  );

const withEnds = ({ name, count }: Counted, ended: readonly Ended[]): ServiceNumbers => ({
  serviceName: name,
  requested: Number(count),
  ...numbersOf(ended.filter((each) => each.name === name)),
});

/** Without what is large: plans, parameters and details stay where they are. */
const briefly = (reader: EntityManager, organizationId: string): SelectQueryBuilder<ActionRow> =>
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

/** What a simulated action was to change is as it was: only the others can be without effect. */
const EXECUTED = "action.status = 'COMPLETED' and action.mode = 'live'";

const waiting = (reader: EntityManager, organizationId: string): Promise<ReportedAction[]> =>
  briefly(reader, organizationId)
    .andWhere("action.status = 'PENDING_APPROVAL'")
    .orderBy("action.seq", "ASC")
    .limit(ACTIONS_TOLD_MAX)
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

async function* latest(
  reader: EntityManager,
  { organizationId, from, until }: Span,
  most: number,
): AsyncGenerator<RemediationAction> {
  let before: ActionRow | undefined;
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
}
