import { EntitySchema } from "typeorm";
import type { Severity } from "../../model/incident.ts";
import type {
  ActionOrigin,
  ActionPlan,
  ActionStatus,
  AuditEvent,
  RemediationMode,
  Verification,
} from "../../model/remediation.ts";
import type { ExecutionStep } from "../../remediate/actions/execution-store.ts";
import { flag, integer, json, key, nullable, text } from "../sql/columns.ts";

export interface ActionRow {
  seq: number;
  id: string;
  organizationId: string;
  incidentId: string;
  actionType: string;
  status: ActionStatus;
  performedBy: string;
  serviceName: string | null;
  environment: string | null;
  /** `environmentKey` of it. */
  environmentKey: string;
  severity: Severity;
  parameters: Readonly<Record<string, unknown>>;
  origin: ActionOrigin;
  suggestionId: string | null;
  mode: RemediationMode;
  /** As `targetKeyOf` has it: what guardrails count by. */
  targetKey: string;
  plan: ActionPlan;
  planHash: string;
  approvalExpiresAt: number | null;
  /** Whether people were told that its approval lapses soon. */
  expiryTold: boolean;
  details: Readonly<Record<string, unknown>>;
  error: string | null;
  verification: Verification | null;
  /** When the verification is due next. */
  verifyAt: number | null;
  queuedAt: number | null;
  /** When its requests were about to leave; null where none was, or they were refused. */
  sentAt: number | null;
  finishedAt: number | null;
  createdAt: number;
  updatedAt: number;
  /** Its newest entry in the audit log, which holds a digest of this row. */
  auditSeq: number;
}

export const actionTable = new EntitySchema<ActionRow>({
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

/** How many actions there are of each sort; `environment` is empty for none, `ALL` for all of them. */
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
/** Those that are simulated; `remediation_tally` counts them too. */
export const simulatedTallyTable = tallyTable("remediation_simulated_tally");

export interface ExecutionJobRow {
  seq: number;
  organizationId: string;
  actionId: string;
  /** Jobs are taken in this order: organizations take turns in it. */
  place: number;
  step: ExecutionStep;
  note: Readonly<Record<string, unknown>>;
  attempts: number;
  /** Whose it is; null while it waits. */
  claim: string | null;
  /** When a worker may take it: at once, after a pause, or when the lease of the one that has it runs out. */
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

/**
 * An entry of the audit log. `hash` is of the hash before it and of what the entry is, in which the content stands by its
 * digest: so what retention takes away leaves the chain whole.
 */
export interface AuditRow {
  organizationId: string;
  seq: number;
  id: string;
  actionId: string | null;
  event: AuditEvent;
  actor: string;
  at: number;
  /** Canonical JSON; null where retention took it away. */
  content: string | null;
  contentDigest: string;
  /** Of the action's row as the entry left it; null where it is about none. */
  rowDigest: string | null;
  previousHash: string;
  hash: string;
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

/** The end of an organization's audit log, and where it begins: entries up to the checkpoint were deleted. */
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

/** How actions on a target fared; automatic ones are switched to manual where `suspendedAt` is set. */
export interface BreakerRow {
  organizationId: string;
  /** As an action's. */
  targetKey: string;
  /** Of the action that was judged last. */
  serviceName: string;
  environmentKey: string;
  /** Ineffective ones in a row. */
  ineffective: number;
  suspendedAt: number | null;
  reason: string | null;
  /** The incident that is to be given to somebody because of it; null once that is done. */
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
