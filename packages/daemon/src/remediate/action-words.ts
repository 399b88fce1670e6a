import { line } from "../kernel/line.ts";
import { UNKNOWN_ENVIRONMENT } from "../model/incident.ts";
import type { RemediationAction } from "../model/remediation.ts";

/** `restart-service on checkout in staging`. */
export function inWords({ actionType, serviceName, environment }: RemediationAction): string {
  const service = serviceName === null ? "" : ` on ${line(serviceName)}`;
  return `${line(actionType)}${service}${inEnvironment(environment)}`;
}

function inEnvironment(environment: string | null): string {
  if (environment === null) return "";
  return environment === UNKNOWN_ENVIRONMENT ? " in an unknown environment" : ` in ${line(environment)}`;
}
