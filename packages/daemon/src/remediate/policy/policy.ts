import type { IncidentStatus, Severity } from "../../model/incident.ts";
import type { ActionOrigin, ActionPlan, ActionStatus, RemediationMode } from "../../model/remediation.ts";

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
  /** Undefined: as the policy says for all; `live`: where actions are executed, and not where they are simulated. */
  readonly fourEyes: boolean | "live" | undefined;
  readonly approvalTtlMs: number | undefined;
  readonly reason: string;
}

/** Bounds; undefined where there is none. */
export interface Guardrails {
  /** On a target. */
  readonly actionsPerHour: number | undefined;
  /** Of the same action on a target. */
  readonly cooldownMs: number | undefined;
  /** Queued and executing, of the organization and on a target. */
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
  /** What an approver needs besides to override a guardrail. */
  readonly overridePermission: string;
  /** Which environment the namespaces of a cluster belong to. */
  readonly namespaces: readonly NamespaceEnvironment[];
  readonly verification: VerificationPolicy;
}

export interface NamespaceEnvironment {
  /** A namespace's name; `*` stands for anything. */
  readonly namespace: string;
  /** As `environmentKey` has it. */
  readonly environment: string;
}

/** The one that holds now: another one after a reload. */
export interface CurrentPolicy {
  current(): Policy;
}

/** What is to be decided. */
export interface PolicyQuestion {
  readonly organizationId: string;
  readonly actionType: string;
  /** As the action names it; null where it names none. */
  readonly environment: string | null;
  readonly severity: Severity;
  readonly serviceName: string | null;
  /** The plan's. */
  readonly target: ActionPlan["target"];
  /** Names of what is acted on, besides that of the service: of a deployment, or of a pod and what it may be a part of. */
  readonly targetNames: readonly string[];
  readonly origin: ActionOrigin;
  readonly mode: RemediationMode;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly blastRadius: number;
  /** Of the workload that is scaled; null where it isn't known. */
  readonly currentReplicas: number | null;
}

/** An environment in which an action is judged, and who says so. `nobody`: it isn't known, and production may be meant. */
export interface SpokenEnvironment {
  /** As `environmentKey` has it. */
  readonly environment: string;
  readonly source: "catalog" | "incident" | "namespace" | "action" | "nobody";
  /** The service or the namespace that it is said of; null for an incident and an action. */
  readonly about: string | null;
}

/** What the database knows, read within the transaction that decides. The action in question isn't counted. */
export interface PolicyFacts {
  readonly incidentStatus: IncidentStatus;
  /** As the incident has it; `unknown` where nobody said. */
  readonly incidentEnvironment: string;
  readonly incidentSeverity: Severity;
  /** Services of the incident, the one that an action is about by default first. */
  readonly incidentServices: readonly string[];
  /** What the catalog says of the service and of what is acted on. */
  readonly catalogEnvironments: readonly { readonly serviceName: string; readonly environment: string }[];
  /** Let through on the target in the last hour. */
  readonly queuedInLastHour: number;
  /** The same action when it was last let through on the target; null where it never was, or touched nothing. */
  readonly lastOfKind: LastAction | null;
  /** QUEUED and EXECUTING, of the organization and on the target. */
  readonly active: number;
  /** Those of the organization that wait for approval. */
  readonly waiting: number;
  readonly activeOnTarget: number;
  /** A maintenance window of the service is open: somebody works on it. */
  readonly inMaintenance: boolean;
  /** Why automatic actions on the target are switched to manual; null where they aren't. */
  readonly suspended: string | null;
}

export interface LastAction {
  /** Milliseconds. */
  readonly queuedAt: number;
  readonly status: ActionStatus;
  /** Its plan's. */
  readonly target: ActionPlan["target"];
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
  /** What it was judged in. */
  readonly environments: readonly SpokenEnvironment[];
  /** What overriding a guardrail takes. */
  readonly overridePermission: string;
  /** Of the policy that decided. */
  readonly policyVersion: string;
}

/** When guardrails are asked: those of concurrency let what is queued wait instead of failing it before execution. */
export type DecisionMoment = "request" | "approval" | "execution";
