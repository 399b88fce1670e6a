import type { Database } from "../../src/store/sql/database.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { type RemediationWorld, remediationWorld } from "./remediation-world.ts";

/** The stores and helpers of the tests about requests of remediation. */
export function requestWorld(fresh: MakeFresh) {
  let store: Fresh;
  let database: Database;
  let world: RemediationWorld;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    world = remediationWorld(database);
  });
  afterEach(() => store.drop());

  return {
    get world() {
      return world;
    },
    get database() {
      return database;
    },
  };
}
