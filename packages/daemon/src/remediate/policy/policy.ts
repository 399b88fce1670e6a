import type { IncidentStatus, Severity } from "../../model/incident.ts";
import type { ActionOrigin, RemediationMode } from "../../model/remediation.ts";

/** What policy says about an action: it runs by itself, after a person's approval, or not at all. */
export type Verdict = "auto" | "manual" | "deny";

/** A window, in which nothing is changed (`deny`) or nothing changes by itself (`manual`). */
export interface FreezeWindow {
  readonly name: string;
  readonly effect: "deny" | "manual";
  readonly reason: string;
  /** Empty for all; environments as `environmentKey` has them. */
  readonly environments: readonly string[];
  readonly organizations: readonly string[];
  /** Milliseconds since 1970 UTC, or a recurring beginning with a length. */
  readonly when:
    | { readonly from: number; readonly to: number }
    | { readonly cron: string; readonly timeZone: string; readonly durationMs: number };
}

/** The first rule whose conditions all hold decides. An empty list holds for everything. */
export interface PolicyRule {
  readonly name: string;
  readonly verdict: Verdict;
  readonly organizations: readonly string[];
  readonly actions: readonly string[];
  readonly environments: readonly string[];
  readonly severities: readonly Severity[];
  readonly services: readonly string[];
  /** Undefined: as the policy says for all. */
  readonly fourEyes: boolean | undefined;
  readonly approvalTtlMs: number | undefined;
  readonly reason: string;
}

/** Bounds; undefined where there is none. */
export interface Guardrails {
  /** On a service in an environment. */
  readonly actionsPerHour: number | undefined;
  /** Of the same action on a service in an environment. */
  readonly cooldownMs: number | undefined;
  /** Queued and executing, of the organization and of a service. */
  readonly concurrent: number | undefined;
  readonly concurrentPerService: number | undefined;
  readonly maxReplicas: number | undefined;
  /** Replicas may grow to so many times what they are, and shrink to one of so many. */
  readonly replicasChangeFactor: number | undefined;
  /** Services that call the one acted on. */
  readonly blastRadius: number | undefined;
  /** Whether an incident that is RESOLVED or CLOSED keeps its actions back. */
  readonly openIncidentOnly: boolean;
}

/** What a webhook action posts to, signed. */
export interface WebhookAction {
  readonly url: string;
  /** The environment variable that holds the key that requests are signed with. */
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

/** An action type that can be requested. */
export interface ActionDefinition {
  readonly type: string;
  readonly description: string;
  /** Undefined for those that Tocsin executes by itself. */
  readonly webhook: WebhookAction | undefined;
  readonly parameters: Readonly<Record<string, ParameterRule>>;
  readonly rollback: string | undefined;
}

export interface VerificationPolicy {
  /** After COMPLETED, before the signal is looked at: what was under way settles. */
  readonly settleMs: number;
  /** How long the signal has to stay away. */
  readonly quietMs: number;
  /** So many ineffective ones in a row switch a service's automatic policy to manual. */
  readonly ineffectiveInARow: number;
}

export interface Policy {
  readonly source: "built-in" | "file";
  /** SHA-256 of its text, hexadecimal. */
  readonly version: string;
  /** Milliseconds since 1970 UTC. */
  readonly loadedAt: number;
  readonly rules: readonly PolicyRule[];
  readonly guardrails: Guardrails;
  readonly windows: readonly FreezeWindow[];
  readonly actions: ReadonlyMap<string, ActionDefinition>;
  readonly approvalTtlMs: number;
  readonly fourEyes: boolean;
  readonly verification: VerificationPolicy;
}

/** The one that holds now: another one after a reload. */
export interface CurrentPolicy {
  current(): Policy;
}

/** What is to be decided. */
export interface PolicyQuestion {
  readonly organizationId: string;
  readonly actionType: string;
  /** As `environmentKey` has it. */
  readonly environment: string;
  readonly severity: Severity;
  readonly serviceName: string | null;
  /** Names of what is acted on, besides that of the service: of a deployment, or of a pod and what it may be a part of. */
  readonly targetNames: readonly string[];
  readonly origin: ActionOrigin;
  readonly mode: RemediationMode;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly blastRadius: number;
  /** Of the workload that is scaled; null where it isn't known. */
  readonly currentReplicas: number | null;
}

/** Actions are counted up to here: a guardrail's bound above it would never be met. */
export const FACTS_COUNTED_MAX = 1000;

/** What the database knows, read within the transaction that decides. The action in question isn't counted. */
export interface PolicyFacts {
  readonly incidentStatus: IncidentStatus;
  /** As the incident has it; `unknown` where nobody said. */
  readonly incidentEnvironment: string;
  readonly incidentSeverity: Severity;
  /** Let through on the service and environment in the last hour. */
  readonly queuedInLastHour: number;
  /** When the same action was last let through there; null where it never was. Milliseconds. */
  readonly sameActionQueuedAt: number | null;
  /** QUEUED and EXECUTING, of the organization and of the service in the environment. */
  readonly active: number;
  /** Those of the organization that wait for approval. */
  readonly waiting: number;
  readonly activeOnService: number;
  /** A maintenance window of the service is open: somebody works on it. */
  readonly inMaintenance: boolean;
  /** Why the service's automatic policy is switched to manual; null where it isn't. */
  readonly suspended: string | null;
}

/** What a rule said, and why. */
export interface PolicyWord {
  readonly rule: string;
  readonly says: Verdict | "block" | "pass";
  readonly reason: string;
}

export interface PolicyDecision {
  readonly verdict: Verdict;
  /** Every rule that spoke, in the order in which they were asked. */
  readonly rules: readonly PolicyWord[];
  /** What denies or blocks it, a sentence each that names its rule; empty where nothing does. */
  readonly violations: readonly string[];
  /** Names of the guardrails that block, in the order of `violations`; a denial stands as `deny`. */
  readonly blockedBy: readonly string[];
  readonly fourEyes: boolean;
  readonly approvalTtlMs: number;
  /** Of the policy that decided. */
  readonly policyVersion: string;
}

/** When guardrails are asked: those of concurrency let what is queued wait instead of failing it before execution. */
export type DecisionMoment = "request" | "approval" | "execution";
