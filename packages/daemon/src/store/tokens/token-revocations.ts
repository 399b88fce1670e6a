import type { EntityManager } from "typeorm";
import { TOKEN_REVOCATIONS_MAX } from "../../model/request-limits.ts";
import type { TokenRevocation, TokenRevocationStore } from "../../model/token-revocation.ts";
import type { Database } from "../sql/database.ts";
import { insertRows } from "../sql/sql-rows.ts";
import { countChanged, isPostgres, query, sql } from "../sql/statement.ts";
import { tokenRevocationTable } from "./token-tables.ts";

export function createTokenRevocationStore(database: Pick<Database, "reader" | "write">): TokenRevocationStore {
  const { reader } = database;
  return {
    add: (revocation) => database.write((transaction) => add(transaction, revocation)),
    async version() {
      // The count tells of a row that was committed after one with a higher number.
      const [row] = await query<{ count: number; newest: number | null }>(
        reader,
        sql`select count(*) as count, max(seq) as newest from token_revocation`,
      );
      return `${row?.count} ${row?.newest}`;
    },
    async list() {
      const rows = await reader.getRepository(tokenRevocationTable).find({
        order: { seq: "asc" },
        take: TOKEN_REVOCATIONS_MAX,
      });
      return rows.map(({ seq: _, ...revocation }) => revocation);
    },
    removeExpired: (now) =>
      countChanged(database, sql`delete from token_revocation where expires_at <= ${now} returning seq`),
  };
}

async function add(transaction: EntityManager, revocation: TokenRevocation): Promise<"added" | "known" | "full"> {
  // The second of two concurrent transactions sees the first one's rows, so the limit holds and an id is unique.
  if (isPostgres(transaction)) {
    await query(transaction, sql`lock table token_revocation in exclusive mode`);
  }
  const rows = transaction.getRepository(tokenRevocationTable);
  if (revocation.tokenId !== null && (await rows.existsBy({ tokenId: revocation.tokenId }))) return "known";
  if ((await rows.count()) >= TOKEN_REVOCATIONS_MAX) return "full";
  await insertRows(transaction, tokenRevocationTable, [revocation]);
  return "added";
}
