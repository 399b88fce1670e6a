import type { RemediationAction } from "../../model/remediation.ts";
import type { ActionRequest } from "./executor.ts";

/** The command line that requests the undoing of an action, for a person to copy. */
export function undoCommand(
  { incidentId, serviceName, environment }: Pick<RemediationAction, "incidentId" | "serviceName" | "environment">,
  { actionType, parameters }: Pick<ActionRequest, "actionType" | "parameters">,
): string {
  const words = [
    ...["tocsin", "remediation", "request", incidentId, actionType],
    ...Object.entries(parameters).flatMap(([name, value]) => ["--set", `${name}=${String(value)}`]),
    ...(serviceName === null ? [] : ["--service", serviceName]),
    ...(environment === null ? [] : ["--environment", environment]),
  ];
  return words.map(shellWord).join(" ");
}

/** As a POSIX shell takes it for one word. */
const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
