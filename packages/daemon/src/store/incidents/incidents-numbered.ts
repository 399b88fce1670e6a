import type { EntityManager, SelectQueryBuilder } from "typeorm";
import { type IncidentRow, incidentTable } from "./incident-tables.ts";

/** The organization's incidents with these numbers, as `incident`; in no order. */
export function incidentsNumbered(
  reader: EntityManager,
  organizationId: string,
  numbers: readonly number[],
): SelectQueryBuilder<IncidentRow> {
  // As a table of its own, so that each number is looked up in the index, whatever PostgreSQL's statistics say.
  const [wanted, list] =
    reader.connection.options.type === "postgres"
      ? ["select unnest(cast(:numbers as bigint[]))", numbers]
      : ["select value from json_each(:numbers)", JSON.stringify(numbers)];
  return reader
    .createQueryBuilder(incidentTable, "incident")
    .where("incident.organizationId = :organization", { organization: organizationId })
    .andWhere(`incident.number in (${wanted})`, { numbers: list });
}
