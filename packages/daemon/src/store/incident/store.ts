import type { EntityManager } from "typeorm";
import type { IncidentStore } from "../../incident/store.ts";
import type { Clock } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import { type Incident, isOver, type Severity } from "../../model/incident.ts";
import type { Scope } from "../../model/scope.ts";
import type { TimelineEvent } from "../../model/timeline-event.ts";
import type { Database } from "../database.ts";
import { listIncidents } from "./list.ts";
import { openIncident } from "./openings.ts";
import { announce, lockOrganization, toIncident, updateIncident, writeTimeline } from "./rows.ts";
import { type IncidentRow, incidentTable, timelineEventTable } from "../tables.ts";

export function createIncidentStore(database: Database, clock: Clock): IncidentStore {
  const { reader } = database;
  return {
    list: (scope, filter) => listIncidents(reader, scope, filter),
    get: async (scope, id) => toIncident(await findRow(reader, scope, id)),
    create: (scope, incident, timeline) =>
      database.write(async (transaction) => {
        const stream = await lockOrganization(transaction, scope.organizationId);
        return toIncident(await openIncident(transaction, stream, incident, timeline, incident.createdAt));
      }),
    change: (scope, id, decide) =>
      database.write(async (transaction) => {
        const stream = await lockOrganization(transaction, scope.organizationId);
        const row = await findRow(transaction, scope, id);
        const change = decide(toIncident(row));
        if (!change) return toIncident(row);
        const now = clock.now();
        const next = await updateIncident(transaction, row, change, now);
        await writeTimeline(transaction, next, change.timeline, now);
        if (change.announce) await announce(transaction, stream, next);
        return toIncident(next);
      }),
    async timeline(scope, id) {
      await findRow(reader, scope, id);
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

async function findRow(manager: EntityManager, scope: Scope, id: string): Promise<IncidentRow> {
  const row = await manager.findOneBy(incidentTable, { id, organizationId: scope.organizationId });
  if (!row) throw notFound(`Incident ${id}`);
  return row;
}
