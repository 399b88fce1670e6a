import type { ReadHeads } from "../../remediate/audit/publish-audit-heads.ts";
import type { Database } from "../sql/database.ts";
import { query, sql } from "../sql/statement.ts";

interface HeadRow {
  readonly organization_id: string;
  readonly seq: number;
  readonly hash: string;
}

/** A range of the primary key. */
export const readAuditHeads =
  ({ reader }: Pick<Database, "reader">): ReadHeads =>
  async (after, most) => {
    const rows = await query<HeadRow>(
      reader,
      sql`select organization_id, seq, hash from remediation_audit_head
        where organization_id > ${after} order by organization_id limit ${most}`,
    );
    return rows.map(({ organization_id, seq, hash }) => ({ organizationId: organization_id, seq, hash }));
  };
