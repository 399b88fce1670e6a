import type { DeploymentFailedRule } from "../rules/rule.ts";
import type { Finding } from "../state/condition-repeats.ts";
import { createFinding, type DetectorInput } from "./detector-input.ts";

/** A deployment whose metadata says that it failed. */
export function findFailedDeployment(rule: DeploymentFailedRule, { service, fresh }: DetectorInput): Finding | null {
  const failed = fresh.deployments.findLast((deployment) => deployment.failure !== null);
  if (failed === undefined) return null;
  const commit = failed.gitHash === null ? "" : ` (commit ${failed.gitHash})`;
  return createFinding(rule, service, {
    reason: "deployment_reported_failure",
    title: `Deployment of ${service} ${failed.version} failed`,
    description: `Version ${failed.version}${commit} in ${failed.environment} ended as ${failed.failure}, by the deployment's own word.`,
    severity: "HIGH",
    environment: failed.environment,
    marks: [[failed.id, failed.at]],
    at: failed.at,
  });
}
