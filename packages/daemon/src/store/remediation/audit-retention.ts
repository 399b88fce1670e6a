import type { EntityManager } from "typeorm";
import type { UnitsOfWork } from "../../incident/unit-of-work.ts";
import { SYSTEM } from "../../model/scope.ts";
import { appendAudit } from "../../remediate/audit/append-audit.ts";
import { GENESIS_HASH } from "../../remediate/audit/audit-chain.ts";
import { type AuditRetention, DELETED_AT_ONCE_MAX } from "../../remediate/audit/audit-retention.ts";
import type { ChainPlace, RetentionContent } from "../../remediate/audit/verify-chain.ts";
import { place, textList } from "../sql/sql-rows.ts";
import { query, raw, sql } from "../sql/statement.ts";
import type { RemediationUnit } from "./remediation-repositories.ts";
import type { ActionRow } from "./remediation-tables.ts";

/** Entries that one transaction cuts off. */
const CUT_AT_ONCE_MAX = 1_000;

type Finished = Pick<ActionRow, "id" | "status" | "environment" | "mode">;

export const createAuditRetention = (units: UnitsOfWork<RemediationUnit>): AuditRetention => ({
  async deleteFinished({ organizationId }, before, most, now) {
    const atOnce = Math.min(most, DELETED_AT_ONCE_MAX);
    for (;;) {
      const { deleted, cut } = await units.run(organizationId, (unit) => step(unit, { before, atOnce, now }));
      // With nothing left to delete, what is left to be cut off goes before it says so.
      if (deleted > 0 || cut < CUT_AT_ONCE_MAX) return deleted;
    }
  },
});

async function step(
  unit: RemediationUnit,
  { before, atOnce, now }: { readonly before: number; readonly atOnce: number; readonly now: number },
): Promise<{ readonly deleted: number; readonly cut: number }> {
  const actions = await finishedBefore(unit, before, atOnce);
  await forget(unit, actions);
  const { checkpoint, cut } = await cutBeginning(unit, before);
  if (actions.length === 0 && cut === 0) return { deleted: 0, cut: 0 };
  const content: RetentionContent = {
    cutoff: before,
    deleted: actions.length,
    actions: actions.map(({ id }) => id),
    checkpoint,
  };
  const note = { event: "retention_enforced" as const, actor: SYSTEM, content: { ...content } };
  await appendAudit(unit, { note, actionId: null, rowDigest: null }, now);
  return { deleted: actions.length, cut };
}

/** From the index of finished actions, the oldest first. */
const finishedBefore = (
  { transaction, organizationId }: RemediationUnit,
  before: number,
  most: number,
): Promise<Finished[]> =>
  query(
    transaction,
    sql`select id, status, environment, mode from remediation_action
       where organization_id = ${organizationId} and status in ('COMPLETED', 'FAILED', 'REJECTED') and updated_at < ${before}
         and verify_at is null
       order by updated_at limit ${most}`,
  ) as Promise<Finished[]>;

/** Rows, jobs and what the log says of them; its hashes stay. */
async function forget(unit: RemediationUnit, actions: readonly Finished[]): Promise<void> {
  if (actions.length === 0) return;
  const { transaction, organizationId } = unit;
  const { sql, value } = textList(
    transaction,
    actions.map(({ id }) => id),
  );
  for (const statement of [
    `update remediation_audit set content = null where organization_id = ? and action_id in (${sql})`,
    `delete from remediation_job where organization_id = ? and action_id in (${sql})`,
    `delete from remediation_action where organization_id = ? and id in (${sql})`,
  ]) {
    await transaction.query(place(transaction, statement), [organizationId, value]);
  }
  for (const action of actions) unit.actions.count(action, action.status, undefined);
}

interface OldEntry {
  readonly seq: number | string;
  readonly hash: string;
  readonly about_none: number | boolean;
  readonly gone: number | boolean;
  readonly old: number | boolean;
}

/** Deletes the log's beginning as far as it is about deleted actions, and about none but old; answers where it begins then. */
async function cutBeginning(
  { transaction, organizationId }: RemediationUnit,
  before: number,
): Promise<{ readonly checkpoint: ChainPlace; readonly cut: number }> {
  const checkpoint = await checkpointOf(transaction, organizationId);
  const entries = await query<OldEntry>(
    transaction,
    sql`select seq, hash, action_id is null as about_none, content is null as gone, at < ${before} as old from remediation_audit
       where organization_id = ${organizationId} and seq > ${checkpoint.seq} order by seq limit ${raw(CUT_AT_ONCE_MAX)}`,
  );
  const kept = entries.findIndex(({ about_none, gone, old }) => !(about_none ? old : gone));
  const cut = kept === -1 ? entries : entries.slice(0, kept);
  const last = cut.at(-1);
  // What is about no action isn't worth an entry about its going.
  if (!last || cut.every(({ about_none }) => about_none)) return { checkpoint, cut: 0 };
  const next = { seq: Number(last.seq), hash: last.hash };
  await query(
    transaction,
    sql`delete from remediation_audit where organization_id = ${organizationId} and seq <= ${next.seq}`,
  );
  await query(
    transaction,
    sql`update remediation_audit_head set checkpoint_seq = ${next.seq}, checkpoint_hash = ${next.hash} where organization_id = ${organizationId}`,
  );
  return { checkpoint: next, cut: cut.length };
}

async function checkpointOf(transaction: EntityManager, organizationId: string): Promise<ChainPlace> {
  const [head] = await query<{ checkpoint_seq: number | string; checkpoint_hash: string }>(
    transaction,
    sql`select checkpoint_seq, checkpoint_hash from remediation_audit_head where organization_id = ${organizationId}`,
  );
  return head ? { seq: Number(head.checkpoint_seq), hash: head.checkpoint_hash } : { seq: 0, hash: GENESIS_HASH };
}
