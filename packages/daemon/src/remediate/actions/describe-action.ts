import { toSingleLine } from "../../kernel/single-line.ts";
import { UNKNOWN_ENVIRONMENT } from "../../model/incident.ts";
import type { ActionStatus, RemediationAction } from "../../model/remediation.ts";
import { describeObject, otherWorkload } from "../../model/remediation-target.ts";

type Named = Pick<RemediationAction, "actionType" | "serviceName" | "environment" | "mode" | "plan">;

/** `restart-service on checkout in staging`, or `simulated restart-service on checkout in staging`. */
export const describeAction = (action: Named): string =>
  action.mode === "simulate" ? `simulated ${plainWords(action)}` : plainWords(action);

function plainWords({ actionType, serviceName, environment, plan: { target } }: Named): string {
  const service = serviceName === null ? "" : ` on ${toSingleLine(serviceName)}`;
  // Approvers must see the touched object if the service's name doesn't tell.
  const touched = target["kind"] === "Pod" || otherWorkload(target, serviceName) ? ` (${describeObject(target)})` : "";
  return `${toSingleLine(actionType)}${service}${touched}${inEnvironment(environment)}`;
}

function inEnvironment(environment: string | null): string {
  if (environment === null) return "";
  return environment === UNKNOWN_ENVIRONMENT ? " in an unknown environment" : ` in ${toSingleLine(environment)}`;
}

const SIMULATED_STATUS: Readonly<Record<ActionStatus, string>> = {
  PENDING_APPROVAL: "PENDING_APPROVAL (would be simulated)",
  QUEUED: "QUEUED (would be simulated)",
  EXECUTING: "EXECUTING (simulated)",
  COMPLETED: "SIMULATED",
  FAILED: "FAILED (simulated)",
  REJECTED: "REJECTED (would have been simulated)",
};

/** The status for people, which tells simulations apart; the contract's status doesn't. Every text uses it. */
export const describeStatus = ({ status, mode }: Pick<RemediationAction, "status" | "mode">): string =>
  mode === "simulate" ? SIMULATED_STATUS[status] : status;

const EXECUTION_TITLES = { EXECUTING: "Executing", COMPLETED: "Completed", FAILED: "Failed" } as const;

/** Title of a timeline entry: `Completed: restart-service on checkout`, `SIMULATED: …`. */
export function executionTitle(action: Named, status: keyof typeof EXECUTION_TITLES): string {
  const title = action.mode === "simulate" ? describeStatus({ status, mode: action.mode }) : EXECUTION_TITLES[status];
  return `${title}: ${plainWords(action)}`;
}
