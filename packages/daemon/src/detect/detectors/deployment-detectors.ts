import { MINUTE_MS } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { marksSince } from "../../methods/state/evidence-trail.ts";
import { count } from "../describe-figures.ts";
import type { DeploymentFailedRule, ErrorsAfterDeploymentRule } from "../rules/rule.ts";
import type { Finding } from "../state/condition-repeats.ts";
import type { Deployment } from "../state/service-state.ts";
import { createFinding, type DetectorInput, describeTopTemplate } from "./detector-input.ts";
import { describeRise, riseBeyond, severityOfRise } from "./log-error-detectors.ts";

const VERSION_CHARS_MAX = 60;

const commitOf = ({ gitHash }: Deployment): string => (gitHash === null ? "" : ` (commit ${gitHash})`);

/** A deployment whose metadata says that it failed. */
export function findFailedDeployment(rule: DeploymentFailedRule, subject: DetectorInput): Finding[] {
  const failed = subject.fresh.deployments.findLast((deployment) => deployment.failure !== null);
  if (failed === undefined) return [];
  return createFinding(rule, subject, {
    reason: "deployment_reported_failure",
    title: `Deployment of ${subject.service} ${failed.version} failed`,
    description: `Version ${failed.version}${commitOf(failed)} in ${failed.environment} ended as ${failed.failure}, by the deployment's own word.`,
    severity: "HIGH",
    environment: failed.environment,
    marks: [[failed.id, failed.at]],
    at: failed.at,
  });
}

/** Errors that began to rise soon after the last successful deployment. */
export function findErrorsAfterDeployment(rule: ErrorsAfterDeploymentRule, subject: DetectorInput): Finding[] {
  const { state, fresh, service } = subject;
  if (fresh.errors === 0 || state.deployments.length === 0) return [];
  const rise = riseBeyond(rule, subject);
  if (rise === null) return [];
  const deployment = state.deployments.findLast(
    ({ failure, at }) => failure === null && at <= rise.since && rise.since - at <= rule.withinMinutes * MINUTE_MS,
  );
  if (deployment === undefined) return [];
  const minutes = Math.round((rise.since - deployment.at) / MINUTE_MS);
  return createFinding(rule, subject, {
    reason: "errors_rose_after_deployment",
    title: `Errors in ${service} after the deployment of ${deployment.version}`,
    description:
      `Version ${deployment.version}${commitOf(deployment)} came to ${deployment.environment}, ` +
      `and errors began to rise ${minutes === 0 ? "at once" : `${count(minutes, "minute")} later`}: ` +
      `${describeRise(rise, state.watermark)}${describeTopTemplate(state, deployment.at)}`,
    severity: severityOfRise(rise, state),
    environment: deployment.environment,
    marks: [[deployment.id, deployment.at], ...marksSince(state.errorTrail, deployment.at).slice(0, 19)],
    // Errors of another version are another condition.
    about: toSingleLine(deployment.version, VERSION_CHARS_MAX),
    at: rise.since,
  });
}
