import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { isTransient } from "./classify-error.ts";

/** The data directory can't be locked; the message says what to do. */
export class DataDirectoryUnusable extends Error {}
/** Somebody else's process holds the data directory. */
export class DataDirectoryInUse extends DataDirectoryUnusable {}

/** Locks a file for this process; the lock ends with the process. The pid beside it is only for the message. */
export function lockDataDirectory(dataDir: string): () => void {
  const pidPath = join(dataDir, "tocsind.pid");
  const lock = lockOrThrow(dataDir);
  if (!lock) {
    throw new DataDirectoryInUse(
      `The data directory ${dataDir} is in use by the process ${readPid(pidPath)}; stop it, or give this one another TOCSIN_DATA_DIR. Several processes need PostgreSQL and RabbitMQ.`,
    );
  }
  try {
    // A new file: a planted link is not followed.
    rmSync(pidPath, { force: true });
    writeFileSync(pidPath, `${process.pid}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    // On a full disk the lock holds without the file.
    if (!isTransient(error)) {
      lock.close();
      throw unwritable(dataDir, error);
    }
  }
  return () => void lock.close();
}

function lockOrThrow(dataDir: string): Database.Database | undefined {
  try {
    return tryLock(dataDir);
  } catch (error) {
    throw unwritable(dataDir, error);
  }
}

/** Undefined where another process holds the lock. */
function tryLock(dataDir: string): Database.Database | undefined {
  const database = new Database(join(dataDir, "lock.db"), { timeout: 0 });
  try {
    // Nothing is ever written to it, and without a journal file a full disk doesn't matter.
    database.pragma("journal_mode = MEMORY");
    database.exec("begin exclusive");
    return database;
  } catch (error) {
    database.close();
    if ((error as { code?: unknown }).code !== "SQLITE_BUSY") throw error;
    return undefined;
  }
}

function unwritable(dataDir: string, error: unknown): DataDirectoryUnusable {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return new DataDirectoryUnusable(
    `The data directory ${dataDir} can't be written (${code}: ${message}). Make it writable for this user, or set TOCSIN_DATA_DIR.`,
  );
}

/** Makes no file. */
export function isDataDirectoryInUse(dataDir: string): boolean {
  if (!existsSync(join(dataDir, "lock.db"))) return false;
  const lock = tryLock(dataDir);
  // A rollback leaves the file empty.
  lock?.exec("rollback").close();
  return lock === undefined;
}

function readPid(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "of another user";
  }
}
