import { type EntityManager, In } from "typeorm";
import type { RunbookLink, RunbookLinkStore } from "../../incident/incident-runbooks.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { RUNBOOK_LINKS_MAX } from "../../model/record-limits.ts";
import type { Scope } from "../../model/scope.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import type { Database } from "../sql/database.ts";
import { requireIncident } from "../sql/require-incident.ts";
import { insertRows } from "../sql/sql-rows.ts";
import type { StoreUnit, StoreUnits } from "../sql/store-unit.ts";
import { findRunbook } from "./runbook-rows.ts";
import { incidentRunbookTable } from "./runbook-tables.ts";

/** An incident's links are few (RUNBOOK_LINKS_MAX) and lie together in the key. */
export function createRunbookLinkStore(database: Pick<Database, "reader">, units: StoreUnits): RunbookLinkStore {
  const { reader } = database;
  return {
    async ofIncident(scope, incidentId) {
      await requireIncident(reader, scope, incidentId);
      return linksOf(reader, scope, [incidentId]);
    },
    ofIncidents: (scope, incidentIds) => linksOf(reader, scope, incidentIds),
    link: (scope, link, entry) =>
      units.run(scope.organizationId, async (unit) => {
        const { transaction, organizationId } = unit;
        const { incidentId, runbookId, createdAt } = link;
        await requireIncident(transaction, scope, incidentId);
        const runbook = await findRunbook(transaction, scope, runbookId);
        const links = await transaction.findBy(incidentRunbookTable, { organizationId, incidentId });
        if (links.some((other) => other.runbookId === runbookId)) return;
        if (links.length >= RUNBOOK_LINKS_MAX) {
          const message = `An incident has at most ${RUNBOOK_LINKS_MAX} linked runbooks. Unlink one first.`;
          throw new ApplicationError("limit_reached", message);
        }
        await insertRows(transaction, incidentRunbookTable, [{ ...link, organizationId }]);
        await appendEntry(unit, incidentId, entry(runbook), createdAt);
      }),
    unlink: (scope, incidentId, runbookId, entry, now) =>
      units.run(scope.organizationId, async (unit) => {
        const { transaction, organizationId } = unit;
        await requireIncident(transaction, scope, incidentId);
        const runbook = await findRunbook(transaction, scope, runbookId);
        const where = { organizationId, incidentId, runbookId };
        if (!(await transaction.existsBy(incidentRunbookTable, where))) return;
        await transaction.delete(incidentRunbookTable, where);
        await appendEntry(unit, incidentId, entry(runbook), now);
      }),
  };
}

async function linksOf(manager: EntityManager, scope: Scope, incidentIds: readonly string[]): Promise<RunbookLink[]> {
  if (incidentIds.length === 0) return [];
  const rows = await manager.find(incidentRunbookTable, {
    where: { organizationId: scope.organizationId, incidentId: In([...incidentIds]) },
    order: { createdAt: "ASC", runbookId: "ASC" },
  });
  return rows.map(({ organizationId: _organization, ...link }) => link);
}

async function appendEntry(unit: StoreUnit, id: string, entry: TimelineEntry, now: number): Promise<void> {
  await unit.timeline.append([{ incident: { id }, entries: [entry], now }]);
  await unit.notifications.enqueue({ id }, [entry], now);
}
