import { In } from "typeorm";
import { type WorkflowStore, workflowEventTypes } from "../../incident/workflow.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { WORKFLOW_EVENTS_MAX } from "../../model/record-limits.ts";
import type { Database } from "../sql/database.ts";
import { lockOrganization } from "../sql/organization-lock.ts";
import { requireIncident } from "./change-incident.ts";
import { writeTimeline } from "./incident-rows.ts";
import { timelineEventTable } from "./incident-tables.ts";

/** Counts the incident's workflow events, which are bounded, along the index of its timeline. */
export const createWorkflowStore = (database: Database): WorkflowStore => ({
  add: (scope, incidentId, entry, now) =>
    database.write(async (transaction) => {
      const { organizationId } = scope;
      await lockOrganization(transaction, organizationId);
      await requireIncident(transaction, scope, incidentId);
      const type = In(workflowEventTypes);
      if (
        (await transaction.countBy(timelineEventTable, { organizationId, incidentId, type })) >= WORKFLOW_EVENTS_MAX
      ) {
        const message = `A timeline has at most ${WORKFLOW_EVENTS_MAX} workflow events.`;
        throw new ApplicationError("limit_reached", message);
      }
      await writeTimeline(transaction, { id: incidentId, organizationId }, [entry], now);
    }),
});
