import type { EntityManager } from "typeorm";
import type { CatalogEntry } from "../../catalog/catalog.ts";
import type { CatalogStore } from "../../catalog/change-catalog.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { CATALOG_EDGES_MAX, CATALOG_ENTRIES_MAX } from "../../model/record-limits.ts";
import { spelledAsDeployment } from "../../model/remediation-target.ts";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "../sql/database.ts";
import { writeLocked } from "../sql/organization-lock.ts";
import { insertRows } from "../sql/sql-rows.ts";
import { countFound, query, raw, sql } from "../sql/statement.ts";
import { catalogEdgeTable, catalogEntryTable } from "./catalog-tables.ts";
import { createCatalogReader, findEntry } from "./read-catalog.ts";

/** Reads look names up in an index; writes lock the organization, so that its bounds hold. */
export const createCatalogStore = (database: Database): CatalogStore => ({
  ...createCatalogReader(database.reader),
  put: (scope, entry) =>
    writeLocked(database, scope, async (transaction) => {
      const before = await findEntry(transaction, scope, entry.serviceName);
      if (!before && (await countRows(transaction, scope, "catalog_entry")) >= CATALOG_ENTRIES_MAX) {
        throw new ApplicationError(
          "limit_reached",
          `The catalog has ${CATALOG_ENTRIES_MAX} services, its limit. Delete one first.`,
        );
      }
      const deploymentName = spelledAsDeployment(entry.serviceName);
      const row = { ...entry, organizationId: scope.organizationId, deploymentName };
      await insertRows(transaction, catalogEntryTable, [row], { overwrite: true });
      return (await findEntry(transaction, scope, entry.serviceName)) as CatalogEntry;
    }),
  setDependencies: (scope, service, dependencies, now) =>
    writeLocked(database, scope, async (transaction) => {
      const { organizationId } = scope;
      await transaction.delete(catalogEdgeTable, { organizationId, service });
      if ((await countRows(transaction, scope, "catalog_edge")) + dependencies.length > CATALOG_EDGES_MAX) {
        throw new ApplicationError(
          "limit_reached",
          `The catalog has at most ${CATALOG_EDGES_MAX} dependencies. Remove some first.`,
        );
      }
      const edges = dependencies.map((dependency, position) => ({ organizationId, service, dependency, position }));
      await insertRows(transaction, catalogEdgeTable, edges);
      await transaction.update(catalogEntryTable, { organizationId, serviceName: service }, { updatedAt: now });
    }),
  remove: (scope, serviceName) =>
    writeLocked(database, scope, async (transaction) => {
      const { organizationId } = scope;
      if (!(await findEntry(transaction, scope, serviceName))) return false;
      await transaction.delete(catalogEntryTable, { organizationId, serviceName });
      await transaction.delete(catalogEdgeTable, { organizationId, service: serviceName });
      return true;
    }),
  rename: (scope, from, to, now) =>
    writeLocked(database, scope, async (transaction) => {
      const entry = await findEntry(transaction, scope, from);
      if (!entry || from === to) return entry;
      if (await findEntry(transaction, scope, to)) {
        throw new ApplicationError("already_exists", `The catalog already has an entry for ${to}.`);
      }
      const old = { organizationId: scope.organizationId, serviceName: from };
      await transaction.update(catalogEntryTable, old, {
        serviceName: to,
        deploymentName: spelledAsDeployment(to),
        updatedAt: now,
      });
      await moveEdges(transaction, scope, from, to);
      return findEntry(transaction, scope, to);
    }),
});

/**
 * Gives every edge from or to a service to another name. Where that name has edges already, the sets become one; an
 * edge between the two names would lead from the service to itself, and goes.
 */
async function moveEdges(transaction: EntityManager, scope: Scope, from: string, to: string): Promise<void> {
  const { organizationId } = scope;
  await transaction.delete(catalogEdgeTable, { organizationId, service: from, dependency: to });
  await transaction.delete(catalogEdgeTable, { organizationId, service: to, dependency: from });
  for (const [end, other] of [
    ["service", "dependency"],
    ["dependency", "service"],
  ] as const) {
    await query(
      transaction,
      sql`delete from catalog_edge where organization_id = ${organizationId} and ${raw(end)} = ${from} and ${raw(other)} in
           (select ${raw(other)} from catalog_edge where organization_id = ${organizationId} and ${raw(end)} = ${to})`,
    );
    await transaction.update(catalogEdgeTable, { organizationId, [end]: from }, { [end]: to });
  }
}

/** Counts the organization's rows by the primary key, at most as many as the table's limit. */
const countRows = (transaction: EntityManager, { organizationId }: Scope, table: "catalog_entry" | "catalog_edge") =>
  countFound(transaction, sql`select 1 from ${raw(table)} where organization_id = ${organizationId}`);
