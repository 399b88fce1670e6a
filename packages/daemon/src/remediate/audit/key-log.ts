import type { UnitsOfWork } from "../../incident/unit-of-work.ts";
import { SYSTEM } from "../../model/scope.ts";
import { type AuditedUnit, appendAudit } from "./append-audit.ts";
import { GENESIS_HASH } from "./audit-chain.ts";
import type { LogHead } from "./publish-audit-heads.ts";

/**
 * Adds the first entry with a key, which records where an old log had none. False where another process was first, or
 * wrote to the log meanwhile.
 */
export const keyLog = (
  units: UnitsOfWork<AuditedUnit>,
  { organizationId, seq, hash }: LogHead,
  now: number,
): Promise<boolean> =>
  units.run(organizationId, async (unit) => {
    const head = (await unit.auditLog.head()) ?? { seq: 0, hash: GENESIS_HASH };
    if (head.seq !== seq) return false;
    const note = { event: "chain_keyed" as const, actor: SYSTEM, content: { withoutKey: { seq, hash } } };
    await appendAudit(unit, { note, actionId: null, rowDigest: null }, now);
    return true;
  });
