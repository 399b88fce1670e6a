import { openPool, type Pool, transact } from "../sql/postgres-pool.ts";
import { raw, type Sql, sql } from "../sql/statement.ts";

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

export type ProcessRegistrations = ReturnType<typeof openProcessRegistrations>;

/** Four times the interval of refreshing. */
export const STALE_SECONDS = 20;

/** A time in the future is from before the database's clock was set back: a live process corrects it. */
const ALIVE = raw(
  `seen_at > now() - interval '${STALE_SECONDS} seconds' and seen_at <= now() + interval '${STALE_SECONDS} seconds'`,
);
const COLUMNS = raw("id, host, pid, roles, version, schema, settings");

/** A connection to the broker waits for the registration, and a hanging server must not delay it for ever. */
const ANSWER_MS_MAX = 5_000;

/** Throws where these other live processes forbid this one. */
type Refuses = (others: readonly SeenProcess[]) => void;

export function openProcessRegistrations(url: string) {
  const pool = openPool(url, { name: "registration", connectionsMax: 1, answerMsMax: ANSWER_MS_MAX });
  /** Adds this process, one after the other: of two that start at once the second sees the first. */
  const put = (own: ProcessRegistration, refuses: Refuses): Promise<void> =>
    transact(pool, async (client) => {
      await client.query("select pg_advisory_xact_lock(hashtext('tocsin-processes'))");
      await client.query(sql`delete from process_registration where not (${ALIVE})`);
      refuses(await readProcesses(client, sql`id <> ${own.id}`));
      const { id, host, pid, roles, version, schema, settings } = own;
      await client.query(
        sql`insert into process_registration (${COLUMNS}, seen_at)
            values (${id}, ${host}, ${pid}, ${roles}, ${version}, ${schema}, ${settings}, now())
            on conflict (id) do update set settings = excluded.settings, seen_at = excluded.seen_at`,
      );
    });
  return {
    put,
    /** Keeps this process registered. Adds it again where others took it for dead while it was paused. */
    async refresh(own: ProcessRegistration, refuses: Refuses): Promise<void> {
      const { rowCount } = await pool.query(
        sql`update process_registration set seen_at = now() where id = ${own.id} and ${ALIVE}`,
      );
      if (rowCount === 0) await put(own, refuses);
    },
    remove: async (id: string): Promise<void> =>
      void (await pool.query(sql`delete from process_registration where id = ${id}`)),
    close: (): Promise<void> => pool.end(),
  };
}

const readProcesses = async (client: Pick<Pool, "query">, where: Sql): Promise<readonly SeenProcess[]> =>
  (
    await client.query<SeenProcess>(
      sql`select ${COLUMNS}, extract(epoch from now() - seen_at)::int as "seenSecondsAgo"
          from process_registration where ${where} order by id`,
    )
  ).rows;

/** Empty where the database lacks the table: an older version made it. */
export async function readLiveProcesses(url: string): Promise<readonly SeenProcess[]> {
  const pool = openPool(url, { name: "registration", connectionsMax: 1 });
  try {
    const { rows } = await pool.query<{ found: string | null }>("select to_regclass('process_registration') as found");
    return rows[0]?.found == null ? [] : await readProcesses(pool, ALIVE);
  } finally {
    await pool.end();
  }
}
