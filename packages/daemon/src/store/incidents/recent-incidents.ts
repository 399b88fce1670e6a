import type { EntityManager } from "typeorm";
import type { CorrelationRepository, RecentIncident } from "../../correlate/correlation-repository.ts";
import { readFirstNumberSince } from "../incident-index/numbers-since.ts";
import { query, raw, type Sql, sql, textTable } from "../sql/statement.ts";

/** Half the work of reading whole rows, which hold diagnoses too. */
const COLUMNS =
  raw(`id, status, severity, coalesce(own_title, title) as title, description, environment, primary_service as "primaryService", rule_id as "ruleId",
  affected_services as "affectedServices", deduplication_key as "deduplicationKey",
  parent_incident_id as "parentIncidentId", group_id as "groupId", created_at as "createdAt"`);

export function createRecentIncidents(
  transaction: EntityManager,
  organizationId: string,
  lastNumber: () => Promise<number>,
): Pick<CorrelationRepository, "openedAfter" | "recentIncidents"> {
  const read = async (condition: Sql): Promise<readonly RecentIncident[]> => {
    const rows = await query<Omit<RecentIncident, "affectedServices"> & { affectedServices: string }>(
      transaction,
      sql`select ${COLUMNS} from incident where organization_id = ${organizationId} and ${condition} order by number`,
    );
    return rows.map((row) => ({ ...row, affectedServices: JSON.parse(row.affectedServices) as string[] }));
  };
  return {
    async openedAfter(number, since, limit) {
      const last = await lastNumber();
      if (number >= last) return { incidents: [], lastNumber: last };
      const newest =
        since === undefined ? 0 : ((await readFirstNumberSince(transaction, organizationId, since)) ?? last + 1);
      const first = Math.max(number + 1, newest, last + 1 - limit);
      const incidents = first > last ? [] : await read(sql`number between ${first} and ${last}`);
      return { incidents, lastNumber: last };
    },
    recentIncidents: (ids) => read(sql`id in (${textTable(transaction, ids)})`),
  };
}
