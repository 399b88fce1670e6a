import type { EntityManager } from "typeorm";
import type { StoredAction } from "../../remediate/actions/action-store.ts";
import type { AuditPages } from "../../remediate/audit/verify-audit.ts";
import type { ChainHead, StoredLink } from "../../remediate/audit/verify-chain.ts";
import type { Database } from "../sql/database.ts";
import { query, raw, type Sql, sql } from "../sql/statement.ts";
import { auditKeyFor } from "./audit-key.ts";
import { actionTable } from "./remediation-tables.ts";

/** Read and checked at once, in about 20 ms; the event loop runs in between. */
const PAGE = 250;

type Raw = Readonly<Record<string, unknown>>;

/**
 * One statement a page, so that entries, rows and head are of one moment. A row is read whole with the newest entry about
 * its action; for other entries the index says whether it exists.
 */
const pageOf = (organizationId: string, after: number, columns: readonly string[]): Sql => sql`
  select head.seq as head_seq, head.hash as head_hash, head.seal as head_seal, head.checkpoint_seq, head.checkpoint_hash, entry.*,
    ${raw(columns.map((column) => `act.${column} as act_${column}`).join(", "))}
  from (select cast(${organizationId} as text) as asked) as asking
  left join remediation_audit_head as head on head.organization_id = asking.asked
  left join (
    select *, (
      select max(other.seq) from remediation_audit as other
      where other.organization_id = remediation_audit.organization_id and other.action_id = remediation_audit.action_id
    ) as newest_seq, (
      select named.id from remediation_action as named where named.id = remediation_audit.action_id
    ) as row_id
    from remediation_audit where organization_id = ${organizationId} and seq > ${after} order by seq limit ${raw(PAGE)}
  ) as entry on entry.organization_id = asking.asked
  left join remediation_action as act on act.id = entry.row_id and entry.seq = entry.newest_seq
  order by entry.seq`;

/** Rows that only actions create. The first entry of a log is written with them, and only deletion removes them all. */
const TRACES = ["remediation_tally", "remediation_job", "remediation_breaker"] as const;

/** Ranges of primary keys, and a row by its id for each action. */
export function createAuditPages({ reader }: Pick<Database, "reader">, digestOf: DigestOf): AuditPages {
  const columns = reader.connection.getMetadata(actionTable).columns.map(({ databaseName }) => databaseName);
  const exists = TRACES.map((table) => `exists (select 1 from ${table} where organization_id = asking.asked)`);
  return {
    key: auditKeyFor(reader),
    async page({ organizationId }, after) {
      const rows = await query<Raw>(reader, pageOf(organizationId, after, columns));
      const links = rows.filter(({ id }) => id !== null).map((row) => toLink(reader, row, digestOf));
      return { head: toHead(rows[0]), links, isLast: links.length < PAGE };
    },
    async rows({ organizationId }, after) {
      const rows = await query<Raw>(
        reader,
        sql`
  select page.seq as seq, page.id as id, entry.id as entry_id
  from (
    select seq, id, organization_id, audit_seq from remediation_action
    where organization_id = ${organizationId} and seq > ${after} order by seq limit ${raw(PAGE)}
  ) as page
  left join remediation_audit as entry
    on entry.organization_id = page.organization_id and entry.seq = page.audit_seq and entry.action_id = page.id
  order by page.seq`,
      );
      return {
        next: rows.length < PAGE ? undefined : Number(rows.at(-1)?.["seq"]),
        stranger: rows.find((row) => row["entry_id"] === null)?.["id"] as string | undefined,
      };
    },
    async hasTraces({ organizationId }) {
      const [row] = await query<Raw>(
        reader,
        sql`select ${raw(exists.join(" or "))} as found from (select cast(${organizationId} as text) as asked) as asking`,
      );
      return Boolean(row?.["found"]);
    },
  };
}

/** All that have a log, a part of one, or traces of one. Reads the keys of all entries and actions. */
export async function organizationsWithAudit(reader: EntityManager): Promise<readonly string[]> {
  const tables = ["remediation_audit_head", "remediation_audit", "remediation_action", ...TRACES];
  const rows = await query<{ organization_id: string }>(
    reader,
    sql`${raw(tables.map((table) => `select organization_id from ${table}`).join(" union "))} order by organization_id`,
  );
  return rows.map(({ organization_id }) => organization_id);
}

/** SQLite keeps a text in a column of integers, if somebody puts it there: that fits nothing either. */
function whole(value: unknown): number {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : -1;
}

function toHead(row: Raw | undefined): ChainHead | undefined {
  if (!row || row["head_seq"] === null) return undefined;
  const checkpoint = { seq: whole(row["checkpoint_seq"]), hash: String(row["checkpoint_hash"]) };
  const seal = row["head_seal"] === null ? null : String(row["head_seal"]);
  return { seq: whole(row["head_seq"]), hash: String(row["head_hash"]), seal, checkpoint };
}

function toLink(manager: EntityManager, row: Raw, digestOf: DigestOf): StoredLink {
  const text = (column: string): string => String(row[column]);
  const textOrNull = (column: string): string | null => (row[column] === null ? null : text(column));
  const asNewest = (): Newest => ({
    auditSeq: whole(row["act_audit_seq"]),
    digest: digestOfRow(manager, row, digestOf),
  });
  return {
    organizationId: text("organization_id"),
    seq: whole(row["seq"]),
    id: text("id"),
    actionId: textOrNull("action_id"),
    event: text("event"),
    actor: text("actor"),
    at: whole(row["at"]),
    content: textOrNull("content"),
    contentDigest: text("content_digest"),
    rowDigest: textOrNull("row_digest"),
    previousHash: text("previous_hash"),
    hash: text("hash"),
    row: row["row_id"] === null ? null : { asNewest: row["act_id"] === null ? null : asNewest() },
  };
}

type Newest = NonNullable<NonNullable<StoredLink["row"]>["asNewest"]>;
type DigestOf = (action: StoredAction) => string;

/** Null for a row that can't be read: somebody broke its JSON, say. */
function digestOfRow({ connection }: EntityManager, raw: Raw, digestOf: DigestOf): string | null {
  try {
    const columns = connection.getMetadata(actionTable).columns.map((column) => {
      const value: unknown = connection.driver.prepareHydratedValue(raw[`act_${column.databaseName}`], column);
      return [column.propertyName, value] as const;
    });
    return digestOf(Object.fromEntries(columns) as unknown as StoredAction);
  } catch {
    return null;
  }
}
