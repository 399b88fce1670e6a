import { jsonBytes, nestsWithin } from "../ingest/judge.ts";
import { type ApplicationError, invalidField } from "../kernel/errors.ts";
import { NESTING_MAX } from "../model/ingestion-limits.ts";
import { WORKFLOW_METADATA_BYTES_MAX } from "../model/record-limits.ts";
import type { Scope } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";

/** What people write into a timeline themselves (decisions §5), and how the timeline calls it. */
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

export interface WorkflowStore {
  /**
   * Writes the entry; the incident stays as it is. Throws `not_found`, or `conflict` where the timeline has as many
   * workflow events as it may have.
   */
  add(scope: Scope, incidentId: string, entry: TimelineEntry, now: number): Promise<void>;
}

/** Throws `invalid` for metadata that are too large, and what the store throws. */
export function addWorkflowEvent(
  store: WorkflowStore,
  scope: Scope,
  incidentId: string,
  { type, detail, metadata = {} }: WorkflowEvent,
  now: number,
): Promise<void> {
  if (!nestsWithin(metadata, NESTING_MAX)) throw refused(`must not nest deeper than ${NESTING_MAX} levels`);
  if (jsonBytes(metadata) > WORKFLOW_METADATA_BYTES_MAX) {
    throw refused(`must not be larger than ${WORKFLOW_METADATA_BYTES_MAX} bytes of JSON`);
  }
  return store.add(scope, incidentId, { type, actor: scope.actor, title: titles[type], detail, metadata }, now);
}

const refused = (message: string): ApplicationError => invalidField("/metadata", message);
