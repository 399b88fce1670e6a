import type { UnitsOfWork } from "../../incident/unit-of-work.ts";
import { SYSTEM } from "../../model/scope.ts";
import { headSealOf } from "../../remediate/audit/audit-chain.ts";
import type { ChainPlace } from "../../remediate/audit/verify-chain.ts";
import type { Database } from "../sql/database.ts";
import { place } from "../sql/sql-rows.ts";
import { appendAudit } from "./append-audit.ts";
import { auditKeyFor } from "./audit-key.ts";
import { auditHead, type RemediationUnit } from "./pending-remediation.ts";

export interface PlainLog {
  readonly organizationId: string;
  /** The newest entry, which has no key. */
  readonly head: ChainPlace;
}

/** Logs whose newest entry was written before the chain had a key. */
export async function plainLogs({ reader }: Pick<Database, "reader">, most: number): Promise<readonly PlainLog[]> {
  const sql = "select organization_id, seq, hash from remediation_audit_head where seal is null limit ?";
  const rows = (await reader.query(place(reader, sql), [most])) as {
    organization_id: string;
    seq: number | string;
    hash: string;
  }[];
  return rows.map(({ organization_id, seq, hash }) => ({
    organizationId: organization_id,
    head: { seq: Number(seq), hash },
  }));
}

/** Of `most` logs, those whose end was sealed under another secret key than this process has. */
export async function foreignLogs({ reader }: Pick<Database, "reader">, most: number): Promise<readonly string[]> {
  const key = auditKeyFor(reader);
  const sql = "select organization_id, seq, hash, seal from remediation_audit_head where seal is not null limit ?";
  const rows = (await reader.query(place(reader, sql), [most])) as {
    organization_id: string;
    seq: number | string;
    hash: string;
    seal: string;
  }[];
  return rows
    .filter(({ organization_id: organizationId, seq, hash, seal }) => {
      return seal !== headSealOf(key, { organizationId, seq: Number(seq), hash });
    })
    .map(({ organization_id }) => organization_id);
}

/**
 * Adds the entry, the first with a key, that says where an old log had none. False where another process was first, or
 * wrote to the log meanwhile.
 */
export const keyLog = (units: UnitsOfWork<RemediationUnit>, { organizationId, head }: PlainLog, now: number) =>
  units.run(organizationId, async (unit) => {
    const { seq } = await auditHead(unit);
    if (seq !== head.seq) return false;
    const note = { event: "chain_keyed" as const, actor: SYSTEM, content: { withoutKey: { ...head } } };
    await appendAudit(unit, { note, actionId: null, rowDigest: null }, now);
    return true;
  });
