import type { EntityManager } from "typeorm";
import type { CatalogStore } from "../../catalog/change-catalog.ts";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "../sql/database.ts";
import { lockOrganization } from "../sql/organization-lock.ts";
import { calledBy, callersOf, countUpstreamOf, findEntry, listEntries, ownersOf } from "./read-catalog.ts";
import { putEntry, removeEntry, renameEntry, setDependencies } from "./write-catalog.ts";

/** Reads look names up in an index; writes lock the organization, so that its bounds hold. */
export function createCatalogStore(database: Database): CatalogStore {
  const { reader } = database;
  const locked = <Result>(scope: Scope, work: (transaction: EntityManager) => Promise<Result>): Promise<Result> =>
    database.write(async (transaction) => {
      await lockOrganization(transaction, scope.organizationId);
      return work(transaction);
    });
  return {
    entry: (scope, serviceName) => findEntry(reader, scope, serviceName),
    calledBy: (scope, services) => calledBy(reader, scope, services),
    callersOf: (scope, serviceName, most) => callersOf(reader, scope, serviceName, most),
    ownersOf: (scope, services) => ownersOf(reader, scope, services),
    countUpstream: (scope, names, most) => countUpstreamOf(reader, scope, names, most),
    list: (scope) => listEntries(reader, scope),
    put: (scope, entry) => locked(scope, (transaction) => putEntry(transaction, scope, entry)),
    setDependencies: (scope, service, dependencies, now) =>
      locked(scope, (transaction) => setDependencies(transaction, scope, service, dependencies, now)),
    remove: (scope, serviceName) => locked(scope, (transaction) => removeEntry(transaction, scope, serviceName)),
    rename: (scope, from, to, now) => locked(scope, (transaction) => renameEntry(transaction, scope, from, to, now)),
  };
}
