import type { LogHead, ReadHeads } from "../../remediate/audit/publish-audit-heads.ts";
import type { Database } from "../sql/database.ts";
import { query, raw, type Sql, sql } from "../sql/statement.ts";

type Reader = Pick<Database, "reader">;

const readHeads = <Head = LogHead>({ reader }: Reader, condition: Sql, more = ""): Promise<Head[]> =>
  query(
    reader,
    sql`select organization_id as "organizationId", seq, hash ${raw(more)} from remediation_audit_head ${condition}`,
  );

/** A range of the primary key. */
export const readAuditHeads =
  (database: Reader): ReadHeads =>
  (after, most) =>
    readHeads(database, sql`where organization_id > ${after} order by organization_id limit ${most}`);

/** Logs whose newest entry was written before the chain had a key. */
export const readPlainHeads = (database: Reader, most: number): Promise<readonly LogHead[]> =>
  readHeads(database, sql`where seal is null limit ${most}`);

export const readSealedHeads = (
  database: Reader,
  most: number,
): Promise<readonly (LogHead & { readonly seal: string })[]> =>
  readHeads(database, sql`where seal is not null limit ${most}`, ", seal");
