import { environmentKey, type RemediationAction } from "../model/remediation.ts";
import type { FactsOf } from "./action-store.ts";
import type { Asked } from "./asked.ts";
import { type Planned, targetNamesOf } from "./plan.ts";
import type { PolicyDecision, PolicyQuestion } from "./policy/policy.ts";

type Subject = Pick<Asked, "actionType" | "serviceName" | "environment" | "severity" | "origin">;

/** What is to be decided about an action with this plan. */
export const questionOf = (
  organizationId: string,
  subject: Subject,
  planned: Omit<Planned, "refused">,
): PolicyQuestion => ({
  organizationId,
  actionType: subject.actionType,
  environment: environmentKey(subject.environment),
  severity: subject.severity,
  serviceName: subject.serviceName,
  targetNames: targetNamesOf(planned.plan),
  origin: subject.origin,
  mode: planned.plan.mode,
  parameters: planned.plan.parameters,
  blastRadius: planned.plan.blastRadius,
  currentReplicas: planned.currentReplicas,
});

export const factsOf = (incidentId: string, subject: Omit<Subject, "severity" | "origin">): FactsOf => ({
  incidentId,
  actionType: subject.actionType,
  serviceName: subject.serviceName,
  environment: environmentKey(subject.environment),
});

/** What the row keeps of a decision. */
export const recordOf = ({ verdict, rules, policyVersion }: PolicyDecision) => ({
  verdict,
  rules,
  version: policyVersion,
});

/** What the audit log keeps: what spoke for or against it in full, and of what had nothing against it the names. */
export const briefOf = ({ verdict, rules, policyVersion }: PolicyDecision) => ({
  verdict,
  rules: rules.filter(({ says }) => says !== "pass"),
  passed: rules.filter(({ says }) => says === "pass").map(({ rule }) => rule),
  version: policyVersion,
});

/** What the timeline says about an action beside its words. */
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
