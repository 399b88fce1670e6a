import { jsonBytes, nestsWithin } from "../ingest/validate-elements.ts";
import { ApplicationError, invalidField } from "../kernel/errors.ts";
import { NESTING_MAX } from "../model/ingestion-limits.ts";
import { WORKFLOW_EVENTS_MAX, WORKFLOW_METADATA_BYTES_MAX } from "../model/record-limits.ts";
import type { Scope } from "../model/scope.ts";
import { appendTimeline } from "./append-timeline.ts";
import { requireIncident } from "./apply-change.ts";
import type { UnitsOfWork } from "./unit-of-work.ts";

/** Timeline entries that people write, with their titles. */
const titles = {
  stakeholder_update_sent: "Stakeholder update sent",
  stakeholder_update_drafted: "Stakeholder update drafted",
  handoff: "Handed over",
  note: "Note",
  war_room_opened: "War room opened",
  war_room_closed: "War room closed",
} as const;
export type WorkflowEventType = keyof typeof titles;
export const workflowEventTypes = Object.keys(titles) as WorkflowEventType[];

export interface WorkflowEvent {
  readonly type: WorkflowEventType;
  readonly detail: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/**
 * Writes into the timeline; the incident stays as it is. Throws `invalid` for metadata that are too large, `not_found`,
 * and `conflict` where the timeline has as many workflow events as it may have.
 */
export async function addWorkflowEvent(
  units: UnitsOfWork,
  { organizationId, actor }: Scope,
  incidentId: string,
  { type, detail, metadata = {} }: WorkflowEvent,
  now: number,
): Promise<void> {
  if (!nestsWithin(metadata, NESTING_MAX))
    throw invalidField("/metadata", `must not nest deeper than ${NESTING_MAX} levels`);
  if (jsonBytes(metadata) > WORKFLOW_METADATA_BYTES_MAX) {
    throw invalidField("/metadata", `must not be larger than ${WORKFLOW_METADATA_BYTES_MAX} bytes of JSON`);
  }
  await units.run(organizationId, async (unit) => {
    const incident = await requireIncident(unit, incidentId);
    if ((await unit.timeline.count(incidentId, workflowEventTypes)) >= WORKFLOW_EVENTS_MAX) {
      const message = `A timeline has at most ${WORKFLOW_EVENTS_MAX} workflow events.`;
      throw new ApplicationError("limit_reached", message);
    }
    await appendTimeline(unit, incident, [{ type, actor, title: titles[type], detail, metadata }], now);
  });
}
