import { EntitySchema } from "typeorm";
import type { ActionStatus, AuditEvent } from "../../model/remediation.ts";
import type { StoredAction } from "../../remediate/actions/action-store.ts";
import type { ExecutionStep } from "../../remediate/actions/execution-store.ts";
import type { StoredLink } from "../../remediate/audit/verify-chain.ts";
import type { Breaker } from "../../remediate/verify/judge-effect.ts";
import { flag, integer, json, key, nullable, text } from "../sql/columns.ts";

export const actionTable = new EntitySchema<StoredAction>({
  name: "remediation_action",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    id: { ...text, unique: true },
    organizationId: { ...text, name: "organization_id" },
    incidentId: { ...text, name: "incident_id" },
    actionType: { ...text, name: "action_type" },
    status: text,
    performedBy: { ...text, name: "performed_by" },
    serviceName: { ...text, ...nullable, name: "service_name" },
    environment: { ...text, ...nullable },
    environmentKey: { ...text, name: "environment_key" },
    severity: text,
    parameters: json,
    origin: text,
    suggestionId: { ...text, ...nullable, name: "suggestion_id" },
    mode: text,
    targetKey: { ...text, name: "target_key" },
    plan: json,
    planHash: { ...text, name: "plan_hash" },
    approvalExpiresAt: { ...integer, ...nullable, name: "approval_expires_at" },
    expiryTold: { ...flag, name: "expiry_told" },
    details: json,
    error: { ...text, ...nullable },
    verification: { ...json, ...nullable },
    verifyAt: { ...integer, ...nullable, name: "verify_at" },
    queuedAt: { ...integer, ...nullable, name: "queued_at" },
    sentAt: { ...integer, ...nullable, name: "sent_at" },
    finishedAt: { ...integer, ...nullable, name: "finished_at" },
    createdAt: { ...integer, name: "created_at" },
    updatedAt: { ...integer, name: "updated_at" },
    auditSeq: { ...integer, name: "audit_seq" },
  },
});

/** The number of actions by status; `environment` is empty for actions without one, and `ALL` for the sum. */
export interface ActionTallyRow {
  organizationId: string;
  environment: string;
  status: ActionStatus;
  count: number;
}

const tallyTable = (name: string): EntitySchema<ActionTallyRow> =>
  new EntitySchema<ActionTallyRow>({
    name,
    columns: {
      organizationId: { ...text, ...key, name: "organization_id" },
      environment: { ...text, ...key },
      status: { ...text, ...key },
      count: integer,
    },
  });

export const actionTallyTable = tallyTable("remediation_tally");
/** Simulated actions, which `remediation_tally` counts too. */
export const simulatedTallyTable = tallyTable("remediation_simulated_tally");

export interface ExecutionJobRow {
  seq: number;
  organizationId: string;
  actionId: string;
  /** The order in which jobs are claimed; organizations alternate. */
  place: number;
  step: ExecutionStep;
  note: Readonly<Record<string, unknown>>;
  attempts: number;
  /** The lease of a worker; null while the job waits. */
  claim: string | null;
  /** When a worker may claim it: at once, after a pause, or when the lease expires. */
  availableAt: number;
  endedAt: number | null;
}

export const executionJobTable = new EntitySchema<ExecutionJobRow>({
  name: "remediation_job",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    organizationId: { ...text, name: "organization_id" },
    actionId: { ...text, unique: true, name: "action_id" },
    place: integer,
    step: text,
    note: json,
    attempts: integer,
    claim: { ...text, ...nullable },
    availableAt: { ...integer, name: "free_at" },
    endedAt: { ...integer, ...nullable, name: "ended_at" },
  },
});

/** The hash covers the digest of the content, so that the chain stays whole when retention removes the content. */
export interface AuditRow extends Omit<StoredLink, "row"> {
  event: AuditEvent;
}

export const auditTable = new EntitySchema<AuditRow>({
  name: "remediation_audit",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    seq: { ...integer, ...key },
    id: { ...text, unique: true },
    actionId: { ...text, ...nullable, name: "action_id" },
    event: text,
    actor: text,
    at: integer,
    content: { ...text, ...nullable },
    contentDigest: { ...text, name: "content_digest" },
    rowDigest: { ...text, ...nullable, name: "row_digest" },
    previousHash: { ...text, name: "previous_hash" },
    hash: text,
  },
});

/** The newest entry of an organization's audit log, and the last entry that retention deleted. */
export interface AuditHeadRow {
  organizationId: string;
  seq: number;
  hash: string;
  /** `headSealOf`; null in a log from before the chain had a key. */
  seal: string | null;
  checkpointSeq: number;
  checkpointHash: string;
}

export const auditHeadTable = new EntitySchema<AuditHeadRow>({
  name: "remediation_audit_head",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    seq: integer,
    hash: text,
    seal: { ...text, ...nullable },
    checkpointSeq: { ...integer, name: "checkpoint_seq" },
    checkpointHash: { ...text, name: "checkpoint_hash" },
  },
});

/** The circuit breaker of a target: automatic actions are suspended while `suspendedAt` is set. */
export interface BreakerRow extends Breaker {
  organizationId: string;
  targetKey: string;
  /** Service and environment of the action that was judged last. */
  serviceName: string;
  environmentKey: string;
  /** The incident to escalate because of the suspension; null once that is done. */
  escalateIncidentId: string | null;
  updatedAt: number;
}

export const breakerTable = new EntitySchema<BreakerRow>({
  name: "remediation_breaker",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    targetKey: { ...text, ...key, name: "target_key" },
    serviceName: { ...text, name: "service_name" },
    environmentKey: { ...text, name: "environment_key" },
    ineffective: integer,
    suspendedAt: { ...integer, ...nullable, name: "suspended_at" },
    reason: { ...text, ...nullable },
    escalateIncidentId: { ...text, ...nullable, name: "escalate_incident_id" },
    updatedAt: { ...integer, name: "updated_at" },
  },
});
