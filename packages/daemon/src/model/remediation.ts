import type { Severity } from "./incident.ts";
import { comparableName, describeSpoof } from "./spoofed-name.ts";

/** The remediation action: a row of the audit log (contract 2.10 and 3.2). Times are milliseconds since 1970 UTC. */
export const actionStatuses = ["PENDING_APPROVAL", "QUEUED", "EXECUTING", "COMPLETED", "FAILED", "REJECTED"] as const;
export type ActionStatus = (typeof actionStatuses)[number];

export type ActionTrigger = "approve" | "reject" | "expire" | "execute" | "complete" | "fail";

/**
 * An action that policy lets through is QUEUED, one that asks for a person PENDING_APPROVAL. A person approves or
 * rejects it, or its approval lapses. A worker takes what is queued, and says so before it touches anything; whatever
 * stops it from then on, also a guardrail before the first touch, ends as FAILED. Nothing leaves the last three.
 */
const TRANSITIONS: Readonly<Record<ActionStatus, Readonly<Partial<Record<ActionTrigger, ActionStatus>>>>> = {
  PENDING_APPROVAL: { approve: "QUEUED", reject: "REJECTED", expire: "REJECTED" },
  QUEUED: { execute: "EXECUTING" },
  EXECUTING: { complete: "COMPLETED", fail: "FAILED" },
  COMPLETED: {},
  FAILED: {},
  REJECTED: {},
};

/** Undefined where the trigger has no effect in this state. */
export const nextActionStatus = (status: ActionStatus, trigger: ActionTrigger): ActionStatus | undefined =>
  TRANSITIONS[status][trigger];

/** Nothing changes its status any more. */
export const isFinished = (status: ActionStatus): boolean => Object.keys(TRANSITIONS[status]).length === 0;

export const remediationModes = ["simulate", "live"] as const;
export type RemediationMode = (typeof remediationModes)[number];

/** `suggestion`: it named a suggested fix of the incident's diagnosis, and needs a person whatever policy says. */
export type ActionOrigin = "person" | "suggestion" | "policy";

/** What is done to what. Frozen and hashed when it is requested; approval binds to the hash. JSON values only. */
export interface ActionPlan {
  readonly actionType: string;
  readonly mode: RemediationMode;
  /** What it acts on, with all that the decision to do it rested on. */
  readonly target: Readonly<Record<string, unknown>>;
  /** As they will be sent. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Services that call the one it acts on, directly or through others. */
  readonly blastRadius: number;
  /** How to undo it, in words; null where it can't be undone. */
  readonly rollback: string | null;
}

export type VerificationStatus = "pending" | "verified" | "ineffective" | "inconclusive";

/** Whether a completed action helped, judged by the signal that opened the incident. */
export interface Verification {
  readonly status: VerificationStatus;
  readonly checkedAt: number | null;
  readonly reason: string | null;
}

export interface RemediationAction {
  readonly id: string;
  readonly organizationId: string;
  readonly incidentId: string;
  readonly actionType: string;
  readonly status: ActionStatus;
  /** The requesting token's `sub`. */
  readonly performedBy: string;
  readonly serviceName: string | null;
  /** Trimmed and in small letters, as it was named. Policy compares `environmentKey` of it. */
  readonly environment: string | null;
  readonly severity: Severity;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly origin: ActionOrigin;
  /** The suggested fix that it came of. */
  readonly suggestionId: string | null;
  readonly mode: RemediationMode;
  readonly plan: ActionPlan;
  /** SHA-256 of the plan in canonical JSON (RFC 8785), hexadecimal. */
  readonly planHash: string;
  /** When a waiting approval lapses; null where none is waited for. */
  readonly approvalExpiresAt: number | null;
  /** Whether people were told that its approval lapses soon. */
  readonly expiryTold: boolean;
  /** What was decided and done. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly error: string | null;
  readonly verification: Verification | null;
  /** When it was last let through: approved, or queued at once; null where it never was. */
  readonly queuedAt: number | null;
  /** When it ended: COMPLETED, FAILED or REJECTED. */
  readonly finishedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Where nothing else is said, `unknown`, which policy treats as production; `prod` and `production` are one. */
export const PRODUCTION = "production";
export function environmentKey(environment: string | null): string {
  const name = comparableName(environment ?? "");
  return name === "" || name === "prod" || name === "unknown" ? PRODUCTION : name;
}

/** The key of an environment that somebody knows; undefined for none, `unknown`, and a name that passes for another. */
export function knownEnvironment(environment: string | null): string | undefined {
  const name = comparableName(environment ?? "");
  if (name === "" || name === "unknown" || describeSpoof(environment ?? "", [PRODUCTION, "prod"]) !== undefined)
    return undefined;
  return environmentKey(name);
}

/** What the audit log tells. */
export const auditEvents = [
  "requested",
  "approved",
  "approval_blocked",
  "rejected",
  "expiry_told",
  "expired",
  "executing",
  "sending",
  "sent",
  "resumed",
  "completed",
  "failed",
  "checked",
  "automation_suspended",
  "automation_resumed",
  "retention_enforced",
  "chain_keyed",
] as const;
export type AuditEvent = (typeof auditEvents)[number];

/** One not yet written: the store gives it its place in the chain. */
export interface AuditNote {
  readonly event: AuditEvent;
  /** A person's name, or `system`. */
  readonly actor: string;
  /** What was decided or done, and why. JSON values only. */
  readonly content: Readonly<Record<string, unknown>>;
}

export interface AuditEntry extends AuditNote {
  readonly id: string;
  /** Place in the organization's log, from 1 on without gaps. */
  readonly seq: number;
  readonly actionId: string | null;
  readonly at: number;
  readonly previousHash: string;
  readonly hash: string;
}
