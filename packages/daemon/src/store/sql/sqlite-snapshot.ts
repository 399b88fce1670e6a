import Database from "better-sqlite3";
import { withSqliteFile } from "./open-sqlite.ts";

/** One moment of a SQLite file that others keep writing. */
export interface Snapshot {
  /** Copies it to a new file and syncs that; `progress` is called with the share that is done. */
  copy(destination: string, progress: (share: number) => void): Promise<void>;
  close(): void;
}

/** 8 MiB of SQLite's usual pages; the event loop runs between the steps. */
const PAGES_IN_STEP = 2048;

/** The read transaction fixes the moment: a backup would restart with every write. The WAL grows meanwhile. */
export function openSnapshot(path: string): Snapshot {
  const database = new Database(path, { readonly: true, fileMustExist: true, timeout: 5000 });
  database.exec("begin");
  database.prepare("select count(*) from sqlite_schema").get();
  return {
    async copy(destination, progress) {
      await database.backup(destination, {
        progress({ totalPages, remainingPages }) {
          progress(totalPages === 0 ? 1 : 1 - remainingPages / totalPages);
          return PAGES_IN_STEP;
        },
      });
      // Readers of a file in WAL mode put files of their own beside it.
      withSqliteFile(destination, { readonly: false }, (copy) => copy.pragma("journal_mode = DELETE"));
    },
    close: () => void database.close(),
  };
}
