import type { EntityManager } from "typeorm";
import type { CorrelationRepository, RecentIncident } from "../../correlate/correlation-repository.ts";
import { readFirstNumberSince } from "../incident-index/numbers-since.ts";
import { place, textList } from "../sql/sql-rows.ts";

/** Half the work of reading whole rows, which hold diagnoses too. */
const COLUMNS = `id, status, severity, title, environment, primary_service as "primaryService", rule_id as "ruleId",
  affected_services as "affectedServices", deduplication_key as "deduplicationKey",
  parent_incident_id as "parentIncidentId", group_id as "groupId", created_at as "createdAt"`;

/** As the databases return it. */
type Row = Omit<RecentIncident, "affectedServices" | "createdAt"> & {
  readonly affectedServices: string;
  readonly createdAt: number | string;
};

export function createRecentIncidents(
  transaction: EntityManager,
  organizationId: string,
  lastNumber: () => Promise<number>,
): Pick<CorrelationRepository, "openedAfter" | "recentIncidents"> {
  const read = async (condition: string, values: readonly unknown[]): Promise<readonly RecentIncident[]> => {
    const sql = `select ${COLUMNS} from incident where organization_id = ? and ${condition} order by number`;
    const rows = (await transaction.query(place(transaction, sql), [organizationId, ...values])) as readonly Row[];
    return rows.map((row) => ({
      ...row,
      affectedServices: JSON.parse(row.affectedServices) as string[],
      createdAt: Number(row.createdAt),
    }));
  };
  return {
    async openedAfter(number, since, limit) {
      const last = await lastNumber();
      if (number >= last) return { incidents: [], lastNumber: last };
      const newest =
        since === undefined ? 0 : ((await readFirstNumberSince(transaction, organizationId, since)) ?? last + 1);
      const first = Math.max(number + 1, newest, last + 1 - limit);
      const incidents = first > last ? [] : await read("number between ? and ?", [first, last]);
      return { incidents, lastNumber: last };
    },
    recentIncidents(ids) {
      const { sql, value } = textList(transaction, ids);
      return read(`id in (${sql})`, [value]);
    },
  };
}
