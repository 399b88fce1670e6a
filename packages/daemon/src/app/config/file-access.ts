import { accessSync, constants, lchownSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "./config-error.ts";
import { quoted } from "./data-directory.ts";
import { type DatabaseKind, dataEntries, isSqliteFile } from "./data-files.ts";

const { R_OK, W_OK, X_OK } = constants;

/** Explains a permission error of the work: the message names the file and the command that repairs it. */
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

/** Checks the files before SQLite opens them, whose errors name no file. Throws ConfigError. */
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
 * Changes the owner of files that a command created to the owner of `like`, since root may run it for the daemon's user.
 * Without the right to do so, the owner stays; see `foreignAdvice`.
 */
export function giveToOwnerOf(like: string, paths: readonly string[]): void {
  const { uid, gid } = statSync(like);
  for (const path of paths) {
    if ((lstatSync(path, { throwIfNoEntry: false })?.uid ?? uid) === uid) continue;
    try {
      // Never follows a link of the directory's owner.
      lchownSync(path, uid, gid);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
    }
  }
}

/** The command that corrects the owner of files in the directory of another user. */
export function foreignAdvice(dataDir: string, paths: readonly string[]): string | undefined {
  const { uid, gid } = statSync(dataDir);
  const foreign = paths.find((path) => (lstatSync(path, { throwIfNoEntry: false })?.uid ?? uid) !== uid);
  if (foreign === undefined) return undefined;
  return `${foreign} doesn't belong to the user ${uid}, the owner of ${dataDir}. Give the files to that user: chown -R ${uid}:${gid} ${quoted(dataDir)}`;
}
