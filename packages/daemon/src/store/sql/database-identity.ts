import { startClient } from "./postgres-client.ts";

/** Names this database by its cluster and number: a standby keeps the name, a restored dump gets another. */
export async function readDatabaseIdentity(url: string): Promise<string> {
  const client = startClient(url);
  try {
    await client.connect();
    const { rows } = await client.query<{ cluster: string; database: string }>(IDENTITY);
    const [{ cluster, database }] = rows as [(typeof rows)[number]];
    return `postgres-${cluster}-${database}`;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const IDENTITY = `
  select system_identifier::text as cluster, pg_database.oid::text as database
  from pg_control_system(), pg_database where datname = current_database()
`;
