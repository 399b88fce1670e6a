import { openPool, type Pool, transact } from "./pool.ts";

export interface ProcessRegistration {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly roles: string;
  readonly version: string;
  /** The newest migration that it knows. */
  readonly schema: string;
  /** What it must have in common with others, as JSON. */
  readonly settings: string;
}

export interface SeenProcess extends ProcessRegistration {
  readonly seenSecondsAgo: number;
}

export interface ProcessRegistrations {
  /**
   * Adds this process unless `refuses` throws for the others that are alive; one process after the other, so that of
   * two that start at once the second sees the first.
   */
  add(own: ProcessRegistration, refuses: (others: readonly SeenProcess[]) => void): Promise<void>;
  /** Adds it anew where others took it for dead. */
  refresh(own: ProcessRegistration): Promise<void>;
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}

/** Four times the interval of refreshing. */
export const STALE_SECONDS = 20;

const ALIVE = `seen_at > now() - interval '${STALE_SECONDS} seconds'`;
const COLUMNS = "id, host, pid, roles, version, schema, settings";

export function openProcessRegistrations(url: string): ProcessRegistrations {
  const pool = openPool(url, { name: "registration", connectionsMax: 1 });
  return {
    add: (own, refuses) =>
      transact(pool, async (client) => {
        await client.query("select pg_advisory_xact_lock(hashtext('tocsin-processes'))");
        await client.query(`delete from process_registration where not (${ALIVE})`);
        const { rows } = await client.query<SeenProcess>(
          `select ${COLUMNS}, extract(epoch from now() - seen_at)::int as "seenSecondsAgo"
           from process_registration order by id`,
        );
        refuses(rows);
        await client.query(UPSERT, valuesOf(own));
      }),
    refresh: async (own) => void (await pool.query(UPSERT, valuesOf(own))),
    remove: async (id) => void (await pool.query("delete from process_registration where id = $1", [id])),
    close: () => pool.end(),
  };
}

const UPSERT = `insert into process_registration (${COLUMNS}, seen_at) values ($1, $2, $3, $4, $5, $6, $7, now())
  on conflict (id) do update set seen_at = now()`;

const valuesOf = ({ id, host, pid, roles, version, schema, settings }: ProcessRegistration) => [
  id,
  host,
  pid,
  roles,
  version,
  schema,
  settings,
];

/** Of databases that have the table: those of this version on. */
export async function readLiveProcesses(url: string): Promise<readonly SeenProcess[]> {
  const pool: Pool = openPool(url, { name: "registration", connectionsMax: 1 });
  try {
    const { rows } = await pool.query<{ found: string | null }>("select to_regclass('process_registration') as found");
    if (rows[0]?.found == null) return [];
    const found = await pool.query<SeenProcess>(
      `select ${COLUMNS}, extract(epoch from now() - seen_at)::int as "seenSecondsAgo"
       from process_registration where ${ALIVE} order by id`,
    );
    return found.rows;
  } finally {
    await pool.end();
  }
}
