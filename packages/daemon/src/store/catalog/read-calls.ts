import type { EntityManager } from "typeorm";
import type { Call, ReadCallsAround } from "../../correlate/service-reach.ts";
import { query, raw, type Sql, sql, textTable } from "../sql/statement.ts";

/** Services whose calls are kept, and calls that are read at once. */
const SERVICES_KEPT_MAX = 5_000;
const CALLS_READ_MAX = 5_000;

/** Reads each service once, in one statement for all services that are not known yet. */
export function createCallsAround(transaction: EntityManager, organizationId: string): ReadCallsAround {
  const known = new Map<string, Call[]>();
  return async (services) => {
    const unread = services.filter((service) => !known.has(service));
    if (known.size + unread.length > SERVICES_KEPT_MAX) known.clear();
    const missing = services.filter((service) => !known.has(service));
    if (missing.length > 0) {
      for (const service of missing) known.set(service, []);
      for (const { asked, service, dependency } of await readCalls(transaction, organizationId, missing)) {
        known.get(asked)?.push([service, dependency]);
      }
    }
    return services.flatMap((service) => known.get(service) ?? []);
  };
}

interface Edge {
  /** The end of it that was asked for. */
  readonly asked: string;
  readonly service: string;
  readonly dependency: string;
}

async function readCalls(
  transaction: EntityManager,
  organizationId: string,
  services: readonly string[],
): Promise<readonly Edge[]> {
  const names = textTable(transaction, services);
  const from = (end: "service" | "dependency"): Sql =>
    sql`select ${raw(end)} as asked, service, dependency from catalog_edge
        where organization_id = ${organizationId} and ${raw(end)} in (${names})`;
  return query(transaction, sql`${from("service")} union all ${from("dependency")} limit ${CALLS_READ_MAX}`);
}
