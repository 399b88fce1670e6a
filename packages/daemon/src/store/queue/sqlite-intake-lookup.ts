import type { IntakeLookup } from "../../ingest/services.ts";
import { openSqlite } from "../sql/open-sqlite.ts";
import { createRefusalLookup } from "./sqlite-refusals.ts";

/** Reads what the ingest role keeps in its queue's file. */
export function openIntakeLookup(queuePath: string): IntakeLookup {
  const database = openSqlite(queuePath, { readonly: true, synchronous: "NORMAL" });
  const known = database.prepare("select 1 from service where organization_id = ? and name = ?");
  const count = database.prepare("select count(*) from service where organization_id = ?").pluck();
  return {
    ...createRefusalLookup(database),
    hasCapacityFor: async (organizationId, service, limit) =>
      known.get(organizationId, service) !== undefined || (count.get(organizationId) as number) < limit,
    async close() {
      database.close();
    },
  };
}
