import { type EntityManager, In, type SelectQueryBuilder } from "typeorm";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import type { ToolRun } from "../../model/diagnostic-tool.ts";
import { FAILURE_PATTERNS_MAX } from "../../model/record-limits.ts";
import type { Scope } from "../../model/scope.ts";
import type { FinishedRun, RunCounts, ToolRunDetail, ToolRunStore } from "../../probe/tool-runs.ts";
import type { Database } from "../sql/database.ts";
import { writeLocked } from "../sql/organization-lock.ts";
import { requireIncident } from "../sql/require-incident.ts";
import { insertRows, updateRows } from "../sql/sql-rows.ts";
import { query, queryOne, sql } from "../sql/statement.ts";
import type { StoreUnit, StoreUnits } from "../sql/store-unit.ts";
import { type ToolRunRow, toolRunTable } from "./probe-tables.ts";

/** Lists and counts are ranges of one index. */
export function createToolRunStore(database: Database, units: StoreUnits): ToolRunStore {
  const { reader } = database;
  return {
    begin: (scope, run, perMinute) =>
      writeLocked(database, scope, async (transaction) => {
        const { organizationId } = scope;
        await requireIncident(transaction, scope, run.incidentId);
        // The oldest of the newest `perMinute` runs of the last minute.
        const oldest = await queryOne<{ at: number }>(
          transaction,
          sql`select started_at as at from tool_run
              where organization_id = ${organizationId} and started_at > ${run.startedAt - MINUTE_MS}
              order by started_at desc limit 1 offset ${perMinute - 1}`,
        );
        if (oldest) return oldest.at;
        const row = { ...run, organizationId, toolType: run.tool.type, preview: null, failurePattern: null };
        await insertRows(transaction, toolRunTable, [row]);
        return undefined;
      }),
    withdraw: (scope, id) =>
      database.write(async (transaction) => {
        const where = { id, organizationId: scope.organizationId, status: "running" as const };
        await transaction.delete(toolRunTable, where);
      }),
    finish: ({ organizationId }, finished) => units.run(organizationId, (unit) => finish(unit, finished)),
    async list(scope, incidentId, { from, to, limit }) {
      await requireIncident(reader, scope, incidentId);
      const query = newest(reader, scope, incidentId, limit);
      if (from !== undefined) query.andWhere("run.startedAt >= :from", { from });
      if (to !== undefined) query.andWhere("run.startedAt <= :to", { to });
      return (await query.getMany()).map(toRun);
    },
    async latest(scope, incidentId, most) {
      await requireIncident(reader, scope, incidentId);
      const query = newest(reader, scope, incidentId, most).andWhere("run.status <> 'running'");
      return (await query.getMany()).map(toRun);
    },
    async get(scope, incidentId, id) {
      await requireIncident(reader, scope, incidentId);
      const row = await reader.findOneBy(toolRunTable, { id, incidentId, organizationId: scope.organizationId });
      if (!row) throw notFound("diagnostic_run_not_found", `Diagnostic run ${id}`);
      return toDetail(row);
    },
    async counts(scope, incidentId, since) {
      await requireIncident(reader, scope, incidentId);
      const recent = sql`from tool_run where incident_id = ${incidentId} and organization_id = ${scope.organizationId}
        and started_at >= ${since}`;
      const runs = await query<Omit<RunCounts["runs"][number], "truncated"> & { truncated: number }>(
        reader,
        sql`select tool_type as "toolType", provider, status, truncated, count(*) as count ${recent}
            group by tool_type, provider, status, truncated`,
      );
      const failurePatterns = await query<RunCounts["failurePatterns"][number]>(
        reader,
        sql`select failure_pattern as pattern, count(*) as count ${recent} and failure_pattern is not null
            group by failure_pattern order by count(*) desc, failure_pattern limit ${FAILURE_PATTERNS_MAX}`,
      );
      return { runs: runs.map((run) => ({ ...run, truncated: run.truncated === 1 })), failurePatterns };
    },
  };
}

async function finish(
  { transaction, organizationId, timeline, notifications }: StoreUnit,
  { run, preview, failurePattern, entry }: FinishedRun,
): Promise<boolean> {
  const where = { id: run.id, organizationId, status: "running" as const };
  const row = await transaction.findOneBy(toolRunTable, where);
  if (!row) return false;
  const { status, summary, keyPatterns, outputRef, truncated, completedAt, error } = run;
  const fields = { status, summary, keyPatterns, outputRef, truncated, completedAt, error, preview, failurePattern };
  await updateRows(transaction, toolRunTable, { seq: row.seq }, fields);
  const record = { incident: { id: row.incidentId }, entries: [entry], now: completedAt ?? row.startedAt };
  await timeline.append([record]);
  await notifications.enqueue(record.incident, record.entries, record.now);
  return true;
}

const newest = (
  reader: EntityManager,
  { organizationId }: Scope,
  incidentId: string,
  most: number,
): SelectQueryBuilder<ToolRunRow> =>
  reader
    .createQueryBuilder(toolRunTable, "run")
    .where("run.incidentId = :incidentId and run.organizationId = :organizationId", { incidentId, organizationId })
    .orderBy("run.startedAt", "DESC")
    .addOrderBy("run.seq", "DESC")
    .limit(most);

const toDetail = ({ seq: _seq, toolType: _type, failurePattern: _pattern, ...detail }: ToolRunRow): ToolRunDetail =>
  detail;

export const toRun = (row: ToolRunRow): ToolRun => {
  const { preview: _preview, ...run } = toDetail(row);
  return run;
};

/** Which of the references are named by a run of whichever organization. */
export async function namedOutputs(reader: EntityManager, refs: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await reader
    .createQueryBuilder(toolRunTable, "run")
    .select("run.outputRef", "ref")
    .distinct()
    .where({ outputRef: In([...refs]) })
    .getRawMany<{ ref: string }>();
  return new Set(rows.map(({ ref }) => ref));
}
