import { accessSync, constants, lchownSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "./config-error.ts";
import { quoted } from "./data-directory.ts";
import { type DatabaseKind, dataEntries, isSqliteFile } from "./data-files.ts";

const { R_OK, W_OK, X_OK } = constants;

/** Names the file, and the command that mends it, where the work on the data directory may not open one. */
export function explainAccess<Result>(dataDir: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    const [uid, gid] = [process.getuid?.(), process.getgid?.()];
    if ((code !== "EACCES" && code !== "EPERM") || path === undefined || uid === undefined) throw error;
    throw new ConfigError(
      `${path} can't be opened: permission denied. This process runs as the user ${uid}. Give the files to that user: chown -R ${uid}:${gid} ${quoted(dataDir)} && chmod -R u+rwX ${quoted(dataDir)}`,
    );
  }
}

/** SQLite's errors don't name the file, so that the start looks before it opens one. Throws ConfigError. */
export function refuseInaccessibleFiles(dataDir: string, kind: DatabaseKind): void {
  if (process.platform === "win32") return;
  explainAccess(dataDir, () => {
    for (const name of ["lock.db", ...dataEntries(dataDir, kind)]) {
      const path = join(dataDir, name);
      const entry = lstatSync(path, { throwIfNoEntry: false });
      if (entry?.isDirectory()) {
        accessSync(path, R_OK | W_OK | X_OK);
        for (const each of readdirSync(path)) if (isSqliteFile(each)) accessSync(join(path, each), R_OK | W_OK);
      } else if (entry) accessSync(path, isSqliteFile(name) ? R_OK | W_OK : R_OK);
    }
  });
}

/**
 * Gives files that a command made to the owner of `like`: root may run it on the directory of the daemon's user. What
 * this process may not give away stays as it is, see `foreignAdvice`.
 */
export function giveToOwnerOf(like: string, paths: readonly string[]): void {
  const { uid, gid } = statSync(like);
  for (const path of paths) {
    if ((lstatSync(path, { throwIfNoEntry: false })?.uid ?? uid) === uid) continue;
    try {
      // Of a link that the owner of the directory planted there, the link itself.
      lchownSync(path, uid, gid);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
    }
  }
}

/** The command for files that a process without the right to give them away made in the directory of another user. */
export function foreignAdvice(dataDir: string, paths: readonly string[]): string | undefined {
  const { uid, gid } = statSync(dataDir);
  const foreign = paths.find((path) => (lstatSync(path, { throwIfNoEntry: false })?.uid ?? uid) !== uid);
  if (foreign === undefined) return undefined;
  return `${foreign} doesn't belong to the user ${uid}, the owner of ${dataDir}. Give the files to that user: chown -R ${uid}:${gid} ${quoted(dataDir)}`;
}
