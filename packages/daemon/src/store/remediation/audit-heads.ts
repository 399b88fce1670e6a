import type { ReadHeads } from "../../remediate/audit/publish-audit-heads.ts";
import type { Database } from "../sql/database.ts";
import { place } from "../sql/sql-rows.ts";

interface HeadRow {
  readonly organization_id: string;
  readonly seq: number | string;
  readonly hash: string;
}

/** A range of the primary key. */
export const readAuditHeads =
  ({ reader }: Pick<Database, "reader">): ReadHeads =>
  async (after, most) => {
    const sql = `select organization_id, seq, hash from remediation_audit_head
      where organization_id > ? order by organization_id limit ?`;
    const rows = (await reader.query(place(reader, sql), [after, most])) as HeadRow[];
    return rows.map(({ organization_id, seq, hash }) => ({ organizationId: organization_id, seq: Number(seq), hash }));
  };
