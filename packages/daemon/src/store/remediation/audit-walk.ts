import type { EntityManager } from "typeorm";
import type { AuditPages } from "../../remediate/verify-audit.ts";
import type { ChainHead, StoredLink } from "../../remediate/verify-chain.ts";
import type { Database } from "../database.ts";
import { place } from "../rows.ts";
import { digestOf } from "./audit.ts";
import { type ActionRow, actionTable } from "./tables.ts";

/** Read and checked in one go, some 20 ms; others get their turn in between. */
const PAGE = 250;

type Raw = Readonly<Record<string, unknown>>;

/**
 * One statement a page, so that entries, rows and head are of one moment: the head stands beside every entry, and alone
 * where there is none. The whole row comes with the entry that the row names as its newest.
 */
const pageOf = (columns: readonly string[]): string => `
  select head.seq as head_seq, head.hash as head_hash, head.checkpoint_seq, head.checkpoint_hash,
    entry.organization_id as organization_id, entry.seq as seq, entry.id as id, entry.action_id as action_id,
    entry.event as event, entry.actor as actor, entry.at as at, entry.content as content,
    entry.content_digest as content_digest, entry.row_digest as row_digest, entry.previous_hash as previous_hash,
    entry.hash as hash, named.audit_seq as row_audit_seq,
    case when named.id is not null then (
      select max(other.seq) from remediation_audit as other
      where other.organization_id = entry.organization_id and other.action_id = entry.action_id
    ) end as newest_seq,
    ${columns.map((column) => `act.${column} as act_${column}`).join(", ")}
  from (select cast(? as text) as organization_id) as asked
  left join remediation_audit_head as head on head.organization_id = asked.organization_id
  left join (
    select * from remediation_audit where organization_id = ? and seq > ? order by seq limit ${PAGE}
  ) as entry on entry.organization_id = asked.organization_id
  left join remediation_action as named
    on named.id = entry.action_id and named.organization_id = entry.organization_id
  left join remediation_action as act
    on act.id = named.id and act.organization_id = named.organization_id and act.audit_seq = entry.seq
  order by entry.seq`;

const ROWS = `
  select page.seq as seq, page.id as id, entry.id as entry_id
  from (
    select seq, id, organization_id, audit_seq from remediation_action
    where organization_id = ? and seq > ? order by seq limit ${PAGE}
  ) as page
  left join remediation_audit as entry
    on entry.organization_id = page.organization_id and entry.seq = page.audit_seq and entry.action_id = page.id
  order by page.seq`;

/** Ranges of primary keys, and a row by its id for each entry. */
export function createAuditPages({ reader }: Pick<Database, "reader">): AuditPages {
  const columns = reader.connection.getMetadata(actionTable).columns.map(({ databaseName }) => databaseName);
  const sql = place(reader, pageOf(columns));
  return {
    async page({ organizationId }, after) {
      const rows = (await reader.query(sql, [organizationId, organizationId, after])) as Raw[];
      const links = rows.filter(({ id }) => id !== null).map((row) => toLink(reader, row));
      return { head: toHead(rows[0]), links, isLast: links.length < PAGE };
    },
    async rows({ organizationId }, after) {
      const rows = (await reader.query(place(reader, ROWS), [organizationId, after])) as Raw[];
      return {
        next: rows.length < PAGE ? undefined : Number(rows.at(-1)?.["seq"]),
        stranger: rows.find((row) => row["entry_id"] === null)?.["id"] as string | undefined,
      };
    },
  };
}

/** All that have a log or a part of one. Reads the keys of all entries and actions. */
export async function organizationsWithAudit(reader: EntityManager): Promise<readonly string[]> {
  const rows = (await reader.query(
    `select organization_id from remediation_audit_head union select organization_id from remediation_audit
     union select organization_id from remediation_action order by organization_id`,
  )) as { organization_id: string }[];
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
  return { seq: whole(row["head_seq"]), hash: String(row["head_hash"]), checkpoint };
}

function toLink(manager: EntityManager, row: Raw): StoredLink {
  const text = (column: string): string => String(row[column]);
  const textOrNull = (column: string): string | null => (row[column] === null ? null : text(column));
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
    row:
      row["newest_seq"] === null
        ? null
        : {
            auditSeq: whole(row["row_audit_seq"]),
            newestSeq: whole(row["newest_seq"]),
            digest: row["act_id"] === null ? null : digestOfRaw(manager, row),
          },
  };
}

/** Null for a row that can't be read: somebody broke its JSON, say. */
function digestOfRaw({ connection }: EntityManager, raw: Raw): string | null {
  try {
    const columns = connection.getMetadata(actionTable).columns.map((column) => {
      const value: unknown = connection.driver.prepareHydratedValue(raw[`act_${column.databaseName}`], column);
      return [column.propertyName, value] as const;
    });
    return digestOf(Object.fromEntries(columns) as unknown as ActionRow);
  } catch {
    return null;
  }
}
