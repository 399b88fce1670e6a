import { type EntityManager, In, type SelectQueryBuilder } from "typeorm";
import { notFound } from "../../kernel/errors.ts";
import { RUNBOOK_CONTENTS_BYTES_MAX } from "../../model/page-limits.ts";
import type { Scope } from "../../model/scope.ts";
import type { Runbook, RunbookOutline, RunbookStatus, RunbookVersion } from "../../runbook/runbook.ts";
import { query, sql, textTable } from "../sql/statement.ts";
import { type RunbookRow, type RunbookVersionRow, runbookActionTagTable, runbookTable } from "./runbook-tables.ts";

/** The newest that pass. Every combination is a range of one index. */
export function newestRunbooks(
  manager: EntityManager,
  { organizationId }: Scope,
  { status, actionType }: { readonly status?: RunbookStatus; readonly actionType?: string },
): SelectQueryBuilder<RunbookRow> {
  const runbooks = manager.createQueryBuilder(runbookTable, "runbook");
  // A tag knows its runbook's number and status.
  const from = actionType === undefined ? "runbook" : "tag";
  if (actionType !== undefined) {
    runbooks.innerJoin(runbookActionTagTable.options.name, "tag", "tag.seq = runbook.seq and tag.tag = :actionType", {
      actionType,
    });
  }
  runbooks.where(`${from}.organizationId = :organizationId`, { organizationId }).orderBy(`${from}.seq`, "DESC");
  if (status !== undefined) runbooks.andWhere(`${from}.status = :status`, { status });
  return runbooks;
}

/** In the order of the ids; one that isn't visible is left out. */
export async function runbooksOf(
  manager: EntityManager,
  { organizationId }: Scope,
  ids: readonly string[],
): Promise<RunbookRow[]> {
  if (ids.length === 0) return [];
  const rows = await manager.findBy(runbookTable, { organizationId, id: In([...ids]) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Throws `not_found`. */
export async function findRunbook(manager: EntityManager, scope: Scope, id: string): Promise<RunbookRow> {
  const row = await manager.findOneBy(runbookTable, { id, organizationId: scope.organizationId });
  if (!row) throw notFound("runbook_not_found", `Runbook ${id}`);
  return row;
}

/** With the texts of their latest versions, as many in order as a list shows. */
export async function withContents(
  manager: EntityManager,
  scope: Scope,
  rows: readonly RunbookRow[],
): Promise<Runbook[]> {
  let bytes = 0;
  const shown = rows.filter(({ contentBytes }) => {
    bytes += contentBytes;
    return bytes <= RUNBOOK_CONTENTS_BYTES_MAX;
  });
  const ids = shown.map(({ latestVersionId }) => latestVersionId);
  const texts = await query<{ id: string; text: string }>(
    manager,
    sql`select id, content_md as text from runbook_version
        where organization_id = ${scope.organizationId} and id in (${textTable(manager, ids)})`,
  );
  const textOf = new Map(texts.map(({ id, text }) => [id, text]));
  return rows.map((row) => ({ ...toOutline(row), contentMd: textOf.get(row.latestVersionId) ?? null }));
}

export function toOutline(row: RunbookRow): RunbookOutline {
  const { seq: _seq, latestVersionId: _version, contentBytes: _bytes, ...outline } = row;
  return outline;
}

export const toVersion = ({ seq: _seq, ...version }: RunbookVersionRow): RunbookVersion => version;
