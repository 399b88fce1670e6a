import type { EntityManager } from "typeorm";
import type { StoredAction } from "../../remediate/actions/action-store.ts";
import type { ChainPlace } from "../../remediate/audit/audit-chain.ts";
import type { AuditLogRepository } from "../../remediate/audit/audit-log-repository.ts";
import { query, queryOne, raw, sql, textTable } from "../sql/statement.ts";

/** From the index of finished actions. Their jobs go too, and the content of their audit entries; the hashes stay. */
export async function deleteFinishedActions(
  transaction: EntityManager,
  organizationId: string,
  before: number,
  most: number,
): Promise<Pick<StoredAction, "id" | "status" | "environment" | "mode">[]> {
  const actions = await query<StoredAction>(
    transaction,
    sql`select id, status, environment, mode from remediation_action
        where organization_id = ${organizationId} and status in ('COMPLETED', 'FAILED', 'REJECTED')
          and updated_at < ${before} and verify_at is null
        order by updated_at limit ${most}`,
  );
  const ids = textTable(
    transaction,
    actions.map(({ id }) => id),
  );
  for (const [change, column] of [
    ["update remediation_audit set content = null", "action_id"],
    ["delete from remediation_job", "action_id"],
    ["delete from remediation_action", "id"],
  ] as const) {
    if (actions.length === 0) break;
    await query(
      transaction,
      sql`${raw(change)} where organization_id = ${organizationId} and ${raw(column)} in (${ids})`,
    );
  }
  return actions;
}

interface OldEntry extends ChainPlace {
  readonly isOfNoAction: number | boolean;
  readonly isEmptied: number | boolean;
  readonly isOld: number | boolean;
}

export async function cutBeginning(
  transaction: EntityManager,
  organizationId: string,
  before: number,
  most: number,
): ReturnType<AuditLogRepository["cutBeginning"]> {
  const checkpoint = await queryOne<ChainPlace>(
    transaction,
    sql`select checkpoint_seq as seq, checkpoint_hash as hash from remediation_audit_head
        where organization_id = ${organizationId}`,
  );
  const entries = await query<OldEntry>(
    transaction,
    sql`select seq, hash, action_id is null as "isOfNoAction", content is null as "isEmptied", at < ${before} as "isOld"
        from remediation_audit where organization_id = ${organizationId} and seq > ${checkpoint?.seq ?? 0}
        order by seq limit ${raw(most)}`,
  );
  const kept = entries.findIndex(({ isOfNoAction, isEmptied, isOld }) => !(isOfNoAction ? isOld : isEmptied));
  const cut = kept === -1 ? entries : entries.slice(0, kept);
  const last = cut.at(-1);
  // Removing only entries that are about no action isn't worth an entry of its own.
  if (!last || cut.every(({ isOfNoAction }) => isOfNoAction)) return { checkpoint, cut: 0 };
  const { seq, hash } = last;
  await query(
    transaction,
    sql`delete from remediation_audit where organization_id = ${organizationId} and seq <= ${seq}`,
  );
  await query(
    transaction,
    sql`update remediation_audit_head set checkpoint_seq = ${seq}, checkpoint_hash = ${hash}
        where organization_id = ${organizationId}`,
  );
  return { checkpoint: { seq, hash }, cut: cut.length };
}
