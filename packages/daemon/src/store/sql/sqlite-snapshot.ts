import Database from "better-sqlite3";

/** One moment of a SQLite file, which others go on writing. */
export interface Snapshot {
  /** Copies it to a new file, which is synchronized to the disk; `progress` is given the share that is done. */
  copy(destination: string, progress: (share: number) => void): Promise<void>;
  close(): void;
}

/** Readers of a file in WAL mode put files of their own beside it. */
function leaveWal(path: string): void {
  const database = new Database(path, { fileMustExist: true });
  try {
    database.pragma("journal_mode = DELETE");
  } finally {
    database.close();
  }
}

/** 8 MiB of SQLite's usual pages: the event loop gets its turn between the steps. */
const PAGES_IN_STEP = 2048;

/**
 * The read transaction fixes the moment: the backup interface would begin anew with every change of the file otherwise.
 * While it is open the WAL can't be reset, and grows with what is written meanwhile.
 */
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
      leaveWal(destination);
    },
    close: () => void database.close(),
  };
}
