import type { IncidentStatus, Severity } from "../../model/incident.ts";
import type { ActionOrigin, ActionPlan, ActionStatus, RemediationMode } from "../../model/remediation.ts";

/** Automatic, after approval, or never. */
export type Verdict = "auto" | "manual" | "deny";

/** A freeze: `deny` blocks all actions, `manual` the automatic ones. */
export interface FreezeWindow {
  readonly name: string;
  readonly effect: "deny" | "manual";
  readonly reason: string;
  /** Empty for all; from `environmentKey`. */
  readonly environments: readonly string[];
  readonly organizations: readonly string[];
  /** Milliseconds since 1970 UTC, or a recurring start with a duration. */
  readonly when:
    | { readonly from: number; readonly to: number }
    | { readonly cron: string; readonly timeZone: string; readonly durationMs: number };
}

/** The first rule whose conditions all hold decides. Empty lists match everything. */
export interface PolicyRule {
  readonly name: string;
  readonly verdict: Verdict;
  readonly organizations: readonly string[];
  readonly actions: readonly string[];
  readonly environments: readonly string[];
  readonly severities: readonly Severity[];
  readonly services: readonly string[];
  /** Undefined: the policy's default; `live`: only in live mode. */
  readonly fourEyes: boolean | "live" | undefined;
  readonly approvalTtlMs: number | undefined;
  readonly reason: string;
}

/** Undefined for no limit. Per target unless stated otherwise. */
export interface Guardrails {
  readonly actionsPerHour: number | undefined;
  readonly cooldownMs: number | undefined;
  readonly concurrent: number | undefined;
  readonly concurrentPerService: number | undefined;
  readonly maxReplicas: number | undefined;
  /** Maximum factor of growth and shrinkage. */
  readonly replicasChangeFactor: number | undefined;
  readonly blastRadius: number | undefined;
  /** Whether actions of RESOLVED and CLOSED incidents are blocked. */
  readonly openIncidentOnly: boolean;
}

/** A signed POST. */
export interface WebhookAction {
  readonly url: string;
  /** Environment variable with the signing key. */
  readonly secretEnv: string;
  readonly timeoutMs: number;
}

export interface ParameterRule {
  readonly type: "string" | "number" | "integer" | "boolean";
  readonly required: boolean;
  readonly description: string;
  /** Undefined for any. */
  readonly values: readonly (string | number | boolean)[] | undefined;
}

export interface ActionDefinition {
  readonly type: string;
  readonly description: string;
  readonly webhook: WebhookAction | undefined;
  readonly parameters: Readonly<Record<string, ParameterRule>>;
  readonly rollback: string | undefined;
}

export interface VerificationPolicy {
  /** Wait after COMPLETED until the effect settles. */
  readonly settleMs: number;
  /** How long the signal must stay absent. */
  readonly quietMs: number;
  /** Consecutive ineffective actions that suspend automatic actions on a target. */
  readonly ineffectiveInARow: number;
}

export interface Policy {
  readonly source: "built-in" | "file";
  /** SHA-256 of the text, hexadecimal. */
  readonly version: string;
  readonly loadedAt: number;
  readonly rules: readonly PolicyRule[];
  readonly guardrails: Guardrails;
  readonly windows: readonly FreezeWindow[];
  readonly actions: ReadonlyMap<string, ActionDefinition>;
  readonly approvalTtlMs: number;
  readonly fourEyes: boolean;
  /** Required to override a guardrail. */
  readonly overridePermission: string;
  /** Which environment the namespaces of a cluster belong to. */
  readonly namespaces: readonly NamespaceEnvironment[];
  readonly verification: VerificationPolicy;
}

export interface NamespaceEnvironment {
  /** `*` matches anything. */
  readonly namespace: string;
  readonly environment: string;
}

/** Reloads replace it. */
export interface CurrentPolicy {
  current(): Policy;
}

export interface PolicyQuestion {
  readonly organizationId: string;
  readonly actionType: string;
  /** Null if the action names none. */
  readonly environment: string | null;
  readonly severity: Severity;
  readonly serviceName: string | null;
  readonly target: ActionPlan["target"];
  /** Other names of the target: its deployment, its pod and possible owners. */
  readonly targetNames: readonly string[];
  readonly origin: ActionOrigin;
  readonly mode: RemediationMode;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly blastRadius: number;
  /** Null if unknown. */
  readonly currentReplicas: number | null;
}

/** An environment, and its source. `nobody`: unknown, so production is assumed. */
export interface EnvironmentClaim {
  readonly environment: string;
  readonly source: "catalog" | "incident" | "namespace" | "action" | "nobody";
  /** The service or namespace; null for an incident and an action. */
  readonly about: string | null;
}

/** Read within the transaction that decides. The action itself is not counted. */
export interface PolicyFacts {
  readonly incidentStatus: IncidentStatus;
  /** `unknown` if not set. */
  readonly incidentEnvironment: string;
  readonly incidentSeverity: Severity;
  /** The default service of actions first. */
  readonly incidentServices: readonly string[];
  /** Environments in the catalog, of the service and of the target. */
  readonly catalogEnvironments: readonly { readonly serviceName: string; readonly environment: string }[];
  /** Approved on the target in the last hour. */
  readonly queuedInLastHour: number;
  /** The last approved action of this type on the target; null for none, or if it changed nothing. */
  readonly lastOfKind: LastAction | null;
  /** QUEUED and EXECUTING. */
  readonly active: number;
  /** Pending approvals of the organization. */
  readonly waiting: number;
  readonly activeOnTarget: number;
  /** A maintenance window of the service is open. */
  readonly inMaintenance: boolean;
  /** Why automatic actions are suspended; null if not. */
  readonly suspended: string | null;
}

export interface LastAction {
  readonly queuedAt: number;
  readonly status: ActionStatus;
  readonly target: ActionPlan["target"];
}

export interface RuleResult {
  readonly rule: string;
  readonly says: Verdict | "block" | "pass";
  readonly reason: string;
}

export interface PolicyDecision {
  readonly verdict: Verdict;
  /** All matching rules, in order. */
  readonly rules: readonly RuleResult[];
  /** Reasons of denials and blocks, one sentence each. */
  readonly violations: readonly string[];
  /** Blocking guardrails in the order of `violations`, or `deny`. */
  readonly blockedBy: readonly string[];
  readonly fourEyes: boolean;
  readonly approvalTtlMs: number;
  readonly environments: readonly EnvironmentClaim[];
  readonly overridePermission: string;
  readonly policyVersion: string;
}

/** Concurrency guardrails are skipped at execution, where the action stays queued. */
export type DecisionMoment = "request" | "approval" | "execution";
