import pg from "pg";
import { TimeLimitedClient, timeLimits } from "./postgres-client.ts";

export type Pool = pg.Pool;

export interface PoolOptions {
  readonly connectionsMax: number;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** For a connection and for a statement; default: 10 s for a connection, 30 s of silence for a statement. */
  readonly answerMsMax?: number;
  /** As in `TimeLimitedConfig`. */
  readonly silenceMsMax?: number;
  /** Server settings of each of its sessions. */
  readonly settings?: SessionSettings;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** The system's default asks a peer that vanished after two hours. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

export type SessionSettings = Readonly<Record<string, string>>;

/** Sets up each new session by a statement: PgBouncer refuses or drops the parameter `options`. */
export const onConnect = (settings: SessionSettings) => ({
  onConnect: (client: pg.ClientBase): Promise<unknown> =>
    client.query(
      `select ${Object.keys(settings)
        .map((name, index) => `set_config('${name}', $${index + 1}, false)`)
        .join(", ")}`,
      Object.values(settings),
    ),
});

/** A pool of connections whose loss ends no process: the next query asks for a new one. */
export function openPool(url: string, options: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connectionsMax,
    application_name: `tocsin-${options.name}`,
    connectionTimeoutMillis: options.answerMsMax ?? CONNECT_TIMEOUT_MS,
    ...(options.answerMsMax === undefined ? {} : { query_timeout: options.answerMsMax }),
    ...(options.silenceMsMax === undefined ? {} : { silenceMsMax: options.silenceMsMax }),
    ...KEEP_ALIVE,
    Client: TimeLimitedClient,
    ...(options.answerMsMax === undefined
      ? onConnect({ ...timeLimits(options.silenceMsMax), ...options.settings })
      : {}),
  });
  // An idle connection that breaks says so here; the query that is under way rejects by itself.
  pool.on("error", () => undefined);
  return pool;
}

/** One transaction on one connection; what it throws rolls it back. */
export async function transact<Result>(pool: Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
