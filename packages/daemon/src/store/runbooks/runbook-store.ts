import type { EntityManager } from "typeorm";
import { ApplicationError } from "../../kernel/errors.ts";
import { RUNBOOK_VERSIONS_MAX, RUNBOOKS_MAX } from "../../model/record-limits.ts";
import type { Scope } from "../../model/scope.ts";
import type { RunbookOutline, RunbookStore, RunbookVersion } from "../../runbook/runbook.ts";
import type { Database } from "../sql/database.ts";
import { writeLocked } from "../sql/organization-lock.ts";
import { cutPage, readPage, seqOf } from "../sql/row-page.ts";
import { insertRows, updateRows } from "../sql/sql-rows.ts";
import { findRunbook, newestRunbooks, runbooksOf, toOutline, toVersion, withContents } from "./runbook-rows.ts";
import { type RunbookRow, runbookActionTagTable, runbookTable, runbookVersionTable } from "./runbook-tables.ts";

/** Lists are ranges of an index; texts are read by the id of their version. Writers of an organization stand in a row. */
export function createRunbookStore(database: Database): RunbookStore {
  const { reader } = database;
  return {
    async list(scope, { limit, cursor, ...filter }) {
      const query = newestRunbooks(reader, scope, filter).limit(limit + 1);
      if (cursor) query.andWhere("runbook.seq < :cursor", { cursor: seqOf(cursor) });
      const { rows, ...next } = cutPage(await query.getMany(), limit, ({ seq }) => String(seq));
      return { runbooks: await withContents(reader, scope, rows), ...next };
    },
    get: async (scope, id) => {
      const [runbook] = await withContents(reader, scope, [await findRunbook(reader, scope, id)]);
      return runbook as NonNullable<typeof runbook>;
    },
    find: async (scope, ids) => withContents(reader, scope, await runbooksOf(reader, scope, ids)),
    async published(scope, actionTypes, ids, most) {
      const rows = new Map<string, RunbookRow>();
      for (const actionType of actionTypes) {
        const tagged = await newestRunbooks(reader, scope, { status: "published", actionType }).limit(most).getMany();
        for (const row of tagged) rows.set(row.id, row);
      }
      for (const row of await runbooksOf(reader, scope, ids)) if (row.status === "published") rows.set(row.id, row);
      return [...rows.values()].map(toOutline);
    },
    create: (scope, runbook, first) =>
      writeLocked(database, scope, (transaction) => insertRunbook(transaction, scope, runbook, first)),
    addVersion: (scope, version, check) =>
      writeLocked(database, scope, async (transaction) => {
        const { organizationId } = scope;
        const { runbookId } = version;
        const row = await findRunbook(transaction, scope, runbookId);
        check(row.latestVersion);
        if ((await transaction.countBy(runbookVersionTable, { organizationId, runbookId })) >= RUNBOOK_VERSIONS_MAX) {
          throw new ApplicationError("limit_reached", `A runbook has at most ${RUNBOOK_VERSIONS_MAX} versions.`);
        }
        await insertRows(transaction, runbookVersionTable, [{ ...version, organizationId }]);
        const updatedAt = Math.max(version.createdAt, row.updatedAt);
        await updateRunbook(transaction, row, { ...latest(version), updatedAt });
        return version;
      }),
    async versions(scope, id, limit, cursor) {
      await findRunbook(reader, scope, id);
      const query = reader
        .createQueryBuilder(runbookVersionTable, "version")
        .where("version.organizationId = :organizationId and version.runbookId = :id", {
          organizationId: scope.organizationId,
          id,
        });
      const { rows, ...next } = await readPage(query, "contentMd", limit, cursor);
      return { versions: rows.map(toVersion), ...next };
    },
    setStatus: (scope, id, status, now) =>
      writeLocked(database, scope, async (transaction) => {
        const row = await findRunbook(transaction, scope, id);
        if (row.status === status) return;
        await updateRunbook(transaction, row, { status, updatedAt: Math.max(now, row.updatedAt) });
        const tags = transaction.createQueryBuilder().update(runbookActionTagTable).set({ status });
        await tags.where({ seq: row.seq, organizationId: scope.organizationId }).updateEntity(false).execute();
      }),
  };
}

async function insertRunbook(transaction: EntityManager, scope: Scope, given: RunbookOutline, first: RunbookVersion) {
  const { organizationId } = scope;
  if (await transaction.existsBy(runbookTable, { organizationId, slug: given.slug })) {
    const details = [{ path: "/slug", message: "belongs to a runbook already" }];
    throw new ApplicationError("already_exists", `The slug ${given.slug} already belongs to a runbook.`, { details });
  }
  if ((await transaction.countBy(runbookTable, { organizationId })) >= RUNBOOKS_MAX) {
    throw new ApplicationError(
      "limit_reached",
      `An organization has at most ${RUNBOOKS_MAX} runbooks. Delete one first.`,
    );
  }
  const runbook = { ...given, organizationId };
  await insertRows(transaction, runbookVersionTable, [{ ...first, organizationId }]);
  await insertRows(transaction, runbookTable, [{ ...runbook, ...latest(first) }]);
  const { seq, status, actionTags } = await findRunbook(transaction, scope, given.id);
  const tags = actionTags.map((tag) => ({ organizationId, tag, seq, status }));
  await insertRows(transaction, runbookActionTagTable, tags);
  return { ...runbook, contentMd: first.contentMd };
}

const latest = ({ id, version, createdBy, actor, changeSummary, contentMd }: RunbookVersion) => ({
  latestVersion: version,
  latestVersionId: id,
  createdBy,
  actor,
  changeSummary,
  contentBytes: Buffer.byteLength(contentMd),
});

async function updateRunbook(transaction: EntityManager, row: RunbookRow, fields: Partial<RunbookRow>): Promise<void> {
  const { seq, organizationId } = row;
  await updateRows(transaction, runbookTable, { seq, organizationId }, fields);
}
