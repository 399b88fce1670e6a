import type { EntityManager } from "typeorm";
import { isTransient } from "../../sql/classify-error.ts";
import type { Database } from "../../sql/database.ts";
import { query, rowTable, sql } from "../../sql/statement.ts";

export type WriteCounts = ReturnType<typeof createWriteCounts>;

/** More than are dropped during one commit batch. */
const DROPPED_MAX = 1_000;

/** The number of writes to each archive file, stored with their effects after the archive (`archive-gaps.ts`). */
export function createWriteCounts(database: Pick<Database, "write">) {
  /** Null where the row of a dropped file is still to be removed. */
  const pending = new Map<string, number | null>();
  /** The current commit batch must not store these again. Names are never used twice; the oldest are removed. */
  const dropped = new Set<string>();
  return {
    /** A file's count after a write; `name` is relative to the data directory. */
    wrote(name: string, writes: number): void {
      if (!dropped.has(name)) pending.set(name, writes);
    },
    /** Stores new counts in the transaction of a commit batch; pass the result to `stored` after its commit. */
    async store(transaction: EntityManager): Promise<ReadonlyMap<string, number | null>> {
      const counts = new Map(pending);
      const written = [...counts].filter(([, writes]) => writes !== null);
      if (written.length > 0) {
        await query(
          transaction,
          sql`insert into archive_file (name, writes) ${rowTable(transaction, ["text", "bigint"], written)} where true
              on conflict (name) do update set writes = excluded.writes`,
        );
      }
      for (const [name, writes] of counts) if (writes === null) await removeCount(transaction, name);
      return counts;
    },
    stored(counts: ReadonlyMap<string, number | null>): void {
      for (const [name, writes] of counts) if (pending.get(name) === writes) pending.delete(name);
    },
    /** Call before a file is dropped: a crash in between must not make it look lost. */
    async forget(name: string): Promise<void> {
      dropped.add(name);
      if (dropped.size > DROPPED_MAX) dropped.delete(dropped.values().next().value as string);
      pending.delete(name);
      try {
        await database.write((transaction) => removeCount(transaction, name));
      } catch (error) {
        // On a full disk the drop must go on: it frees space.
        if (!isTransient(error)) throw error;
        pending.set(name, null);
      }
    },
  };
}

const removeCount = (transaction: EntityManager, name: string): Promise<unknown> =>
  query(transaction, sql`delete from archive_file where name = ${name}`);
