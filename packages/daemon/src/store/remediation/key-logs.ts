import { headSealOf } from "../../remediate/audit/audit-chain.ts";
import type { PlainLog } from "../../remediate/audit/key-log.ts";
import type { Database } from "../sql/database.ts";
import { place } from "../sql/sql-rows.ts";
import { auditKeyFor } from "./audit-key.ts";

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
