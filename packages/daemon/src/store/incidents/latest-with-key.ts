import type { EntityManager } from "typeorm";
import type { Incident } from "../../model/incident.ts";
import { readRow } from "../sql/sql-rows.ts";
import { type IncidentRow, incidentTable } from "./incident-tables.ts";

/** The newest incident with the same key. */
export const latestWithKey = (
  transaction: EntityManager,
  { organizationId, deduplicationKey }: Pick<Incident, "organizationId" | "deduplicationKey">,
): Promise<IncidentRow | undefined> =>
  readRow(transaction, incidentTable, { organization_id: organizationId, deduplication_key: deduplicationKey }, "ref");
