import { MINUTE_MS } from "../../kernel/clock.ts";
import { PRODUCTION } from "../../model/remediation.ts";
import { canonicalJson, sha256 } from "../audit/audit-chain.ts";
import type { ActionDefinition, Guardrails, ParameterRule, Policy, PolicyRule, VerificationPolicy } from "./policy.ts";

const forAll = {
  organizations: [],
  actions: [],
  environments: [],
  severities: [],
  services: [],
  fourEyes: undefined,
  approvalTtlMs: undefined,
} as const;

/** Decisions §8: production needs approval, live by somebody else; elsewhere restarts run automatically. */
export const builtInRules: readonly PolicyRule[] = [
  {
    ...forAll,
    name: "production-asks",
    verdict: "manual",
    environments: [PRODUCTION],
    fourEyes: "live",
    reason: "Whatever changes production needs a person's approval.",
  },
  {
    ...forAll,
    name: "restarts-elsewhere",
    verdict: "auto",
    actions: ["delete-pod", "restart-service"],
    reason: "Outside production, what is started anew without a change needs no approval.",
  },
  {
    ...forAll,
    name: "changes-elsewhere",
    verdict: "manual",
    actions: ["rollback-deployment", "scale-service"],
    reason: "What changes a service's version or size needs a person's approval.",
  },
];

/**
 * One action at a time per service; six an hour exceed what a person would try. Larger changes of size are probably
 * mistakes.
 */
export const builtInGuardrails: Guardrails = {
  actionsPerHour: 6,
  cooldownMs: 5 * MINUTE_MS,
  concurrent: 20,
  concurrentPerService: 1,
  maxReplicas: 50,
  replicasChangeFactor: 3,
  blastRadius: 50,
  openIncidentOnly: true,
};

export const builtInVerification: VerificationPolicy = {
  settleMs: 2 * MINUTE_MS,
  quietMs: 5 * MINUTE_MS,
  ineffectiveInARow: 3,
};

export const APPROVAL_TTL_MS = 60 * MINUTE_MS;
/** From the contract: approvers may override guardrails with a reason. */
export const APPROVE_PERMISSION = "remediation:approve";

const parameter = (type: ParameterRule["type"], required: boolean, description: string): ParameterRule => ({
  type,
  required,
  description,
  values: undefined,
});

/** Overrides for services that are not deployed under their own name. */
const where: ActionDefinition["parameters"] = {
  namespace: parameter("string", false, "Kubernetes namespace."),
  deployment: parameter("string", false, "Kubernetes deployment."),
};

const own = (
  type: string,
  description: string,
  parameters: ActionDefinition["parameters"],
  rollback?: string,
): ActionDefinition => ({
  type,
  description,
  parameters: { ...parameters, ...where },
  rollback,
  webhook: undefined,
});

export const builtInActions: ReadonlyMap<string, ActionDefinition> = new Map(
  [
    own("restart-service", "Starts the pods of a service anew, one after the other.", {}),
    own(
      "scale-service",
      "Sets how many pods a service has.",
      { replicas: parameter("integer", true, "Pods it is to have.") },
      "Scale it back to the pods it had.",
    ),
    own(
      "rollback-deployment",
      "Takes a service back to an earlier revision.",
      { toRevision: parameter("integer", false, "Revision to go back to; left out, the one before.") },
      "Roll it forward to the revision it had.",
    ),
    own("delete-pod", "Deletes one pod, which is made anew.", {
      pod: parameter("string", true, "Name of the pod."),
    }),
  ].map((action) => [action.type, action]),
);

const builtIn = {
  rules: builtInRules,
  guardrails: builtInGuardrails,
  windows: [],
  approvalTtlMs: APPROVAL_TTL_MS,
  fourEyes: false,
  overridePermission: APPROVE_PERMISSION,
  namespaces: [],
  verification: builtInVerification,
};

/** Used without a policy file. `loadedAt` in milliseconds. */
export const builtInPolicy = (loadedAt: number): Policy => ({
  ...builtIn,
  source: "built-in",
  version: sha256(canonicalJson({ ...builtIn, actions: [...builtInActions.values()] })),
  loadedAt,
  actions: builtInActions,
});
