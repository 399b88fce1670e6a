import type { PoolClient } from "pg";
import type { DroppedPart } from "../../../archive/archive.ts";
import { type Clock, DAY_MS } from "../../../kernel/clock.ts";
import { type Pool, transact } from "../../sql/postgres-pool.ts";
import { sql } from "../../sql/statement.ts";

const DAYS_BACK_MAX = 90;
const DAYS_AHEAD_MAX = 2;
/** Above it the planner's estimate is taken for what a dropped partition held. */
const COUNTED_EXACTLY_ROWS_MAX = 1_000_000;
/** PostgreSQL: the default partition holds rows that the new one would. */
const CHECK_VIOLATION = "23514";

export const dayOf = (time: number): number => Math.floor(time / DAY_MS);
const nameOf = (day: number): string =>
  `record_${new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll("-", "")}`;

/**
 * The archive's partitions, one a day, made with the day's first record. Only days within bounds get one, since senders
 * choose the times and could ask for thousands of tables; other records go to the default partition. The bounds only move
 * forward, so that the default partition has no record of a day whose partition is still to be made.
 */
export function createPartitions(pool: Pool, clock: Clock) {
  // At most the days within the bounds, and those are trimmed as they fall out.
  const made = new Set<number>();
  return {
    /** Makes the partitions that records of these times need. */
    async prepare(times: readonly number[]): Promise<void> {
      const today = dayOf(clock.now());
      for (const day of made) if (day < today - DAYS_BACK_MAX) made.delete(day);
      const days = new Set(times.map(dayOf));
      for (const day of [...days].sort((a, b) => a - b)) {
        if (made.has(day) || day < today - DAYS_BACK_MAX || day > today + DAYS_AHEAD_MAX) continue;
        await makePartition(pool, day);
        made.add(day);
      }
    },
    /** Drops those that end by this time. Returns the number of their records. */
    async dropBefore(time: number): Promise<number> {
      const rows = await listPartitions(pool);
      const old = rows.filter(({ name }) => dayOfName(name) < dayOf(time));
      let removed = 0;
      for (const partition of old) {
        removed += await dropPartition(pool, partition.name, partition.rows);
        made.delete(dayOfName(partition.name));
      }
      return removed;
    },
    /** Bytes of all of them, indexes included. */
    bytes: (): Promise<number> => totalBytes(pool),
    /** Drops the oldest day before today, if all of them take more bytes than these. */
    async dropOldestOver(bytes: number): Promise<DroppedPart | undefined> {
      const dropped = await dropOldest(pool, bytes, dayOf(clock.now()));
      if (dropped) made.delete(dayOf(dropped.from));
      return dropped;
    },
  };
}

type Queryable = Pick<PoolClient, "query">;

interface Partition {
  readonly name: string;
  readonly rows: number;
}

async function listPartitions(client: Queryable): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select child.relname as name, child.reltuples as rows
     from pg_inherits join pg_class child on child.oid = inhrelid
     where inhparent = 'record'::regclass and child.relname ~ '^record_[0-9]{8}$' order by child.relname`,
  );
  return rows;
}

/** Includes the default partition. */
async function totalBytes(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select coalesce(sum(pg_total_relation_size(inhrelid)), 0) as bytes from pg_inherits
     where inhparent = 'record'::regclass`,
  );
  return rows[0]?.bytes ?? 0;
}

/** Measured under the lock: of several processes that find the archive too large, one drops a partition. */
async function dropOldest(pool: Pool, bytesMax: number, today: number): Promise<DroppedPart | undefined> {
  return transact(pool, async (client) => {
    await client.query(LOCK);
    if ((await totalBytes(client)) <= bytesMax) return undefined;
    const [oldest, next] = await listPartitions(client);
    if (!oldest || !next) return undefined;
    const day = dayOfName(oldest.name);
    if (day >= today) return undefined;
    const { rows } = await client.query<{ bytes: number }>(
      sql`select pg_total_relation_size(${oldest.name}::regclass) as bytes`,
    );
    await client.query(`drop table ${oldest.name}`);
    return { bytes: rows[0]?.bytes ?? 0, from: day * DAY_MS, to: (day + 1) * DAY_MS };
  });
}

function dayOfName(name: string): number {
  const [year, month, day] = [name.slice(7, 11), name.slice(11, 13), name.slice(13, 15)];
  return dayOf(Date.parse(`${year}-${month}-${day}T00:00:00Z`));
}

const LOCK = "select pg_advisory_xact_lock(hashtext('tocsin-archive-partitions'))";

/** Made apart and attached, so that readers and writers of other days go on. Several processes may ask at once. */
async function makePartition(pool: Pool, day: number): Promise<void> {
  const name = nameOf(day);
  try {
    await transact(pool, async (client) => {
      await client.query(LOCK);
      if (await exists(client, name)) return;
      await client.query(`create table ${name} (like record including all)`);
      await client.query(
        `alter table record attach partition ${name} for values from (${day * DAY_MS}) to (${(day + 1) * DAY_MS})`,
      );
    });
  } catch (error) {
    // A clock was wrong once and the day's records lie in the default partition: they stay there, and are found.
    if ((error as { code?: unknown }).code !== CHECK_VIOLATION) throw error;
  }
}

async function dropPartition(pool: Pool, name: string, estimate: number): Promise<number> {
  return transact(pool, async (client) => {
    await client.query(LOCK);
    if (!(await exists(client, name))) return 0;
    let held = Math.round(estimate);
    if (estimate <= COUNTED_EXACTLY_ROWS_MAX) {
      const { rows } = await client.query<{ n: number }>(`select count(*) as n from ${name}`);
      held = rows[0]?.n ?? 0;
    }
    await client.query(`drop table ${name}`);
    return held;
  });
}

async function exists(client: Queryable, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>(sql`select to_regclass(${name}) as found`);
  return rows[0]?.found != null;
}
