import { appendTimeline } from "../../incident/append-timeline.ts";
import { applyChange, requireIncident } from "../../incident/apply-change.ts";
import { notFound } from "../../kernel/errors.ts";
import { isFinished, nextActionStatus, type RemediationAction } from "../../model/remediation.ts";
import { targetKeyOf } from "../../model/remediation-target.ts";
import { appendAudit, storable } from "../audit/append-audit.ts";
import { canonicalJson, sha256 } from "../audit/audit-chain.ts";
import type { ActionChange, RemediationUnitOfWork, StoredAction } from "./action-store.ts";

/**
 * SHA-256 of the row's canonical JSON (RFC 8785), without its positions. New columns count only if set, so that old
 * rows keep their digest.
 */
export function digestOf({
  seq: _seq,
  auditSeq: _auditSeq,
  targetKey,
  sentAt,
  ...row
}: Omit<StoredAction, "seq" | "auditSeq"> & Partial<StoredAction>): string {
  return sha256(
    canonicalJson({
      ...row,
      ...(targetKey === targetKeyOf(row.plan) ? {} : { targetKey }),
      ...(sentAt === null ? {} : { sentAt }),
    }),
  );
}

/** A change that is recorded in the audit log and moves nothing. */
export const auditOnly = (audit: ActionChange["audit"], fields: ActionChange["fields"] = {}): ActionChange => ({
  trigger: undefined,
  fields,
  audit,
  timeline: [],
});

export async function requireAction(
  { actions }: Pick<RemediationUnitOfWork, "actions">,
  id: string,
): Promise<StoredAction> {
  const action = await actions.find(id);
  if (!action) throw notFound("action_not_found", `Remediation action ${id}`);
  return action;
}

/**
 * The only way to change an action: writes its audit entry, timeline, incident, counters and execution. Throws for a
 * trigger without effect, which is a bug.
 */
export async function applyAction(
  unit: RemediationUnitOfWork,
  before: StoredAction,
  change: ActionChange,
  now: number,
): Promise<StoredAction> {
  const { actions } = unit;
  const changed = changedAction(before, change, now);
  const subject = { note: change.audit, actionId: before.id, rowDigest: digestOf(changed) };
  const next = { ...changed, auditSeq: await appendAudit(unit, subject, now) };
  await actions.update(before, next);
  if (next.status !== before.status) actions.count(before, before.status, next.status);
  if (next.status === "QUEUED" && before.status !== "QUEUED") actions.enqueueExecution(before.id, now);
  await appendTimeline(unit, { id: before.incidentId }, storable(change.timeline), now);
  const { incidentWhenIdle } = change;
  if (change.incident || incidentWhenIdle) {
    const incident = await requireIncident(unit, before.incidentId);
    const isIdle = incidentWhenIdle !== undefined && !(await actions.hasOthersExecuting(before));
    const wanted = change.incident ?? (isIdle ? incidentWhenIdle(incident) : undefined);
    if (wanted) await applyChange(unit, incident, wanted, now);
  }
  return next;
}

function changedAction(action: StoredAction, { trigger, fields }: ActionChange, now: number): StoredAction {
  const status = trigger === undefined ? action.status : nextActionStatus(action.status, trigger);
  if (status === undefined)
    throw new Error(`The trigger ${trigger} has no effect on an action that is ${action.status}.`);
  if (status === action.status && Object.keys(fields).length === 0) return action;
  const { details, ...others } = storable(fields);
  return {
    ...action,
    ...others,
    status,
    details: { ...action.details, ...details },
    approvalExpiresAt: status === "PENDING_APPROVAL" ? action.approvalExpiresAt : null,
    queuedAt: status === "QUEUED" && action.status !== "QUEUED" ? now : action.queuedAt,
    finishedAt: isFinished(status) && !isFinished(action.status) ? now : action.finishedAt,
    updatedAt: Math.max(now, action.updatedAt),
  };
}

/** Drops the columns of storage and guardrails. */
export function toAction(stored: StoredAction): RemediationAction {
  const { seq: _seq, auditSeq: _entry, environmentKey: _key, targetKey: _target, ...rest } = stored;
  const { sentAt: _sent, verifyAt: _due, ...action } = rest;
  return action;
}
