import type { RemediationAction } from "../../model/remediation.ts";
import { targetNamesOf } from "../../model/remediation-target.ts";
import type { Planned } from "../actions/remediation-plan.ts";
import type { PolicyDecision, PolicyQuestion } from "../policy/policy.ts";
import type { ParsedRequest } from "./parse-request.ts";

type Subject = Pick<ParsedRequest, "actionType" | "serviceName" | "environment" | "severity" | "origin">;

export function questionOf(
  organizationId: string,
  { actionType, environment, severity, serviceName, origin }: Subject,
  { plan, currentReplicas }: Pick<Planned, "plan" | "currentReplicas">,
): PolicyQuestion {
  const { target, mode, parameters, blastRadius } = plan;
  const subject = { organizationId, actionType, environment, severity, serviceName, origin, mode, parameters };
  return { ...subject, target, targetNames: targetNamesOf(plan), blastRadius, currentReplicas };
}

export const recordOf = ({ verdict, rules, environments, policyVersion }: PolicyDecision) => ({
  verdict,
  rules,
  environments,
  version: policyVersion,
});

/** For the audit log: matching rules in full, passed ones by name. */
export const briefOf = ({ verdict, rules, environments, policyVersion }: PolicyDecision) => ({
  verdict,
  environments,
  rules: rules.filter(({ says }) => says !== "pass"),
  passed: rules.filter(({ says }) => says === "pass").map(({ rule }) => rule),
  version: policyVersion,
});

/** Metadata of an action's timeline entries. */
export const metadataOf = (
  action: Pick<RemediationAction, "id" | "actionType" | "serviceName" | "environment" | "mode" | "status">,
  decision?: PolicyDecision,
): Readonly<Record<string, unknown>> => ({
  actionId: action.id,
  actionType: action.actionType,
  serviceName: action.serviceName,
  environment: action.environment,
  mode: action.mode,
  status: action.status,
  ...(decision ? { verdict: decision.verdict, rules: decision.rules.map(({ rule }) => rule) } : {}),
});
