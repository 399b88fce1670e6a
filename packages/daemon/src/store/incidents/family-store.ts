import type { EntityManager } from "typeorm";
import type { RelatedIncidentReader } from "../../incident/parent-and-child.ts";
import { RELATED_INCIDENTS_MAX } from "../../model/record-limits.ts";
import type { Database } from "../sql/database.ts";
import { findIncidentRow, toIncident } from "./incident-rows.ts";
import { type IncidentRow, incidentTable } from "./incident-tables.ts";

export function createFamilyReader({ reader }: Pick<Database, "reader">): RelatedIncidentReader {
  return {
    /** Three looks into an index each, and the rows that are answered: however large a family or a group is. */
    async related(scope, id) {
      const row = await findIncidentRow(reader, scope, id);
      const { organizationId, parentIncidentId } = row;
      const parent =
        parentIncidentId === null
          ? null
          : await reader.findOneBy(incidentTable, { organizationId, id: parentIncidentId });
      // Merges are flat: an incident with a parent has no children.
      const family = await newestWith(reader, row, "parentIncidentId", parentIncidentId ?? row.id);
      const group = row.groupId === null ? [] : await newestWith(reader, row, "groupId", row.groupId);
      const others = new Map([...family, ...group].map((each) => [each.id, each]));
      for (const known of [row.id, parent?.id]) if (known !== undefined) others.delete(known);
      const newest = [...others.values()].sort((one, other) => other.number - one.number);
      const shown = [...newest.slice(0, RELATED_INCIDENTS_MAX - (parent ? 1 : 0)), ...(parent ? [parent] : [])];
      return shown.sort((one, other) => other.number - one.number).map(toIncident);
    },
  };
}

/** One more than is answered, since the incident itself may be among them. */
const newestWith = (
  reader: EntityManager,
  { organizationId }: IncidentRow,
  field: "parentIncidentId" | "groupId",
  id: string,
): Promise<IncidentRow[]> =>
  reader
    .createQueryBuilder(incidentTable, "incident")
    .where(`incident.organizationId = :organizationId and incident.${field} = :id`, { organizationId, id })
    .orderBy("incident.number", "DESC")
    .limit(RELATED_INCIDENTS_MAX + 1)
    .getMany();
