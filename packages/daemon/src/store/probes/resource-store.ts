import type { EntityManager } from "typeorm";
import type { DiagnosticResource } from "../../model/diagnostic-tool.ts";
import type { Scope } from "../../model/scope.ts";
import type { ResourceStore } from "../../probe/resources.ts";
import type { Database } from "../sql/database.ts";
import { writeLocked } from "../sql/organization-lock.ts";
import { requireIncident } from "../sql/require-incident.ts";
import { insertRows } from "../sql/sql-rows.ts";
import { type IncidentResourceRow, incidentResourceTable } from "./probe-tables.ts";

/** The few resources of an incident are read and written together. */
export const createResourceStore = (database: Database): ResourceStore => ({
  async list(scope, incidentId) {
    await requireIncident(database.reader, scope, incidentId);
    return resourcesOf(database.reader, scope, incidentId);
  },
  replace: (scope, incidentId, decide) =>
    writeLocked(database, scope, async (transaction) => {
      const { organizationId } = scope;
      await requireIncident(transaction, scope, incidentId);
      const resources = decide(await resourcesOf(transaction, scope, incidentId));
      await transaction.delete(incidentResourceTable, { incidentId, organizationId });
      await insertRows(
        transaction,
        incidentResourceTable,
        resources.map((resource) => ({ ...resource, incidentId, organizationId })),
      );
      return resources;
    }),
});

async function resourcesOf(
  manager: EntityManager,
  { organizationId }: Scope,
  incidentId: string,
): Promise<DiagnosticResource[]> {
  const rows = await manager.find(incidentResourceTable, {
    where: { incidentId, organizationId },
    order: { seq: "ASC" },
  });
  return rows.map(({ seq: _seq, ...resource }: IncidentResourceRow) => resource);
}
