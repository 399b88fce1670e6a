import type { EntityManager } from "typeorm";
import type { Database } from "../../src/store/sql/database.ts";

/** What the work asks of the database's reader, each with the engine's plan for it. */
export async function queriesOf(
  { kind, reader }: Database,
  work: () => Promise<unknown>,
): Promise<{ sql: string; plan: string }[]> {
  const asked: { sql: string; parameters: unknown[] }[] = [];
  const { connection } = reader;
  const { logger } = connection;
  connection.logger = {
    ...logger,
    logQuery: (sql, parameters) => void asked.push({ sql, parameters: parameters as unknown[] }),
  };
  try {
    await work();
  } finally {
    connection.logger = logger;
  }
  const explained: { sql: string; plan: string }[] = [];
  const explain = async (manager: EntityManager, how: string): Promise<void> => {
    for (const { sql, parameters } of asked) {
      explained.push({ sql, plan: JSON.stringify(await manager.query(`${how} ${sql}`, parameters)) });
    }
  };
  if (kind === "sqlite") await explain(reader, "explain query plan");
  else {
    await reader.transaction(async (transaction) => {
      // Where a table is as small as in a test, PostgreSQL reads it whole unless it is told not to.
      await transaction.query("set local enable_seqscan = off");
      await explain(transaction, "explain");
    });
  }
  return explained;
}

/** A statement with question marks, as the engine of this connection takes its parameters. */
export function numbered(manager: EntityManager, statement: string): string {
  if (manager.connection.options.type !== "postgres") return statement;
  let number = 0;
  return statement.replace(/\?/g, () => `$${++number}`);
}
