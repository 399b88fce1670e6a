import type { Severity } from "./incident.ts";
import { comparableName, describeSpoof } from "./spoofed-name.ts";

/** The remediation action: a row of the audit log. Times are milliseconds since 1970 UTC. */
export const actionStatuses = ["PENDING_APPROVAL", "QUEUED", "EXECUTING", "COMPLETED", "FAILED", "REJECTED"] as const;
export type ActionStatus = (typeof actionStatuses)[number];

export type ActionTrigger = "approve" | "reject" | "expire" | "execute" | "complete" | "fail";

/**
 * Policy allows an action (QUEUED) or requires approval (PENDING_APPROVAL). A person approves or rejects it, or the
 * approval expires. A worker records EXECUTING before it changes anything; any failure from then on is FAILED, including a
 * guardrail before the first step. The last three are final.
 */
const TRANSITIONS: Readonly<Record<ActionStatus, Readonly<Partial<Record<ActionTrigger, ActionStatus>>>>> = {
  PENDING_APPROVAL: { approve: "QUEUED", reject: "REJECTED", expire: "REJECTED" },
  QUEUED: { execute: "EXECUTING" },
  EXECUTING: { complete: "COMPLETED", fail: "FAILED" },
  COMPLETED: {},
  FAILED: {},
  REJECTED: {},
};

/** Undefined where the trigger is not allowed in this status. */
export const nextActionStatus = (status: ActionStatus, trigger: ActionTrigger): ActionStatus | undefined =>
  TRANSITIONS[status][trigger];

/** True for a final status. */
export const isFinished = (status: ActionStatus): boolean => Object.keys(TRANSITIONS[status]).length === 0;

export const remediationModes = ["simulate", "live"] as const;
export type RemediationMode = (typeof remediationModes)[number];

/** `suggestion`: from a suggested fix of a diagnosis; it always needs approval. */
export type ActionOrigin = "person" | "suggestion" | "policy";

/** The target and change of an action, frozen and hashed at the request; an approval is for this hash. JSON values only. */
export interface ActionPlan {
  readonly actionType: string;
  readonly mode: RemediationMode;
  /** The target, with everything that the decision depended on. */
  readonly target: Readonly<Record<string, unknown>>;
  /** The parameters that will be sent. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The number of direct and indirect callers of the target service. */
  readonly blastRadius: number;
  /** How to roll it back, as text; null if that is impossible. */
  readonly rollback: string | null;
}

export type VerificationStatus = "pending" | "verified" | "ineffective" | "inconclusive";

/** Whether a completed action helped, by the signal that opened the incident. */
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
  /** The requested name, trimmed and in lower case. Policy compares its `environmentKey`. */
  readonly environment: string | null;
  readonly severity: Severity;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly origin: ActionOrigin;
  /** The suggested fix that it came from. */
  readonly suggestionId: string | null;
  readonly mode: RemediationMode;
  readonly plan: ActionPlan;
  /** SHA-256 of the plan in canonical JSON (RFC 8785), hexadecimal. */
  readonly planHash: string;
  /** When the pending approval expires; null without one. */
  readonly approvalExpiresAt: number | null;
  /** True once people were notified that its approval expires soon. */
  readonly expiryTold: boolean;
  /** Decisions and results. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly error: string | null;
  readonly verification: Verification | null;
  /** When it was last queued, with or without approval; null where it never was. */
  readonly queuedAt: number | null;
  /** When it ended: COMPLETED, FAILED or REJECTED. */
  readonly finishedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Policy treats an unknown environment as production, and `prod` as `production`. */
export const PRODUCTION = "production";
export function environmentKey(environment: string | null): string {
  const name = comparableName(environment ?? "");
  return name === "" || name === "prod" || name === "unknown" ? PRODUCTION : name;
}

/** The key of a named environment; undefined for none, `unknown`, and a spoofed name. */
export function knownEnvironment(environment: string | null): string | undefined {
  const name = comparableName(environment ?? "");
  if (name === "" || name === "unknown" || describeSpoof(environment ?? "", [PRODUCTION, "prod"]) !== undefined)
    return undefined;
  return environmentKey(name);
}

/** Events of the audit log. */
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

/** An entry before it is appended to the chain. */
export interface AuditNote {
  readonly event: AuditEvent;
  /** A person's name, or `system`. */
  readonly actor: string;
  /** The decision or result, with its reason. JSON values only. */
  readonly content: Readonly<Record<string, unknown>>;
}

export interface AuditEntry extends AuditNote {
  readonly id: string;
  /** The position in the organization's log, from 1 without gaps. */
  readonly seq: number;
  readonly actionId: string | null;
  readonly at: number;
  readonly previousHash: string;
  readonly hash: string;
}
