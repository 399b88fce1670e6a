import { HOUR_MS } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { DeploymentEvent } from "../../model/telemetry.ts";
import { DEPLOYMENTS_MAX } from "../detection-bounds.ts";
import type { NewObservations } from "./new-observations.ts";
import type { Deployment, ServiceState } from "./service-state.ts";

const FAILURES: ReadonlySet<string> = new Set([
  ...["failed", "failure", "fail", "error", "errored", "rolled_back", "rolledback", "rollback"],
  ...["cancelled", "canceled", "aborted", "timed_out", "timeout", "degraded", "unhealthy"],
]);
const DEPLOYMENT_CHARS_MAX = 128;
/** Older deployments can't explain present telemetry. */
const DEPLOYMENT_MS_MAX = 2 * HOUR_MS;

function failureOf(metadata: DeploymentEvent["metadata"]): string | null {
  for (const field of ["status", "result", "outcome", "state", "conclusion"]) {
    const word = metadata?.[field];
    if (typeof word !== "string" || word.length > 32) continue;
    const plain = word.trim().toLowerCase().replaceAll("-", "_").replaceAll(" ", "_");
    if (FAILURES.has(plain)) return plain;
  }
  return null;
}

export const toDeployment = (event: DeploymentEvent, at: number): Deployment => ({
  id: event.id,
  at,
  version: toSingleLine(event.version, DEPLOYMENT_CHARS_MAX),
  gitHash: event.gitHash === undefined ? null : toSingleLine(event.gitHash, DEPLOYMENT_CHARS_MAX),
  environment: toSingleLine(event.environment, DEPLOYMENT_CHARS_MAX),
  failure: failureOf(event.metadata),
});

export function keepDeployment(state: ServiceState, deployment: Deployment): void {
  const kept = state.deployments.filter((other) => state.watermark - other.at <= DEPLOYMENT_MS_MAX);
  state.deployments = [...kept, deployment].sort((left, right) => left.at - right.at).slice(-DEPLOYMENTS_MAX);
}

export function recordDeployment(
  state: ServiceState,
  fresh: NewObservations,
  event: DeploymentEvent,
  at: number,
): void {
  const deployment = toDeployment(event, at);
  fresh.deployments.push(deployment);
  keepDeployment(state, deployment);
}
