import type { EntityManager } from "typeorm";
import { notFound } from "../../kernel/errors.ts";
import { after, isFinished, type RemediationAction } from "../../model/remediation.ts";
import type { Scope } from "../../model/scope.ts";
import type { ActionChange } from "../../remediate/action-store.ts";
import { applyChange } from "../incident/apply.ts";
import { findIncidentRow } from "../incident/changes.ts";
import { writeTimeline } from "../incident/rows.ts";
import type { Turn } from "../incident/turn.ts";
import { readRow } from "../rows.ts";
import { appendAudit, digestOf } from "./audit.ts";
import { pendingOf, tallyAction } from "./pending.ts";
import { storable } from "./storable.ts";
import { type ActionRow, actionTable } from "./tables.ts";

/**
 * The one way in which an action's row changes, with all that comes of it: its entry in the audit log, the timelines of
 * both, the incident's change, the counter, and a job where it becomes QUEUED. `row` is the row as it stands in this
 * transaction. A trigger that has no effect in its state, and a row that isn't as it was given, are bugs.
 */
export async function applyAction(
  transaction: EntityManager,
  turn: Turn,
  row: ActionRow,
  change: ActionChange,
  now: number,
): Promise<ActionRow> {
  const changed = changedRow(row, change, now);
  const subject = { note: change.audit, actionId: row.id, rowDigest: digestOf(changed) };
  const next: ActionRow = { ...changed, auditSeq: await appendAudit(transaction, turn, subject, now) };
  await compareAndSet(transaction, row, next);
  if (next.status !== row.status) tallyAction(turn, row.environment, row.status, next.status);
  if (next.status === "QUEUED" && row.status !== "QUEUED") pendingOf(turn).jobs.push({ actionId: row.id, now });
  const { organizationId, incidentId } = row;
  await writeTimeline(transaction, { organizationId, id: incidentId }, storable(change.timeline), now, turn);
  if (change.incident) {
    const incident = await findIncidentRow(transaction, { organizationId }, incidentId);
    await applyChange(transaction, turn, incident, change.incident, now);
  }
  return next;
}

function changedRow(row: ActionRow, { trigger, fields }: ActionChange, now: number): ActionRow {
  const status = trigger === undefined ? row.status : after(row.status, trigger);
  if (status === undefined) throw new Error(`An action that is ${row.status} was to ${trigger}.`);
  if (status === row.status && Object.keys(fields).length === 0) return row;
  const { details, ...others } = storable(fields);
  return {
    ...row,
    ...others,
    status,
    details: { ...row.details, ...details },
    approvalExpiresAt: status === "PENDING_APPROVAL" ? row.approvalExpiresAt : null,
    queuedAt: status === "QUEUED" && row.status !== "QUEUED" ? now : row.queuedAt,
    finishedAt: isFinished(status) && !isFinished(row.status) ? now : row.finishedAt,
    updatedAt: Math.max(now, row.updatedAt),
  };
}

async function compareAndSet(transaction: EntityManager, before: ActionRow, next: ActionRow): Promise<void> {
  const { status, details, error, verification, verifyAt, approvalExpiresAt, expiryTold, queuedAt, finishedAt } = next;
  const written = {
    status,
    details,
    error,
    verification,
    verifyAt,
    approvalExpiresAt,
    expiryTold,
    queuedAt,
    finishedAt,
  };
  const { updatedAt, auditSeq } = next;
  const { id, status: expected, auditSeq: entry } = before;
  const { affected } = await transaction
    .createQueryBuilder()
    .update(actionTable)
    // TypeORM's type for values walks into JSON columns and refuses `unknown`.
    .set({ ...written, updatedAt, auditSeq } as never)
    .where({ id, status: expected, auditSeq: entry })
    .updateEntity(false)
    .execute();
  if (affected !== 1) throw new Error(`Action ${id} was not ${expected} any more within its organization's turn.`);
}

/** Throws `not_found`. */
export async function findActionRow(
  manager: EntityManager,
  { organizationId }: Pick<Scope, "organizationId">,
  id: string,
): Promise<ActionRow> {
  const row = await readRow(manager, actionTable, { id, organization_id: organizationId });
  if (!row) throw notFound(`Remediation action ${id}`);
  return row;
}

export function toAction(row: ActionRow): RemediationAction {
  const { seq: _seq, environmentKey: _key, verifyAt: _due, auditSeq: _entry, ...action } = row;
  return action;
}
