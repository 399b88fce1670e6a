import type { EntityManager } from "typeorm";
import type { DeploymentEvent } from "../../model/telemetry.ts";
import type { Deployment, DeploymentStore } from "../../signal/service-history.ts";
import type { Database } from "../sql/database.ts";
import { insertRows } from "../sql/sql-rows.ts";
import { join, query, sql } from "../sql/statement.ts";
import { deploymentTable } from "./signal-tables.ts";

/** Deployments whose event is stored already are skipped. */
export async function addDeployments(
  transaction: EntityManager,
  deployments: readonly DeploymentEvent[],
): Promise<void> {
  const rows = deployments.map(({ id, organizationId, service, timestamp, version, environment, gitHash }) => ({
    organizationId,
    service,
    at: timestamp,
    eventId: id,
    version,
    environment,
    gitHash: gitHash ?? null,
  }));
  await insertRows(transaction, deploymentTable, rows, { ignore: true });
}

/** Services asked for in one statement; each is a range of the primary key. */
const SERVICES_AT_ONCE_MAX = 100;

export function createDeploymentStore({ reader }: Database): DeploymentStore {
  return {
    async between(scope, services, from, to, most) {
      let found: Deployment[] = [];
      const distinct = [...new Set(services)];
      for (let start = 0; start < distinct.length; start += SERVICES_AT_ONCE_MAX) {
        // Older ones than all of these no longer fit.
        const oldest = found.length < most ? from : (found.at(-1)?.at ?? from);
        const part = distinct.slice(start, start + SERVICES_AT_ONCE_MAX);
        // A range and a bound for each service: one with many deployments costs no more than `most` rows.
        const newest = part.map(
          (service) => sql`select * from (
              select event_id as id, service, version, environment, git_hash as "gitHash", at from deployment
              where organization_id = ${scope.organizationId} and service = ${service} and at >= ${oldest} and at <= ${to}
              order by at desc, event_id desc limit ${most}
            ) as newest`,
        );
        const next = await query<Deployment>(
          reader,
          sql`${join(newest, " union all ")} order by at desc, id desc limit ${most}`,
        );
        found = [...found, ...next].sort(newestFirst).slice(0, most);
      }
      return found;
    },
  };
}

const newestFirst = (one: Deployment, other: Deployment): number => other.at - one.at || (one.id < other.id ? 1 : -1);
