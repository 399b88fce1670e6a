import type { EntityManager } from "typeorm";
import { notFound } from "../../kernel/errors.ts";
import type { Incident } from "../../model/incident.ts";
import type { Scope } from "../../model/scope.ts";
import { readRow } from "../sql/sql-rows.ts";
import { type IncidentRow, incidentTable } from "./incident-tables.ts";

/** Throws `not_found`. */
export async function findIncidentRow(
  manager: EntityManager,
  { organizationId }: Pick<Scope, "organizationId">,
  id: string,
): Promise<IncidentRow> {
  const row = await readRow(manager, incidentTable, { id, organization_id: organizationId });
  if (!row) throw notFound("incident_not_found", `Incident ${id}`);
  return row;
}

export function toIncident(row: IncidentRow): Incident {
  const { ref: _ref, number: _number, severityRank: _rank, quietAt: _quiet, ...rest } = row;
  const { verdict: _verdict, verdictFrom: _from, ownTitle: _title, ownSeverity: _severity, ...incident } = rest;
  return incident;
}
