import { openPool, type Pool, transact } from "../sql/postgres-pool.ts";

export interface ProcessRegistration {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly roles: string;
  readonly version: string;
  /** The newest migration that it knows. */
  readonly schema: string;
  /** The settings that it must have in common with others, as JSON. */
  readonly settings: string;
}

export interface SeenProcess extends ProcessRegistration {
  readonly seenSecondsAgo: number;
}

export interface ProcessRegistrations {
  /**
   * Adds this process, or stores its changed settings, unless `refuses` throws for the others that are alive. One process
   * after the other, so that of two that start at once the second sees the first.
   */
  put(own: ProcessRegistration, refuses: (others: readonly SeenProcess[]) => void): Promise<void>;
  /** Keeps this process registered. Adds it anew, as `put` does, where others took it for dead: it was paused. */
  refresh(own: ProcessRegistration, refuses: (others: readonly SeenProcess[]) => void): Promise<void>;
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}

/** Four times the interval of refreshing. */
export const STALE_SECONDS = 20;

/** One seen in the future was seen before the database's clock was set back: a process that lives corrects it. */
const ALIVE = `seen_at > now() - interval '${STALE_SECONDS} seconds' and seen_at <= now() + interval '${STALE_SECONDS} seconds'`;
const COLUMNS = "id, host, pid, roles, version, schema, settings";

/** A link to the broker waits for the answer, and a server that hangs must not hold it up for ever. */
const ANSWER_MS_MAX = 5_000;

export function openProcessRegistrations(url: string): ProcessRegistrations {
  const pool = openPool(url, { name: "registration", connectionsMax: 1, answerMsMax: ANSWER_MS_MAX });
  const put: ProcessRegistrations["put"] = (own, refuses) =>
    transact(pool, async (client) => {
      await client.query("select pg_advisory_xact_lock(hashtext('tocsin-processes'))");
      await client.query(`delete from process_registration where not (${ALIVE})`);
      const { rows } = await client.query<SeenProcess>(
        `select ${COLUMNS}, extract(epoch from now() - seen_at)::int as "seenSecondsAgo"
         from process_registration where id <> $1 order by id`,
        [own.id],
      );
      refuses(rows);
      await client.query(PUT, valuesOf(own));
    });
  return {
    put,
    async refresh(own, refuses) {
      const { rowCount } = await pool.query(REFRESH, [own.id]);
      if (rowCount === 0) await put(own, refuses);
    },
    remove: async (id) => void (await pool.query("delete from process_registration where id = $1", [id])),
    close: () => pool.end(),
  };
}

const PUT = `insert into process_registration (${COLUMNS}, seen_at) values ($1, $2, $3, $4, $5, $6, $7, now())
  on conflict (id) do update set settings = excluded.settings, seen_at = excluded.seen_at`;
const REFRESH = `update process_registration set seen_at = now() where id = $1 and ${ALIVE}`;

const valuesOf = ({ id, host, pid, roles, version, schema, settings }: ProcessRegistration) => [
  id,
  host,
  pid,
  roles,
  version,
  schema,
  settings,
];

/** Empty where the database lacks the table: an older version made it. */
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
