import type { EntityManager } from "typeorm";
import type { PostmortemReader, PostmortemSource } from "../../incident/postmortem.ts";
import { POSTMORTEM_CHILDREN_MAX, POSTMORTEM_ENTRIES_MAX } from "../../model/record-limits.ts";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "../sql/database.ts";
import { findIncidentRow, toIncident } from "./incident-rows.ts";
import { incidentTable, type TimelineEventRow, timelineEventTable } from "./incident-tables.ts";

const DRAFTED = "postmortem_drafted";

/** Reads at most so many entries and children, each along the incident's index. */
export const createPostmortemReader = (database: Pick<Database, "reader">): PostmortemReader => ({
  async source(scope, incidentId) {
    const { reader } = database;
    const { organizationId } = scope;
    const incident = toIncident(await findIncidentRow(reader, scope, incidentId));
    const children = await reader.find(incidentTable, {
      select: { title: true, severity: true, createdAt: true },
      where: { organizationId, parentIncidentId: incidentId },
      order: { number: "ASC" },
      take: POSTMORTEM_CHILDREN_MAX + 1,
    });
    return {
      incident,
      ...(await beginningAndEnd(reader, scope, incidentId)),
      children: children.slice(0, POSTMORTEM_CHILDREN_MAX),
      moreChildren: children.length > POSTMORTEM_CHILDREN_MAX,
      drafted: await reader.existsBy(timelineEventTable, { organizationId, incidentId, type: DRAFTED }),
    };
  },
});

/** The whole timeline, or where it is longer than may be read: its first and its last half of that. */
async function beginningAndEnd(
  reader: EntityManager,
  { organizationId }: Scope,
  incidentId: string,
): Promise<Pick<PostmortemSource, "timeline" | "entriesLeftOut">> {
  const where = { organizationId, incidentId };
  const count = await reader.countBy(timelineEventTable, where);
  const half = Math.ceil(POSTMORTEM_ENTRIES_MAX / 2);
  const read = (seq: "ASC" | "DESC", take: number): Promise<TimelineEventRow[]> =>
    reader.find(timelineEventTable, { where, order: { seq }, take });
  const rows =
    count <= POSTMORTEM_ENTRIES_MAX
      ? await read("ASC", POSTMORTEM_ENTRIES_MAX)
      : [...(await read("ASC", half)), ...(await read("DESC", half)).reverse()];
  return {
    timeline: rows.map(({ seq: _seq, organizationId: _organization, ...event }) => event),
    entriesLeftOut: Math.max(0, count - rows.length),
  };
}
