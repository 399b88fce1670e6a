import type { IncidentStore } from "../../incident/store.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type Incident, isOver, type Severity } from "../../model/incident.ts";
import type { TimelineEvent } from "../../model/timeline-event.ts";
import type { Database } from "../sql/database.ts";
import { changeIncident, endManyChildren, findIncidentRow } from "./change-incident.ts";
import { toIncident } from "./incident-rows.ts";
import { timelineEventTable } from "./incident-tables.ts";
import { listIncidents } from "./list-incidents.ts";
import { openIncident } from "./openings.ts";
import { inTurn, type OpeningOptions } from "./turn.ts";

export function createIncidentStore(database: Database, clock: Clock, options?: OpeningOptions): IncidentStore {
  const { reader } = database;
  return {
    list: (scope, filter) => listIncidents(reader, scope, filter),
    get: async (scope, id) => toIncident(await findIncidentRow(reader, scope, id)),
    create: (scope, incident, timeline) =>
      database.write((transaction) =>
        inTurn(
          transaction,
          scope.organizationId,
          (turn) => openIncident(transaction, turn, incident, timeline, incident.createdAt),
          options,
        ),
      ),
    async change(scope, id, decide) {
      await endManyChildren(database, scope, id, clock, decide);
      return database.write((transaction) => changeIncident(transaction, scope, id, clock, decide));
    },
    async timeline(scope, id) {
      await findIncidentRow(reader, scope, id);
      const rows = await reader.find(timelineEventTable, {
        where: { incidentId: id, organizationId: scope.organizationId },
        order: { seq: "ASC" },
      });
      return rows.map(({ seq: _seq, organizationId: _organization, ...event }): TimelineEvent => event);
    },
    async countOpen() {
      const rows = (await reader.query(
        "select severity, status, sum(count) as count from incident_tally group by severity, status",
      )) as { severity: Severity; status: Incident["status"]; count: number | string }[];
      const counts: Record<Severity, number> = { LOW: 0, MEDIUM: 0, HIGH: 0, CRITICAL: 0 };
      for (const row of rows) if (!isOver(row.status)) counts[row.severity] += Number(row.count);
      return counts;
    },
  };
}
