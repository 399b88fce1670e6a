import Database from "better-sqlite3";

/** Changes an existing queue file, which a daemon may have open. */
export function withQueueFile<Result>(path: string, work: (database: Database.Database) => Result): Result {
  const database = new Database(path, { fileMustExist: true, timeout: 5000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
