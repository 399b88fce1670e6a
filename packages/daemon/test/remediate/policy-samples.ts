import { builtInPolicy } from "../../src/remediate/policy/built-in-policy.ts";
import { decide } from "../../src/remediate/policy/decide.ts";
import type {
  Guardrails,
  Policy,
  PolicyDecision,
  PolicyFacts,
  PolicyQuestion,
  PolicyRule,
} from "../../src/remediate/policy/policy.ts";

export const NOW = Date.parse("2026-03-02T09:00:00Z");

/** Nothing happened yet, and an incident of checkout in staging is open. */
export const quiet: PolicyFacts = {
  incidentStatus: "OPEN",
  incidentEnvironment: "staging",
  incidentSeverity: "HIGH",
  incidentServices: ["checkout"],
  catalogEnvironments: [],
  queuedInLastHour: 0,
  lastOfKind: null,
  active: 0,
  waiting: 0,
  activeOnTarget: 0,
  inMaintenance: false,
  suspended: null,
};

export const restart: PolicyQuestion = {
  organizationId: "acme",
  actionType: "restart-service",
  environment: "staging",
  severity: "HIGH",
  serviceName: "checkout",
  target: { serviceName: "checkout" },
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

/** A question about an incident that says the same of itself, but for what `facts` says. */
export function ask(
  policy: Policy,
  question: Partial<PolicyQuestion> = {},
  facts: Partial<PolicyFacts> = {},
  now = NOW,
): PolicyDecision {
  const asked = { ...restart, ...question };
  const incident = {
    incidentEnvironment: asked.environment ?? "unknown",
    incidentSeverity: asked.severity,
    incidentServices: asked.serviceName === null ? [] : [asked.serviceName],
  };
  const target = { serviceName: asked.serviceName, ...question.target };
  return decide(policy, { ...asked, target }, { ...quiet, ...incident, ...facts }, "request", now);
}

export const last = (queuedAt: number): PolicyFacts["lastOfKind"] => ({ queuedAt, status: "COMPLETED", target: {} });

export const spoke = ({ rules }: PolicyDecision): string[] =>
  rules.filter(({ says }) => says !== "pass").map(({ rule: name, says }) => `${name} ${says}`);
