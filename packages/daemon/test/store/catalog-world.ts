import { type CatalogStore, putEntry, setDependencies } from "../../src/catalog/change-catalog.ts";
import { walkDownstream } from "../../src/catalog/downstream.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import { createCatalogStore } from "../../src/store/catalog/catalog-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { ACME, NOW } from "./samples.ts";

/** The stores and helpers of the tests about the service catalog. */
export function catalogWorld(fresh: MakeFresh) {
  let store: Fresh;
  let database: Database;
  let catalog: CatalogStore;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    catalog = createCatalogStore(database);
  });
  afterEach(() => store.drop());

  const put = (name: string, ownerTeam = "payments", scope = ACME) =>
    putEntry(catalog, scope, name, { ownerTeam, tier: "tier-1" }, NOW);
  const calls = (name: string, dependencies: readonly string[], scope = ACME) =>
    setDependencies(catalog, scope, name, dependencies, NOW);
  const reached = async (from: string, most = 100): Promise<Record<string, number>> =>
    Object.fromEntries((await walkDownstream(catalog, ACME, [from], most)).calls);
  const refused = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => "not refused",
      (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
    );

  /** Runs the insert with a table n, whose i counts from 0. */
  const fill = (rows: number, insert: string): Promise<unknown> =>
    database.write((transaction) =>
      transaction.query(
        insert.replace(
          " select ",
          ` with recursive n(i) as (select 0 union all select i + 1 from n where i < ${rows - 1}) select `,
        ),
      ),
    );

  return {
    put,
    calls,
    refused,
    reached,
    fill,
    get catalog() {
      return catalog;
    },
    get database() {
      return database;
    },
  };
}
