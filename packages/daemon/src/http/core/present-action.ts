import { toIso, toIsoOrNull } from "../../kernel/clock.ts";
import type { AuditEntry, RemediationAction, Verification } from "../../model/remediation.ts";

/** A row of the audit log (contract 2.10), and what it holds besides. */
export const presentAction = (action: RemediationAction) => ({
  id: action.id,
  incidentId: action.incidentId,
  actionType: action.actionType,
  status: action.status,
  performedBy: action.performedBy,
  serviceName: action.serviceName,
  environment: action.environment,
  createdAt: toIso(action.createdAt),
  updatedAt: toIso(action.updatedAt),
  details: action.details,
  error: action.error,
  organizationId: action.organizationId,
  severity: action.severity,
  parameters: action.parameters,
  origin: action.origin,
  mode: action.mode,
  plan: action.plan,
  planHash: action.planHash,
  approvalExpiresAt: toIsoOrNull(action.approvalExpiresAt),
  verification: action.verification === null ? null : presentVerification(action.verification),
});

const presentVerification = ({ status, checkedAt, reason }: Verification) => ({
  status,
  checkedAt: toIsoOrNull(checkedAt),
  reason,
});

export const presentAuditEntry = ({ at, ...entry }: AuditEntry) => ({ ...entry, at: toIso(at) });
