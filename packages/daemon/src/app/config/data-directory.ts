import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { coerceError } from "../../kernel/errors.ts";
import type { Fields } from "../../kernel/logger.ts";
import { makeFolders } from "../../kernel/make-folders.ts";
import { ConfigError } from "./config-error.ts";

/** Permissions of everybody except the owner. */
const OTHERS = 0o077;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Checking this many takes a third of a second. */
const ENTRIES_MAX = 100_000;

/** Names of the daemon's files, and of what file systems create in their root. */
const OWN_NAMES =
  /^((tocsin|events|queue|lock)\.db(\.repaired(\.image)?)?(-wal|-shm|-journal)?|events(\.db\.new(-wal|-shm)?)?|queue\.db\.(starts(\.new)?|damaged)|(jwt-secret|secret-key)(\.\d+)?|tocsind\.pid|write-probe|audit-log-keyed|probe-output|restore-(staged|unfinished)|(replaced|damaged)-\d+T\d+Z(-\d+)?|lost\+found)$/;

/** A log line about the data directory, written once the logger exists. */
export interface DataDirNotice {
  readonly level: "info" | "warn";
  readonly message: string;
  readonly fields: Fields;
}

/** Returns the created folders, the outermost first. Throws ConfigError. */
export function makeDataDir(path: string): readonly string[] {
  try {
    return makeFolders(path);
  } catch (error) {
    throw new ConfigError(`The data directory ${path} can't be made: ${coerceError(error).message}.`);
  }
}

/**
 * Removes the permissions of other users from the data directory and its files, such as those of a restored backup. The
 * mode of a folder that also holds foreign files stays as it is. Throws ConfigError for a symbolic link in place of a
 * file, which would make the daemon read or write elsewhere.
 *
 * It runs before anything is read from the folder, so that a refused start leaves the folder protected.
 */
export function protectDataDir(dataDir: string): readonly DataDirNotice[] {
  // Windows has access control lists instead.
  if (process.platform === "win32") return [];
  const names = namesIn(dataDir);
  const notices = closeFolder(
    dataDir,
    names.find((name) => !OWN_NAMES.test(name)),
  );
  const found: Found = { closed: 0, seen: 0, failed: undefined };
  for (const name of names) if (OWN_NAMES.test(name)) close(join(dataDir, name), found);
  if (found.closed > 0) {
    const fields = { files: found.closed };
    notices.push({ level: "info", message: "Files of the data directory closed to other users", fields });
  }
  if (found.failed !== undefined || found.seen > ENTRIES_MAX) {
    notices.push(
      warning(
        `Other users may be able to read ${found.failed?.path ?? `files in ${dataDir}`}: ${found.failed?.reason ?? "there are too many files to look at all"}. Close them as their owner: chmod -R go= ${quoted(dataDir)}`,
      ),
    );
  }
  return notices;
}

const warning = (message: string): DataDirNotice => ({ level: "warn", message, fields: {} });

interface Found {
  closed: number;
  seen: number;
  failed: { readonly path: string; readonly reason: string } | undefined;
}

function closeFolder(dataDir: string, foreign: string | undefined): DataDirNotice[] {
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (folder === undefined || (folder.mode & OTHERS) === 0) return [];
  const reason =
    folder.uid !== process.getuid?.()
      ? "it belongs to another user"
      : foreign === undefined
        ? chmodProblem(dataDir, FOLDER_MODE)
        : `it also holds ${JSON.stringify(foreign)}, which is not Tocsin's`;
  if (reason === undefined) {
    return [{ level: "info", message: "Data directory closed to other users", fields: { dataDir } }];
  }
  return [
    warning(
      `Other users have access to the data directory ${dataDir}, and its mode was left as it is: ${reason}. Close it as its owner: chmod 700 ${quoted(dataDir)}`,
    ),
  ];
}

function close(path: string, found: Found): void {
  found.seen += 1;
  if (found.seen > ENTRIES_MAX) return;
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return;
  if (!entry.isFile() && !entry.isDirectory()) {
    throw new ConfigError(
      `${path} is ${entry.isSymbolicLink() ? "a symbolic link" : "no regular file"}, which Tocsin doesn't follow in its data directory. Find out who made it, then remove it or put a copy of the file in its place`,
    );
  }
  if ((entry.mode & OTHERS) !== 0) {
    const reason = chmodProblem(path, entry.isDirectory() ? FOLDER_MODE : FILE_MODE);
    if (reason === undefined) found.closed += 1;
    else found.failed ??= { path, reason };
  }
  if (entry.isDirectory()) for (const name of namesIn(path)) close(join(path, name), found);
}

/** Empty for a missing or unreadable folder, such as `lost+found`. */
function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function chmodProblem(path: string, mode: number): string | undefined {
  try {
    chmodSync(path, mode);
    return undefined;
  } catch (error) {
    return coerceError(error).message;
  }
}

/** Quotes a path as one word of a shell. */
export const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;
