import type { UnitsOfWork } from "../../incident/unit-of-work.ts";
import { type Scope, SYSTEM } from "../../model/scope.ts";
import { type AuditedUnit, appendAudit } from "./append-audit.ts";
import { GENESIS_HASH } from "./audit-chain.ts";
import type { RetentionContent } from "./verify-chain.ts";

/** Most actions that one call deletes. */
export const DELETED_AT_ONCE_MAX = 100;
/** Entries that one transaction cuts off. */
const CUT_AT_ONCE_MAX = 1_000;

/** Retention of the audit log. */
export interface AuditRetention {
  /**
   * Deletes finished actions of the scope's organization that were last changed before a moment and wait for no
   * verification. It deletes the oldest first, at most `most` and `DELETED_AT_ONCE_MAX`. Their content in the log is
   * deleted too; its hashes stay, and an entry says what was deleted. Each call is one small transaction; call it until
   * it returns 0. Times are milliseconds since 1970 UTC.
   */
  deleteFinished(scope: Scope, before: number, most: number, now: number): Promise<number>;
}

interface RetentionUnit extends AuditedUnit {
  readonly actions: { deleteFinished(before: number, most: number): Promise<readonly string[]> };
}

export const createAuditRetention = (units: UnitsOfWork<RetentionUnit>): AuditRetention => ({
  async deleteFinished({ organizationId }, before, most, now) {
    const atOnce = Math.min(most, DELETED_AT_ONCE_MAX);
    for (;;) {
      const { deleted, cut } = await units.run(organizationId, (unit) => deleteStep(unit, before, atOnce, now));
      // Without an action left to delete, the rest of the log's beginning is cut off before this answers 0.
      if (deleted > 0 || cut < CUT_AT_ONCE_MAX) return deleted;
    }
  },
});

async function deleteStep(
  unit: RetentionUnit,
  before: number,
  most: number,
  now: number,
): Promise<{ readonly deleted: number; readonly cut: number }> {
  const actions = await unit.actions.deleteFinished(before, most);
  const deleted = actions.length;
  const { checkpoint, cut } = await unit.auditLog.cutBeginning(before, CUT_AT_ONCE_MAX);
  if (deleted === 0 && cut === 0) return { deleted, cut };
  const content: RetentionContent = {
    cutoff: before,
    deleted,
    actions,
    checkpoint: checkpoint ?? { seq: 0, hash: GENESIS_HASH },
  };
  const note = { event: "retention_enforced" as const, actor: SYSTEM, content: { ...content } };
  await appendAudit(unit, { note, actionId: null, rowDigest: null }, now);
  return { deleted, cut };
}
