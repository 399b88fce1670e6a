import type pg from "pg";
import { randomId } from "../../kernel/ids.ts";
import { startClient } from "./postgres-client.ts";
import { sql } from "./statement.ts";

/** PgBouncer uses the latest server connection, or each in turn where it is set to. */
const TRIES = 20;

/** True where a pooler gives one server session to several clients (PgBouncer: `pool_mode=transaction`). */
export async function sharesSessions(url: string): Promise<boolean> {
  const [one, other] = [startClient(url), startClient(url)];
  const mark = randomId();
  const read = async (client: pg.Client): Promise<string | null> => {
    const { rows } = await client.query<{ mark: string | null }>("select current_setting('tocsin.mark', true) as mark");
    return rows[0]?.mark ?? null;
  };
  try {
    await one.connect();
    await other.connect();
    await one.query(sql`select set_config('tocsin.mark', ${mark}, false)`);
    for (let tries = 0; tries < TRIES; tries += 1) {
      if ((await read(other)) === mark || (await read(one)) !== mark) return true;
    }
    return false;
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => undefined)));
  }
}
