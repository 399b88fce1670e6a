import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { auditKeyOf } from "../../src/remediate/audit/audit-chain.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { SECRET_KEY } from "../support/secret-key.ts";

/**
 * One SQLite database that all simulations of a run share, one after the other: opening one costs a hundred times more
 * than bringing its content back. In memory where the machine has a folder that lies there, since fsync costs nothing there.
 */
export interface Storage {
  readonly folder: string;
  readonly database: Database;
  /** Looks at the database past all simulated faults. */
  readonly inspect: Sqlite.Database;
  /** Brings the empty, migrated database back, and removes all other files. */
  reset(): Promise<void>;
  /** Copies a file of the data directory, as `sqlite3 FILE ".backup COPY"` does. */
  backUp(name: "queue.db" | "tocsin.db"): Promise<void>;
  /** Puts the copies back. */
  putBack(): Promise<void>;
  hasBackup(): boolean;
  /** The last number that the copied queue gave, which a queue put back goes on from; 0 where there is none. */
  sequenceInBackup(): number;
  close(): Promise<void>;
}

const MEMORY_FOLDER = "/dev/shm";

export async function openStorage(): Promise<Storage> {
  const folder = mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), "tocsin-simulation-"));
  const path = join(folder, "tocsin.db");
  const templatePath = join(folder, "template.db");
  const target = { kind: "sqlite", path, auditKey: auditKeyOf(SECRET_KEY) } as const;
  await migrate(target);
  const inspect = new Sqlite(path);
  await inspect.backup(templatePath);
  const database = await openDatabase(target);
  const copyOf = (name: string): string => join(folder, `backup-${name}`);
  const copy = async (from: string, to: string): Promise<void> => {
    const source = new Sqlite(from, { readonly: true });
    await source.backup(to);
    source.close();
  };
  return {
    folder,
    database,
    inspect,
    async reset() {
      await copy(templatePath, path);
      for (const name of readdirSync(folder))
        if (!/^(tocsin|template)\.db/.test(name)) rmSync(join(folder, name), { recursive: true });
    },
    async backUp(name) {
      rmSync(copyOf(name), { force: true });
      await copy(join(folder, name), copyOf(name));
    },
    async putBack() {
      // Those who had the queue open are dead, and keep the file that has no name any more.
      for (const end of ["", "-wal", "-shm"]) rmSync(join(folder, `queue.db${end}`), { force: true });
      copyFileSync(copyOf("queue.db"), join(folder, "queue.db"));
      await copy(copyOf("tocsin.db"), path);
    },
    hasBackup: () => existsSync(copyOf("queue.db")),
    sequenceInBackup() {
      const backup = new Sqlite(copyOf("queue.db"), { readonly: true });
      const found = backup.prepare("select seq from sqlite_sequence where name = 'batch'").pluck().get();
      backup.close();
      return Number(found ?? 0);
    },
    async close() {
      await database.close();
      inspect.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
