import { toIso } from "../../kernel/clock.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import { describeStatus } from "../actions/describe-action.ts";

/** The columns of the export. */
export const actionColumns = [
  "id",
  "incidentId",
  "actionType",
  "status",
  "performedBy",
  "serviceName",
  "environment",
  "createdAt",
  "updatedAt",
  "details",
  "error",
] as const;

export type ActionExportRow = Readonly<Record<(typeof actionColumns)[number], string | null>>;

export async function* exportedActions(actions: AsyncIterable<RemediationAction>): AsyncGenerator<ActionExportRow> {
  for await (const action of actions) yield toRow(action);
}

/** The contract fixes the columns, so details tell a simulation apart. */
const simulatedNote = (action: RemediationAction) => ({ mode: action.mode, shownAs: describeStatus(action) });

const toRow = (action: RemediationAction): ActionExportRow => ({
  id: action.id,
  incidentId: action.incidentId,
  actionType: action.actionType,
  status: action.status,
  performedBy: action.performedBy,
  serviceName: action.serviceName,
  environment: action.environment,
  createdAt: toIso(action.createdAt),
  updatedAt: toIso(action.updatedAt),
  details: JSON.stringify({ ...(action.mode === "simulate" ? simulatedNote(action) : {}), ...action.details }),
  error: action.error,
});
