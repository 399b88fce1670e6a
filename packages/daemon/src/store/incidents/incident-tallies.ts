import type { EntityManager } from "typeorm";
import type { Incident } from "../../model/incident.ts";
import { query, rowTable, sql } from "../sql/statement.ts";

/** The fields that incidents are counted by. */
type Counted = Pick<Incident, "status" | "severity" | "parentIncidentId">;

/** Changes of the counters that are not written yet. */
export type IncidentTallies = Map<string, { readonly incident: Counted; count: number }>;

export function countTally(tallies: IncidentTallies, before: Counted | undefined, after: Counted): void {
  const add = (incident: Counted, step: 1 | -1): void => {
    const key = `${incident.status} ${incident.severity} ${mergedOf(incident)}`;
    const entry = tallies.get(key) ?? { incident, count: 0 };
    entry.count += step;
    tallies.set(key, entry);
  };
  if (before) add(before, -1);
  add(after, 1);
}

const mergedOf = ({ parentIncidentId }: Counted): 0 | 1 => (parentIncidentId === null ? 0 : 1);

export async function writeTallies(
  transaction: EntityManager,
  organizationId: string,
  tallies: IncidentTallies,
): Promise<void> {
  const rows = [...tallies.values()]
    .filter(({ count }) => count !== 0)
    .map(({ incident, count }) => [organizationId, incident.status, incident.severity, mergedOf(incident), count]);
  tallies.clear();
  if (rows.length === 0) return;
  const counted = rowTable(transaction, ["text", "text", "text", "integer", "bigint"], rows);
  await query(
    transaction,
    sql`insert into incident_tally (organization_id, status, severity, merged, count) ${counted} where true
      on conflict (organization_id, status, severity, merged) do update set count = incident_tally.count + excluded.count`,
  );
}
