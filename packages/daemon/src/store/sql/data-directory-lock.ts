import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { isTransient } from "./classify-error.ts";

/** The data directory can't be locked; the message says what to do. */
export class DataDirectoryUnusable extends Error {}
/** Somebody else's process holds the data directory. */
export class DataDirectoryInUse extends DataDirectoryUnusable {}

/**
 * Holds the data directory for this process. The lock is one of the operating system's on a file, so that it
 * goes with the process however that ends; the pid beside it is only for the message.
 */
export function lockDataDirectory(dataDir: string): () => void {
  const pidPath = join(dataDir, "tocsind.pid");
  const database = openLockFile(dataDir);
  try {
    // Nothing is ever written to it: without a journal's file a full disk doesn't matter.
    database.pragma("journal_mode = MEMORY");
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    if ((error as { code?: unknown }).code !== "SQLITE_BUSY") throw unwritable(dataDir, error);
    throw new DataDirectoryInUse(
      `The data directory ${dataDir} is in use by the process ${readPid(pidPath)}; stop it, or give this one another TOCSIN_DATA_DIR. Several processes need PostgreSQL and RabbitMQ.`,
    );
  }
  try {
    // Made anew: a link that somebody planted there is not followed.
    rmSync(pidPath, { force: true });
    writeFileSync(pidPath, `${process.pid}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    // A full disk must not end the start: the lock holds without the file.
    if (!isTransient(error)) {
      database.close();
      throw unwritable(dataDir, error);
    }
  }
  return () => {
    database.close();
  };
}

function openLockFile(dataDir: string): Database.Database {
  try {
    return new Database(join(dataDir, "lock.db"), { timeout: 0 });
  } catch (error) {
    throw unwritable(dataDir, error);
  }
}

function unwritable(dataDir: string, error: unknown): DataDirectoryUnusable {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return new DataDirectoryUnusable(
    `The data directory ${dataDir} can't be written (${code}: ${message}). Make it writable for this user, or set TOCSIN_DATA_DIR.`,
  );
}

/** Leaves no trace, also where nobody ever held it. */
export function isDataDirectoryInUse(dataDir: string): boolean {
  const path = join(dataDir, "lock.db");
  if (!existsSync(path)) return false;
  const database = new Database(path, { timeout: 0 });
  try {
    // A file that is still empty would get its first page, for which a full disk has no room.
    database.pragma("journal_mode = MEMORY");
    database.exec("begin exclusive");
    database.exec("rollback");
    return false;
  } catch (error) {
    if ((error as { code?: unknown }).code !== "SQLITE_BUSY") throw error;
    return true;
  } finally {
    database.close();
  }
}

function readPid(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "of another user";
  }
}
