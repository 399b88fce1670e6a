import { ESCALATION_STEPS_MAX } from "../../model/record-limits.ts";
import type { EscalationStep, EscalationStepStore } from "../../signal/escalation-clock.ts";
import { type TimelineEventRow, timelineEventTable } from "../incidents/incident-tables.ts";
import type { Database } from "../sql/database.ts";

/** From an index of its own, which holds nothing but such steps: comments and duplicates cost nothing. */
export const createEscalationStepStore = ({ reader }: Database): EscalationStepStore => ({
  async escalationSteps(scope, incidentId) {
    const rows = await reader
      .createQueryBuilder(timelineEventTable, "event")
      // Written out, so that the engines see that the index fits.
      .where("event.incidentId = :incidentId and event.type in ('status_changed', 'assigned', 'escalated')", {
        incidentId,
      })
      .andWhere("event.organizationId = :organizationId", { organizationId: scope.organizationId })
      .orderBy("event.seq", "DESC")
      .limit(ESCALATION_STEPS_MAX)
      .getMany();
    return rows.reverse().map(
      ({ type, actor, metadata, createdAt }: TimelineEventRow): EscalationStep => ({
        type,
        actor,
        metadata,
        createdAt,
      }),
    );
  },
});
