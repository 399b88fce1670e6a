import type { OpeningEvidence } from "../../signal/onset.ts";
import { timelineEventTable } from "../incidents/incident-tables.ts";
import type { Database } from "../sql/database.ts";

/** The entry of the creation is the first one of the incident's index. */
export const createOpeningEvidence = ({ reader }: Pick<Database, "reader">): OpeningEvidence => ({
  async openingEvidence({ organizationId }, incidentId) {
    const created = await reader.findOne(timelineEventTable, {
      select: { seq: true, metadata: true },
      where: { organizationId, incidentId, type: "incident_created" },
      order: { seq: "ASC" },
    });
    const evidence = created?.metadata["evidence"];
    return Array.isArray(evidence) ? evidence.filter((id) => typeof id === "string") : [];
  },
});
