import { MINUTE_MS } from "../../kernel/clock.ts";
import { PRODUCTION } from "../../model/remediation.ts";
import { canonicalJson, sha256 } from "../audit/audit-chain.ts";
import type { ActionDefinition, Guardrails, Policy, PolicyRule, VerificationPolicy } from "./policy.ts";

const forAll = {
  organizations: [],
  actions: [],
  environments: [],
  severities: [],
  services: [],
  fourEyes: undefined,
  approvalTtlMs: undefined,
} as const;

/** Decisions §8: production asks, and where it is really touched somebody else than the requester; elsewhere what only starts something anew runs by itself. */
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
 * One thing at a time on a service, with time to see what it did; six an hour are more than a person would try before
 * looking for the cause. A change of size by more than three times, or beyond fifty, is rather a slip than a remedy.
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
/** The contract's: whoever may approve may override a guardrail with a reason. */
export const APPROVE_PERMISSION = "remediation:approve";

/** Where a service isn't deployed under its own name, in the first namespace that is open. */
const where: ActionDefinition["parameters"] = {
  namespace: { type: "string", required: false, description: "Kubernetes namespace.", values: undefined },
  deployment: { type: "string", required: false, description: "Kubernetes deployment.", values: undefined },
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

/** What Tocsin executes by itself. */
export const builtInActions: ReadonlyMap<string, ActionDefinition> = new Map(
  [
    own("restart-service", "Starts the pods of a service anew, one after the other.", {}),
    own(
      "scale-service",
      "Sets how many pods a service has.",
      { replicas: { type: "integer", required: true, description: "Pods it is to have.", values: undefined } },
      "Scale it back to the pods it had.",
    ),
    own(
      "rollback-deployment",
      "Takes a service back to an earlier revision.",
      {
        toRevision: {
          type: "integer",
          required: false,
          description: "Revision to go back to; left out, the one before.",
          values: undefined,
        },
      },
      "Roll it forward to the revision it had.",
    ),
    own("delete-pod", "Deletes one pod, which is made anew.", {
      pod: { type: "string", required: true, description: "Name of the pod.", values: undefined },
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

/** The policy where no file is given. `loadedAt` in milliseconds. */
export const builtInPolicy = (loadedAt: number): Policy => ({
  ...builtIn,
  source: "built-in",
  version: sha256(canonicalJson({ ...builtIn, actions: [...builtInActions.values()] })),
  loadedAt,
  actions: builtInActions,
});
