import type { ServiceLookup } from "../../ingest/services.ts";
import { openSqlite } from "./open.ts";

/** Reads the registry that the ingest role keeps in its queue's file. */
export function openServiceLookup(queuePath: string): ServiceLookup {
  const database = openSqlite(queuePath, { readonly: true, synchronous: "NORMAL" });
  const known = database.prepare("select 1 from service where organization_id = ? and name = ?");
  const count = database.prepare("select count(*) from service where organization_id = ?").pluck();
  return {
    hasRoomFor: async (organizationId, service, limit) =>
      known.get(organizationId, service) !== undefined || (count.get(organizationId) as number) < limit,
    async close() {
      database.close();
    },
  };
}
