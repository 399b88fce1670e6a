import { randomBytes } from "node:crypto";
import pg from "pg";

/** A database of a test's own on a server that tests share. */
export interface OwnDatabase {
  readonly name: string;
  readonly url: string;
  /** Ends all of Tocsin's sessions in it; answers how many. */
  cutSessions(): Promise<number>;
  /** Sessions in it that are not this test's. */
  sessions(): Promise<number>;
  /** The column `answer` of the first row. */
  ask<Answer>(sql: string): Promise<Answer>;
  drop(): Promise<void>;
}

export async function createOwnDatabase(server: string): Promise<OwnDatabase> {
  const name = `tocsin_test_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: server });
  admin.on("error", () => undefined);
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.toString(),
    async cutSessions() {
      const { rowCount } = await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
        [name],
      );
      return rowCount ?? 0;
    },
    async sessions() {
      const { rows } = await admin.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where datname = $1 and backend_type = 'client backend'",
        [name],
      );
      return rows[0]?.n ?? 0;
    },
    async ask<Answer>(sql: string) {
      const client = new pg.Client({ connectionString: url.toString() });
      await client.connect();
      try {
        return (await client.query<{ answer: Answer }>(sql)).rows[0]?.answer as Answer;
      } finally {
        await client.end();
      }
    },
    async drop() {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
