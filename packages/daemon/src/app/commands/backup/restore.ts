import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { syncFolder } from "../../../kernel/sync-file.ts";
import { migrationNames } from "../../../store/migrations/migration-list.ts";
import { announceRestore } from "../../../store/queue/queue-sequence.ts";
import type { DataConfig } from "../../config/config.ts";
import { ConfigError } from "../../config/config-error.ts";
import { makeDataDir } from "../../config/data-directory.ts";
import { dataEntries, QUEUE_FILE } from "../../config/data-files.ts";
import { foreignAdvice, giveToOwnerOf } from "../../config/file-access.ts";
import { lockOffline } from "../../config/lock-offline.ts";
import { STAGE, UNFINISHED_MARK } from "../../config/unfinished-restore.ts";
import { type BackupTools, kindOf } from "./back-up.ts";
import {
  copyDurably,
  isWithin,
  makeAsideFolder,
  makeFolderOf,
  requireFolder,
  requireFreeSpace,
} from "./backup-folder.ts";
import { asFullDisk } from "./full-disk.ts";
import { checkFile, type Manifest, readManifest } from "./manifest.ts";

export interface RestoreOutcome {
  readonly manifest: Manifest;
  /** The folder with the replaced data; undefined without any. */
  readonly setAside: string | undefined;
}

/**
 * Restores a backup into the data directory: files are copied to a staging folder, checked, and moved. After a crash, a mark
 * keeps the daemon from starting until a restore finishes. A failure before the first move changes nothing. Throws
 * ConfigError.
 */
export async function restore(
  config: DataConfig,
  source: string,
  { replace, now, progress }: BackupTools & { readonly replace: boolean },
): Promise<RestoreOutcome> {
  const folder = resolve(source);
  if (isWithin(folder, config.dataDir)) {
    throw new ConfigError(
      `The backup ${folder} lies in the data directory ${config.dataDir}, and could be set aside with its files. Move it elsewhere, then restore it.`,
    );
  }
  requireFolder(folder);
  const manifest = readManifest(folder);
  refuseOtherKind(config, manifest);
  refuseNewerSchema(manifest);
  const { dataDir } = config;
  const made = makeDataDir(dataDir);
  const before = new Set(LEFTOVERS.filter((name) => existsSync(join(dataDir, name))));
  const unlock = lockOffline(dataDir, "restore");
  try {
    const present = dataEntries(dataDir, kindOf(config));
    try {
      const isInterrupted = before.has(UNFINISHED_MARK);
      if (present.length > 0 && !replace) refuseData(dataDir, present, isInterrupted);
      // The mark of an interrupted restore stays: it may have moved files already.
      if (!isInterrupted) mark(dataDir, stagingAdvice(dataDir, present));
      await stage(folder, dataDir, manifest, progress);
      // The start reports a gap that existed before the backup.
      if (manifest.files.some(({ path }) => path === QUEUE_FILE) && !manifest.queue?.missing)
        announceRestore(join(dataDir, STAGE, QUEUE_FILE), now());
    } catch (error) {
      const explained = asFullDisk(error, dataDir, dataDir);
      for (const name of LEFTOVERS) {
        if (!before.has(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
      }
      for (const each of made.toReversed()) rmdirSync(each);
      throw explained;
    }
    const staged = readdirSync(join(dataDir, STAGE), { recursive: true, encoding: "utf8" });
    giveToOwnerOf(
      dataDir,
      staged.map((name) => join(dataDir, STAGE, name)),
    );
    const setAside = moveIn(dataDir, manifest, present, now());
    progress.clear();
    return { manifest, setAside };
  } finally {
    unlock();
  }
}

/** Names that a restore creates before it moves files. */
const LEFTOVERS = [STAGE, UNFINISHED_MARK, "lock.db", "tocsind.pid"];

const stagingAdvice = (dataDir: string, present: readonly string[]): string =>
  present.length === 0
    ? `A restore into ${dataDir} is running or was interrupted. Run tocsind restore DIR again.`
    : `A restore into ${dataDir} is running or was interrupted before it replaced a file. Run tocsind restore DIR --replace again; or delete ${join(dataDir, UNFINISHED_MARK)} and ${join(dataDir, STAGE)} to go on with the data as it was.`;

function mark(dataDir: string, advice: string): void {
  writeFileSync(join(dataDir, UNFINISHED_MARK), advice, { mode: 0o600, flush: true });
  syncFolder(dataDir);
}

function refuseOtherKind(config: DataConfig, manifest: Manifest): void {
  if (manifest.database === kindOf(config)) return;
  throw new ConfigError(
    manifest.database === "sqlite"
      ? "The backup is of a daemon on SQLite, and TOCSIN_DATABASE_URL is set. Unset it to restore this backup."
      : "The backup is of a daemon on PostgreSQL. Set TOCSIN_DATABASE_URL, and restore the dump with pg_restore.",
  );
}

function refuseNewerSchema({ schema, version }: Manifest): void {
  if (schema === null || migrationNames.includes(schema)) return;
  throw new ConfigError(
    `The backup was made by version ${version}, whose schema (${schema}) is newer. Install that version or a later one.`,
  );
}

function refuseData(dataDir: string, present: readonly string[], isInterrupted: boolean): never {
  throw new ConfigError(
    isInterrupted
      ? `A restore into ${dataDir} was interrupted. Run it again with --replace.`
      : `${dataDir} holds data (${present.slice(0, 3).join(", ")}). --replace sets it aside, deleting nothing.`,
  );
}

/** Copies the backup to the staging folder and checks the copies against the manifest. */
async function stage(
  folder: string,
  dataDir: string,
  manifest: Manifest,
  progress: BackupTools["progress"],
): Promise<void> {
  const staged = join(dataDir, STAGE);
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { mode: 0o700 });
  requireFreeSpace(
    staged,
    manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  for (const [index, file] of manifest.files.entries()) {
    progress.show(`Checking ${file.path}`, index / manifest.files.length);
    await checkFile(folder, file);
    makeFolderOf(staged, file.path);
    copyDurably(join(folder, file.path), join(staged, file.path));
    await checkFile(staged, file);
  }
  syncFolder(staged);
}

function moveIn(dataDir: string, manifest: Manifest, present: readonly string[], now: number): string | undefined {
  mark(
    dataDir,
    `A restore into ${dataDir} is running or was interrupted, and its files don't belong together. Run tocsind restore DIR --replace again.`,
  );
  const aside = present.length > 0 ? makeAsideFolder(dataDir, "replaced", now) : undefined;
  if (aside !== undefined) {
    giveToOwnerOf(dataDir, [aside]);
    for (const name of present) renameSync(join(dataDir, name), join(aside, name));
    syncFolder(aside);
  }
  for (const name of new Set(manifest.files.map(({ path }) => path.split("/", 1)[0] as string))) {
    renameSync(join(dataDir, STAGE, name), join(dataDir, name));
  }
  syncFolder(dataDir);
  rmSync(join(dataDir, STAGE), { recursive: true, force: true });
  rmSync(join(dataDir, UNFINISHED_MARK));
  syncFolder(dataDir);
  return aside;
}

export function describeRestore({ manifest, setAside }: RestoreOutcome, { dataDir, databaseUrl }: DataConfig): string {
  const lines = [`Restored ${manifest.files.length} files of ${manifest.startedAt} into ${dataDir}.`];
  if (setAside !== undefined) lines.push(`The replaced data is in ${setAside}. Delete it when you no longer need it.`);
  if (databaseUrl) lines.push("Restore PostgreSQL's dump with pg_restore before you start the daemon.");
  const foreign = foreignAdvice(
    dataDir,
    manifest.files.map(({ path }) => join(dataDir, path)),
  );
  if (foreign !== undefined) lines.push(foreign);
  lines.push("Start the daemon: it processes what waited in the queue.");
  return lines.map((line) => `${line}\n`).join("");
}
