import type { EntityManager } from "typeorm";
import type { CatalogEntry, CatalogReader, UpstreamReader } from "../../catalog/catalog.ts";
import type { CatalogStore } from "../../catalog/change-catalog.ts";
import { spelledAsDeployment } from "../../model/remediation-target.ts";
import type { Scope } from "../../model/scope.ts";
import { query, raw, sql, textTable } from "../sql/statement.ts";
import { type CatalogEntryRow, catalogEdgeTable, catalogEntryTable } from "./catalog-tables.ts";

/** Limit of services with similar spelling; the environment of each is checked. */
const SPELLED_MAX = 100;

export const createCatalogReader = (
  reader: EntityManager,
): CatalogReader & UpstreamReader & Pick<CatalogStore, "list"> => ({
  entry: (scope, serviceName) => findEntry(reader, scope, serviceName),
  /** Reads the organization's catalog whole, which its bounds keep small. */
  async list({ organizationId }) {
    const rows = await reader.findBy(catalogEntryTable, { organizationId });
    const edges = await query<Edge>(
      reader,
      sql`select service, dependency from catalog_edge where organization_id = ${organizationId} order by service, position`,
    );
    const called = grouped(edges);
    return rows
      .map((row) => toEntry(row, called.get(row.serviceName)))
      .sort((a, b) => (a.serviceName < b.serviceName ? -1 : 1));
  },
  /** One look into the index for each service, and one entry of it for each edge; in no order, which would cost most. */
  async calledBy({ organizationId }, services) {
    const edges = await query<Edge>(
      reader,
      sql`select service, dependency from catalog_edge
          where organization_id = ${organizationId} and service in (${textTable(reader, services)})`,
    );
    return grouped(edges);
  },
  async callersOf({ organizationId }, serviceName, most) {
    const rows = await query<Pick<Edge, "service">>(
      reader,
      sql`select service from catalog_edge where organization_id = ${organizationId} and dependency = ${serviceName} order by service limit ${most}`,
    );
    return rows.map(({ service }) => service);
  },
  async ownersOf({ organizationId }, services) {
    const rows = await query<{ service: string; owner: string }>(
      reader,
      sql`select service_name as service, owner_team as owner from catalog_entry
          where organization_id = ${organizationId} and service_name in (${textTable(reader, services)})`,
    );
    return new Map(rows.map(({ service, owner }) => [service, owner]));
  },
  async countUpstream(scope, names, most) {
    const spelled = (await entriesSpelled(reader, scope, names)).map(({ serviceName }) => serviceName);
    let callers = 0;
    for (const name of new Set([...names, ...names.map(spelledAsDeployment), ...spelled])) {
      callers = Math.max(callers, await countUpstream(reader, scope, name, most));
    }
    return callers;
  },
});

export async function findEntry(
  manager: EntityManager,
  scope: Scope,
  serviceName: string,
): Promise<CatalogEntry | undefined> {
  const row = await manager.findOneBy(catalogEntryTable, { organizationId: scope.organizationId, serviceName });
  if (!row) return undefined;
  const edges = await manager.find(catalogEdgeTable, {
    where: { organizationId: scope.organizationId, service: serviceName },
    order: { position: "ASC" },
  });
  return toEntry(
    row,
    edges.map(({ dependency }) => dependency),
  );
}

const toEntry = (
  { organizationId: _organization, deploymentName: _deployment, ...row }: CatalogEntryRow,
  dependencies: readonly string[] = [],
): CatalogEntry => ({ ...row, dependencies });

/** Entries of these services, however their names are spelled; one look into the index for each. */
export async function entriesSpelled(
  manager: EntityManager,
  { organizationId }: Pick<Scope, "organizationId">,
  services: readonly string[],
): Promise<readonly { readonly serviceName: string; readonly environment: string | null }[]> {
  const names = textTable(manager, [...new Set(services.map(spelledAsDeployment))]);
  return query(
    manager,
    sql`select service_name as "serviceName", environment from catalog_entry
        where organization_id = ${organizationId} and deployment_name in (${names}) limit ${raw(SPELLED_MAX)}`,
  );
}

interface Edge {
  readonly service: string;
  readonly dependency: string;
}

function grouped(edges: readonly Edge[]): Map<string, string[]> {
  const called = new Map<string, string[]>();
  for (const { service, dependency } of edges) {
    const known = called.get(service);
    if (known) known.push(dependency);
    else called.set(service, [dependency]);
  }
  return called;
}

/**
 * One recursive statement looks up each service once: the union drops known services, so cycles end. SQLite prepares a
 * recursive statement each time, so services without callers, which are most, are found by a plain one first.
 */
async function countUpstream(
  manager: EntityManager,
  { organizationId }: Pick<Scope, "organizationId">,
  serviceName: string,
  most: number,
): Promise<number> {
  const callers = await query<unknown>(
    manager,
    sql`select 1 from catalog_edge where organization_id = ${organizationId} and dependency = ${serviceName} limit 1`,
  );
  if (callers.length === 0) return 0;
  const [found] = (await query<{ count: number }>(
    manager,
    sql`with recursive upstream (service) as (
         select service from catalog_edge where organization_id = ${organizationId} and dependency = ${serviceName}
         union
         select edge.service from upstream
         join catalog_edge as edge on edge.organization_id = ${organizationId} and edge.dependency = upstream.service
       )
       select count(*) as count from (select service from upstream where service <> ${serviceName} limit ${most}) as found`,
  )) as [{ count: number }];
  return found.count;
}
