import type { EntityManager } from "typeorm";
import type { LinkEntry, RunbookLink, RunbookLinkStore } from "../../incident/runbook-links.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { RUNBOOK_LINKS_MAX } from "../../model/record-limits.ts";
import type { Scope } from "../../model/scope.ts";
import { requireIncident } from "../incidents/change-incident.ts";
import { writeTimeline } from "../incidents/incident-rows.ts";
import type { Database } from "../sql/database.ts";
import { lockOrganization } from "../sql/organization-lock.ts";
import { insertRows, textList } from "../sql/sql-rows.ts";
import { findRunbook } from "./runbook-rows.ts";
import { incidentRunbookTable, type RunbookLinkRow } from "./runbook-tables.ts";

/** An incident's links are few (RUNBOOK_LINKS_MAX) and lie together in the key. */
export function createRunbookLinkStore(database: Database): RunbookLinkStore {
  const { reader } = database;
  return {
    async ofIncident(scope, incidentId) {
      await requireIncident(reader, scope, incidentId);
      return linksOf(reader, scope, [incidentId]);
    },
    ofIncidents: (scope, incidentIds) => linksOf(reader, scope, incidentIds),
    link: (scope, link, entry) =>
      database.write(async (transaction) => {
        const { organizationId } = scope;
        const { incidentId, runbookId, createdAt } = link;
        await lockOrganization(transaction, organizationId);
        await requireIncident(transaction, scope, incidentId);
        const runbook = await findRunbook(transaction, scope, runbookId);
        const links = await transaction.findBy(incidentRunbookTable, { organizationId, incidentId });
        if (links.some((other) => other.runbookId === runbookId)) return;
        if (links.length >= RUNBOOK_LINKS_MAX) {
          const message = `An incident has at most ${RUNBOOK_LINKS_MAX} linked runbooks. Unlink one first.`;
          throw new ApplicationError("limit_reached", message);
        }
        await insertRows(transaction, incidentRunbookTable, [{ ...link, organizationId }]);
        await writeTimeline(transaction, { id: incidentId, organizationId }, [entry(runbook)], createdAt);
      }),
    unlink: (scope, incidentId, runbookId, entry, now) =>
      database.write((transaction) => unlink(transaction, scope, { incidentId, runbookId }, entry, now)),
  };
}

async function linksOf(manager: EntityManager, scope: Scope, incidentIds: readonly string[]): Promise<RunbookLink[]> {
  if (incidentIds.length === 0) return [];
  const list = textList(manager, incidentIds);
  const rows = await manager
    .createQueryBuilder(incidentRunbookTable, "link")
    .where("link.organizationId = :organizationId", { organizationId: scope.organizationId })
    .andWhere(`link.incidentId in (${list.sql.replace("?", ":ids")})`, { ids: list.value })
    .orderBy("link.createdAt", "ASC")
    .addOrderBy("link.runbookId", "ASC")
    .getMany();
  return rows.map(({ organizationId: _organization, ...link }) => link);
}

async function unlink(
  transaction: EntityManager,
  scope: Scope,
  { incidentId, runbookId }: Pick<RunbookLinkRow, "incidentId" | "runbookId">,
  entry: LinkEntry,
  now: number,
): Promise<void> {
  const { organizationId } = scope;
  await lockOrganization(transaction, organizationId);
  await requireIncident(transaction, scope, incidentId);
  const runbook = await findRunbook(transaction, scope, runbookId);
  const where = { organizationId, incidentId, runbookId };
  if (!(await transaction.existsBy(incidentRunbookTable, where))) return;
  await transaction.createQueryBuilder().delete().from(incidentRunbookTable).where(where).execute();
  await writeTimeline(transaction, { id: incidentId, organizationId }, [entry(runbook)], now);
}
