import type { EntityManager } from "typeorm";
import { isTransient } from "../../sql/classify-error.ts";
import type { Database } from "../../sql/database.ts";

/**
 * How often each file of the archive was written, kept in the database with the effects of what was written.
 *
 * The archive is written first, so a file that holds fewer writes than the database knows was lost or replaced
 * (`archive-gaps.ts`).
 */
export interface WriteCounts {
  /** A file's count after a write; `name` is relative to the data directory. */
  wrote(name: string, writes: number): void;
  /** Stores new counts in the transaction of a round; pass the answer to `stored` after its commit. */
  store(transaction: EntityManager): Promise<ReadonlyMap<string, number | null>>;
  stored(counts: ReadonlyMap<string, number | null>): void;
  /** Call before a file is dropped: a crash in between must not make it look lost. */
  forget(name: string): Promise<void>;
}

/** More than are dropped while a round is under way. */
const DROPPED_MAX = 1_000;

export function createWriteCounts(database: Pick<Database, "write">): WriteCounts {
  /** Null where the row of a dropped file is still to be removed. */
  const pending = new Map<string, number | null>();
  /** A round that is under way must not store these again. Names are never used twice; the oldest are let go. */
  const dropped = new Set<string>();
  return {
    wrote(name, writes) {
      if (!dropped.has(name)) pending.set(name, writes);
    },
    async store(transaction) {
      const counts = new Map(pending);
      const written = [...counts].filter(([, writes]) => writes !== null);
      if (written.length > 0) {
        await transaction.query(
          `insert into archive_file (name, writes) values ${written.map(() => "(?, ?)").join(", ")}
           on conflict (name) do update set writes = excluded.writes`,
          written.flat(),
        );
      }
      for (const [name, writes] of counts) if (writes === null) await removeCount(transaction, name);
      return counts;
    },
    stored(counts) {
      for (const [name, writes] of counts) if (pending.get(name) === writes) pending.delete(name);
    },
    async forget(name) {
      dropped.add(name);
      if (dropped.size > DROPPED_MAX) dropped.delete(dropped.values().next().value as string);
      pending.delete(name);
      try {
        await database.write((transaction) => removeCount(transaction, name));
      } catch (error) {
        // On a full disk the drop must go on: it makes room.
        if (!isTransient(error)) throw error;
        pending.set(name, null);
      }
    },
  };
}

const removeCount = (transaction: EntityManager, name: string): Promise<unknown> =>
  transaction.query("delete from archive_file where name = ?", [name]);
