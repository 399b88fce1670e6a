import type { SimilarCandidates } from "../../incident/similar-incidents.ts";
import { isSimulated, type TimelineEventType } from "../../model/timeline-event.ts";
import type { Database } from "../sql/database.ts";
import { join, query, sql } from "../sql/statement.ts";
import { findIncidentRow, toIncident } from "./incident-rows.ts";
import { incidentsNumbered } from "./incidents-numbered.ts";
import { findLikely } from "./similar-candidates.ts";

/** Limit for each incident; remediations are at the end of a timeline. */
const TIMELINE_READ_MAX = 500;
/** Only completed actions are checked; their types outlive the actions here, which retention deletes. */
const CHECKED: TimelineEventType = "remediation_checked";

/** The index tells which incidents are worth comparing (`findLikely`, at most 100); their rows are read by number. */
export const createSimilarCandidates = ({ reader }: Pick<Database, "reader">): SimilarCandidates => ({
  async candidates(scope, id, since, scoring) {
    const given = await findIncidentRow(reader, scope, id);
    const { numbers, corpus } = await findLikely(reader, given, since, scoring);
    const likely = await incidentsNumbered(reader, scope.organizationId, numbers).getMany();
    return { given, likely: likely.map(toIncident), corpus };
  },
  /** An action that completed may not have helped, so its verification decides. A simulated one helped nobody. */
  async verifiedActions({ organizationId }, ids) {
    if (ids.length === 0) return new Map();
    const newest = ids.map(
      (id) => sql`select id, metadata from (
        select incident_id as id, type, metadata from timeline_event
        where incident_id = ${id} and organization_id = ${organizationId} order by seq desc limit ${TIMELINE_READ_MAX}
      ) as newest where type = ${CHECKED}`,
    );
    const rows = await query<{ id: string; metadata: string }>(reader, join(newest, " union all "));
    const actions = new Map<string, unknown[]>(ids.map((id) => [id, []]));
    for (const { id, metadata: json } of rows) {
      const metadata = JSON.parse(json) as Readonly<Record<string, unknown>>;
      const hasHelped = metadata["verification"] === "verified" && !isSimulated({ type: CHECKED, metadata });
      if (hasHelped) actions.get(id)?.push(metadata["actionType"]);
    }
    return actions;
  },
});
