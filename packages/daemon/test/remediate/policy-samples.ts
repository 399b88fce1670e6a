import { builtInPolicy } from "../../src/remediate/policy/built-in.ts";
import type { Guardrails, Policy, PolicyFacts, PolicyQuestion, PolicyRule } from "../../src/remediate/policy/policy.ts";

export const NOW = Date.parse("2026-03-02T09:00:00Z");

/** Nothing happened yet, and the incident is open. */
export const quiet: PolicyFacts = {
  incidentStatus: "OPEN",
  incidentEnvironment: "unknown",
  incidentSeverity: "HIGH",
  queuedInLastHour: 0,
  sameActionQueuedAt: null,
  active: 0,
  waiting: 0,
  activeOnService: 0,
  inMaintenance: false,
  suspended: null,
};

export const restart: PolicyQuestion = {
  organizationId: "acme",
  actionType: "restart-service",
  environment: "staging",
  severity: "HIGH",
  serviceName: "checkout",
  targetNames: [],
  origin: "person",
  mode: "simulate",
  parameters: {},
  blastRadius: 0,
  currentReplicas: null,
};

export const scale = (replicas: number, currentReplicas: number | null): PolicyQuestion => ({
  ...restart,
  actionType: "scale-service",
  parameters: { replicas },
  currentReplicas,
});

export const rule = (name: string, changes: Partial<PolicyRule> = {}): PolicyRule => ({
  name,
  verdict: "auto",
  organizations: [],
  actions: [],
  environments: [],
  severities: [],
  services: [],
  fourEyes: undefined,
  approvalTtlMs: undefined,
  reason: `As ${name} says.`,
  ...changes,
});

const NO_BOUNDS: Guardrails = {
  actionsPerHour: undefined,
  cooldownMs: undefined,
  concurrent: undefined,
  concurrentPerService: undefined,
  maxReplicas: undefined,
  replicasChangeFactor: undefined,
  blastRadius: undefined,
  openIncidentOnly: false,
};

/** Only these rules and bounds. */
export const policyOf = (
  rules: readonly PolicyRule[],
  bounds: Partial<Guardrails> = {},
  rest: Partial<Policy> = {},
): Policy => ({
  ...builtInPolicy(NOW),
  rules,
  guardrails: { ...NO_BOUNDS, ...bounds },
  ...rest,
});
