import type Database from "better-sqlite3";
import type { RefusalLookup, RefusalStore, Refusals } from "../../ingest/refusals.ts";
import type { IntakeLookup } from "../../ingest/services.ts";
import { REFUSED_ORGANIZATIONS_KEPT_MAX } from "../../model/ingestion-limits.ts";
import { openSqlite } from "../sql/open-sqlite.ts";

/** Refusals in the queue's file, written by the ingest role alone. */
export function createRefusalStore(database: Database.Database): RefusalStore {
  const forget = database.prepare("delete from refusal where last_at < ?");
  const add = database.prepare(
    `insert into refusal values (@organizationId, @reason, @count, @firstAt, @lastAt, @services)
     on conflict do update
       set count = count + excluded.count, last_at = excluded.last_at, services = excluded.services`,
  );
  const bound = database.prepare(
    `delete from refusal where (organization_id, reason) in (
       select organization_id, reason from refusal where reason = ? order by last_at desc limit -1 offset ?
     )`,
  );
  const write = database.transaction((refusals: readonly Refusals[], expired: number) => {
    forget.run(expired);
    for (const each of refusals) add.run({ ...each, services: JSON.stringify(each.services) });
    for (const reason of new Set(refusals.map((each) => each.reason)))
      bound.run(reason, REFUSED_ORGANIZATIONS_KEPT_MAX);
  });
  return { addRefusals: async (refusals, expired) => write(refusals, expired) };
}

function createRefusalLookup(database: Database.Database): RefusalLookup {
  const list = database.prepare(
    `select organization_id as organizationId, reason, count, first_at as firstAt, last_at as lastAt, services
     from refusal where organization_id = ? and last_at >= ? order by last_at desc, reason`,
  );
  return {
    refusals: async ({ organizationId }, since) =>
      (list.all(organizationId, since) as (Omit<Refusals, "services"> & { services: string })[]).map((row) => ({
        ...row,
        services: JSON.parse(row.services) as string[],
      })),
  };
}

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
