import type { EntitySchema } from "typeorm";
import type { ActionStatus, AuditEvent } from "../../model/remediation.ts";
import type { StoredAction } from "../../remediate/actions/action-store.ts";
import type { ExecutionStep } from "../../remediate/actions/execution-store.ts";
import type { StoredLink } from "../../remediate/audit/verify-chain.ts";
import type { Breaker } from "../../remediate/verify/judge-effect.ts";
import type { JobRow } from "../jobs/job-table.ts";
import { defineTable, flag, generated, integer, json, key, text } from "../sql/define-table.ts";

export const actionTable = defineTable<StoredAction>("remediation_action", {
  ...generated("seq"),
  ...text("id", "organizationId", "incidentId", "actionType", "status", "performedBy", "serviceName", "environment"),
  ...text("environmentKey", "severity", "origin", "suggestionId", "mode", "targetKey", "planHash", "error"),
  ...json("parameters", "plan", "details", "verification"),
  ...flag("expiryTold"),
  ...integer("approvalExpiresAt", "verifyAt", "queuedAt", "sentAt", "finishedAt", "createdAt", "updatedAt", "auditSeq"),
});

/** The number of actions by status; `environment` is empty for actions without one, and `ALL` for the sum. */
export interface ActionTallyRow {
  organizationId: string;
  environment: string;
  status: ActionStatus;
  count: number;
}

const tallyTable = (name: string): EntitySchema<ActionTallyRow> =>
  defineTable<ActionTallyRow>(name, {
    ...key(text("organizationId", "environment", "status")),
    ...integer("count"),
  });

export const actionTallyTable = tallyTable("remediation_tally");
/** Simulated actions, which `remediation_tally` counts too. */
export const simulatedTallyTable = tallyTable("remediation_simulated_tally");

export interface ExecutionJobRow extends JobRow {
  actionId: string;
  step: ExecutionStep;
  note: Readonly<Record<string, unknown>>;
  endedAt: number | null;
}

export const executionJobTable = defineTable<ExecutionJobRow>(
  "remediation_job",
  {
    ...generated("seq"),
    ...text("organizationId", "actionId", "step", "claim"),
    ...json("note"),
    ...integer("place", "attempts", "availableAt", "endedAt"),
  },
  { availableAt: "free_at" },
);

/** The hash covers the digest of the content, so that the chain stays whole when retention removes the content. */
export interface AuditRow extends Omit<StoredLink, "row"> {
  event: AuditEvent;
}

export const auditTable = defineTable<AuditRow>("remediation_audit", {
  ...key({ ...text("organizationId"), ...integer("seq") }),
  ...text("id", "actionId", "event", "actor", "content", "contentDigest", "rowDigest", "previousHash", "hash"),
  ...integer("at"),
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

export const auditHeadTable = defineTable<AuditHeadRow>("remediation_audit_head", {
  ...key(text("organizationId")),
  ...text("hash", "seal", "checkpointHash"),
  ...integer("seq", "checkpointSeq"),
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

export const breakerTable = defineTable<BreakerRow>("remediation_breaker", {
  ...key(text("organizationId", "targetKey")),
  ...text("serviceName", "environmentKey", "reason", "escalateIncidentId"),
  ...integer("ineffective", "suspendedAt", "updatedAt"),
});
