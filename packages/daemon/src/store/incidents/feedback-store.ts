import type { FeedbackReader } from "../../incident/feedback.ts";
import type { Database } from "../sql/database.ts";
import { requireIncident } from "../sql/require-incident.ts";
import { feedbackTable } from "./incident-tables.ts";

export const createFeedbackReader = ({ reader }: Pick<Database, "reader">): FeedbackReader => ({
  async list(scope, incidentId) {
    await requireIncident(reader, scope, incidentId);
    const { organizationId } = scope;
    const rows = await reader.findBy(feedbackTable, { organizationId, aboutId: incidentId });
    return rows.sort((one, other) => other.updatedAt - one.updatedAt || (one.person < other.person ? -1 : 1));
  },
});
