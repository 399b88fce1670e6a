import type { ChildReader } from "../../incident/change-incident.ts";
import type { IncidentReader } from "../../incident/store.ts";
import { type IncidentStatus, isOver, type Severity } from "../../model/incident.ts";
import type { TimelineEvent } from "../../model/timeline-event.ts";
import type { Database } from "../sql/database.ts";
import { query, sql } from "../sql/statement.ts";
import { openChildren } from "./incident-repository.ts";
import { findIncidentRow, toIncident } from "./incident-rows.ts";
import { timelineEventTable } from "./incident-tables.ts";
import { listIncidents } from "./list-incidents.ts";

export function createIncidentReader({ reader }: Pick<Database, "reader">): IncidentReader & ChildReader {
  return {
    hasMoreOpenChildren: async ({ organizationId }, id, limit) =>
      (await openChildren(reader, { organizationId, id }, limit + 1)).length > limit,
    list: (scope, filter) => listIncidents(reader, scope, filter),
    get: async (scope, id) => toIncident(await findIncidentRow(reader, scope, id)),
    async timeline(scope, id) {
      await findIncidentRow(reader, scope, id);
      const rows = await reader.find(timelineEventTable, {
        where: { incidentId: id, organizationId: scope.organizationId },
        order: { seq: "ASC" },
      });
      return rows.map(({ seq: _seq, organizationId: _organization, ...event }): TimelineEvent => event);
    },
    async countOpen() {
      const rows = await query<{ severity: Severity; status: IncidentStatus; count: number }>(
        reader,
        sql`select severity, status, sum(count) as count from incident_tally where merged = 0 group by severity, status`,
      );
      const counts: Record<Severity, number> = { LOW: 0, MEDIUM: 0, HIGH: 0, CRITICAL: 0 };
      for (const row of rows) if (!isOver(row.status)) counts[row.severity] += row.count;
      return counts;
    },
  };
}
