import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { makeFolders } from "../../../kernel/make-folders.ts";
import { syncFile } from "../../../kernel/sync-file.ts";
import { ConfigError } from "../../config/config-error.ts";
import { COMPANIONS } from "../../config/data-files.ts";

/** Throws ConfigError unless the path is a folder. */
export function requireFolder(path: string): void {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) throw new ConfigError(`There is no folder ${path}; name another one.`);
  if (!entry.isDirectory()) throw new ConfigError(`${path} is a file; name a folder.`);
}

/** True for the folder and everything below it, with symbolic links resolved; neither has to exist. */
export function isWithin(path: string, folder: string): boolean {
  const between = relative(realPath(folder), realPath(path));
  return between.split(sep, 1)[0] !== ".." && !isAbsolute(between);
}

function realPath(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(realPath(dirname(path)), basename(path));
}

/** Creates the parent folder of a file with this relative path. */
export const makeFolderOf = (folder: string, path: string): void => void makeFolders(dirname(join(folder, path)));

/** Creates a new folder for files that a command replaces. */
export function makeAsideFolder(dataDir: string, kind: "replaced" | "damaged", now: number): string {
  const name = join(dataDir, `${kind}-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "")}`);
  for (let count = 1; ; count += 1) {
    const path = count === 1 ? name : `${name}-${count}`;
    try {
      mkdirSync(path, { mode: 0o700 });
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

export type BackupTarget = ReturnType<typeof openTarget>;

/** The folder of a backup. A failed backup deletes its files there. Throws ConfigError unless it is new or empty. */
export function openTarget(folder: string) {
  const folders = [...makeEmptyFolder(folder)];
  const files: string[] = [];
  return {
    folder,
    /** The path for a file with this relative path. */
    place(path: string): string {
      const file = join(folder, path);
      folders.push(...makeFolders(dirname(file)));
      files.push(file);
      return file;
    },
    discard(): void {
      for (const file of files) for (const end of ["", ...COMPANIONS]) rmSync(file + end, { force: true });
      for (const each of folders.toReversed()) removeEmpty(each);
    },
  };
}

/** Keeps a folder with files of another process. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST"].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}

function makeEmptyFolder(folder: string): readonly string[] {
  try {
    const made = makeFolders(folder);
    if (readdirSync(folder).length === 0) return made;
  } catch (error) {
    throw new ConfigError(`The folder ${folder} can't be made: ${(error as Error).message}.`);
  }
  throw new ConfigError(`The folder ${folder} isn't empty. Name a new one, such as ${folder}/$(date +%Y%m%dT%H%M).`);
}

/** Throws ConfigError without enough free space. */
export function requireFreeSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= bytes) return;
  throw new ConfigError(
    `The disk of ${folder} has ${megabytes(bavail * bsize)} left and needs ${megabytes(bytes)}. Make room, or name a folder on another disk.`,
  );
}

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** The copy is durable and readable by its owner only. */
export function copyDurably(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
  syncFile(to);
}
