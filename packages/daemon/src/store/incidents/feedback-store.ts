import { In } from "typeorm";
import type { IncidentFeedbackStore } from "../../incident/feedback.ts";
import { workflowEventTypes } from "../../incident/workflow.ts";
import { WORKFLOW_EVENTS_MAX } from "../../model/record-limits.ts";
import type { Database } from "../sql/database.ts";
import { findIncidentRow, requireIncident } from "./change-incident.ts";
import { feedbackTable } from "./feedback-tables.ts";
import { storeFeedback } from "./give-feedback.ts";
import { writeTimeline } from "./incident-rows.ts";
import { timelineEventTable } from "./incident-tables.ts";
import { setVerdict } from "./incident-verdict.ts";
import { inTurn } from "./turn.ts";

export const createIncidentFeedbackStore = (database: Database): IncidentFeedbackStore => ({
  async list(scope, incidentId) {
    await requireIncident(database.reader, scope, incidentId);
    const { organizationId } = scope;
    const rows = await database.reader.findBy(feedbackTable, { organizationId, aboutId: incidentId });
    return rows.sort((one, other) => other.updatedAt - one.updatedAt || (one.person < other.person ? -1 : 1));
  },
  give: (scope, given, entry) =>
    database.write((transaction) =>
      inTurn(transaction, scope.organizationId, async (turn) => {
        const row = await findIncidentRow(transaction, scope, given.aboutId);
        const { verdict, isNews, ...stored } = await storeFeedback(transaction, given);
        await setVerdict(transaction, row, { verdict, verdictFrom: "feedback" });
        // Who changes their mind again and again fills no timeline.
        const where = { organizationId: row.organizationId, incidentId: row.id, type: In(workflowEventTypes) };
        if (isNews && (await transaction.countBy(timelineEventTable, where)) < WORKFLOW_EVENTS_MAX) {
          await writeTimeline(transaction, row, [entry], given.updatedAt, turn);
        }
        return stored;
      }),
    ),
});
