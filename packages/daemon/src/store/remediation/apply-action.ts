import type { EntityManager } from "typeorm";
import { appendTimeline } from "../../incident/append-timeline.ts";
import { applyChange, requireIncident } from "../../incident/apply-change.ts";
import { notFound } from "../../kernel/errors.ts";
import { isFinished, nextActionStatus, type RemediationAction } from "../../model/remediation.ts";
import type { Scope } from "../../model/scope.ts";
import type { ActionChange } from "../../remediate/actions/action-store.ts";
import { place, readRow } from "../sql/sql-rows.ts";
import { appendAudit, digestOf } from "./append-audit.ts";
import { pendingOf, type RemediationUnit, tallyAction } from "./pending-remediation.ts";
import { type ActionRow, actionTable } from "./remediation-tables.ts";
import { storable } from "./storable.ts";

/**
 * The one way in which an action's row changes, with all that comes of it: its entry in the audit log, the timelines of
 * both, the incident's change, the counter, and a job where it becomes QUEUED. `row` is the row as it stands in this
 * transaction. A trigger that has no effect in its state, and a row that isn't as it was given, are bugs.
 */
export async function applyAction(
  unit: RemediationUnit,
  row: ActionRow,
  change: ActionChange,
  now: number,
): Promise<ActionRow> {
  const { transaction } = unit;
  const changed = changedRow(row, change, now);
  const subject = { note: change.audit, actionId: row.id, rowDigest: digestOf(changed) };
  const next: ActionRow = { ...changed, auditSeq: await appendAudit(unit, subject, now) };
  await compareAndSet(transaction, row, next);
  if (next.status !== row.status) tallyAction(unit, row, row.status, next.status);
  if (next.status === "QUEUED" && row.status !== "QUEUED") pendingOf(unit).jobs.push({ actionId: row.id, now });
  await appendTimeline(unit, { id: row.incidentId }, storable(change.timeline), now);
  const { incidentWhenIdle } = change;
  if (change.incident || incidentWhenIdle) {
    const incident = await requireIncident(unit, row.incidentId);
    const isIdle = incidentWhenIdle !== undefined && !(await hasOthersUnderWay(transaction, row));
    const wanted = change.incident ?? (isIdle ? incidentWhenIdle(incident) : undefined);
    if (wanted) await applyChange(unit, incident, wanted, now);
  }
  return next;
}

/** Whether another action of the incident changes something at the moment: a simulated one doesn't. */
async function hasOthersUnderWay(
  transaction: EntityManager,
  { id, organizationId, incidentId }: ActionRow,
): Promise<boolean> {
  const sql = `select id from remediation_action
    where organization_id = ? and incident_id = ? and status = 'EXECUTING' and mode = 'live' and id <> ? limit 1`;
  const found = (await transaction.query(place(transaction, sql), [organizationId, incidentId, id])) as unknown[];
  return found.length > 0;
}

function changedRow(row: ActionRow, { trigger, fields }: ActionChange, now: number): ActionRow {
  const status = trigger === undefined ? row.status : nextActionStatus(row.status, trigger);
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
  const { status, details, error, verification, verifyAt, approvalExpiresAt, expiryTold } = next;
  const { queuedAt, sentAt, finishedAt, updatedAt, auditSeq } = next;
  const ending = { status, details, error, verification, verifyAt, approvalExpiresAt, expiryTold };
  const times = { queuedAt, sentAt, finishedAt, updatedAt };
  const { id, status: expected, auditSeq: entry } = before;
  const { affected } = await transaction
    .createQueryBuilder()
    .update(actionTable)
    // TypeORM's type for values walks into JSON columns and refuses `unknown`.
    .set({ ...ending, ...times, auditSeq } as never)
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
  if (!row) throw notFound("action_not_found", `Remediation action ${id}`);
  return row;
}

export function toAction(row: ActionRow): RemediationAction {
  const {
    seq: _seq,
    environmentKey: _key,
    targetKey: _target,
    sentAt: _sent,
    verifyAt: _due,
    auditSeq: _entry,
    ...action
  } = row;
  return action;
}
