import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { migrationNames } from "../../store/migrations/list.ts";
import { DataDirectoryInUse, lockDataDirectory } from "../../store/sqlite/lock.ts";
import { announceRestore } from "../../store/sqlite/queue-sequence.ts";
import type { DataConfig } from "../config.ts";
import { ConfigError } from "../config-error.ts";
import { dataEntries, QUEUE_FILE } from "../data-files.ts";
import { type BackupTools, kindOf } from "./backup.ts";
import { copyDurably, makeFolderOf, needRoom, syncFolder } from "./folder.ts";
import { checkFile, type Manifest, readManifest } from "./manifest.ts";
import { STAGE, UNFINISHED_MARK } from "./unfinished-restore.ts";

export interface RestoreOutcome {
  readonly manifest: Manifest;
  /** The folder that holds what was there before; undefined where nothing was. */
  readonly setAside: string | undefined;
}

/**
 * Puts a backup into the data directory: the files are copied and checked beside their places, then moved in. A crash
 * between the moves leaves a mark, with which the daemon refuses to start until a restore has finished. Throws
 * ConfigError.
 */
export async function restore(
  config: DataConfig,
  source: string,
  { replace, now, progress }: BackupTools & { readonly replace: boolean },
): Promise<RestoreOutcome> {
  const folder = resolve(source);
  const manifest = readManifest(folder);
  refuseOtherKind(config, manifest);
  refuseNewerSchema(manifest);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const unlock = lock(config.dataDir);
  try {
    const present = dataEntries(config.dataDir, kindOf(config));
    const isInterrupted = existsSync(join(config.dataDir, UNFINISHED_MARK));
    if (present.length > 0 && !replace) refuseData(config.dataDir, present, isInterrupted);
    await stage(folder, config.dataDir, manifest, progress);
    if (manifest.files.some(({ path }) => path === QUEUE_FILE)) {
      announceRestore(join(config.dataDir, STAGE, QUEUE_FILE), now());
    }
    const setAside = moveIn(config.dataDir, manifest, present, now());
    progress.clear();
    return { manifest, setAside };
  } finally {
    unlock();
  }
}

function lock(dataDir: string): () => void {
  try {
    return lockDataDirectory(dataDir);
  } catch (error) {
    if (error instanceof DataDirectoryInUse) {
      throw new ConfigError(`${dataDir} is in use. Stop the daemon, then restore.`);
    }
    throw error;
  }
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

/** Copies the backup into a folder of the data directory and checks the copies by the manifest. */
async function stage(
  folder: string,
  dataDir: string,
  manifest: Manifest,
  progress: BackupTools["progress"],
): Promise<void> {
  const staged = join(dataDir, STAGE);
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { mode: 0o700 });
  needRoom(
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
  const aside = join(dataDir, `replaced-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "")}`);
  const advice = `A restore into ${dataDir} was interrupted, and its files don't belong together. Run tocsind restore DIR --replace again.`;
  writeFileSync(join(dataDir, UNFINISHED_MARK), advice, { mode: 0o600, flush: true });
  syncFolder(dataDir);
  if (present.length > 0) {
    mkdirSync(aside, { recursive: true, mode: 0o700 });
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
  return present.length > 0 ? aside : undefined;
}

export function describeRestore({ manifest, setAside }: RestoreOutcome, { dataDir, databaseUrl }: DataConfig): string {
  const lines = [`Restored ${manifest.files.length} files of ${manifest.startedAt} into ${dataDir}.`];
  if (setAside !== undefined)
    lines.push(`What was there before is in ${setAside}. Delete it when you no longer need it.`);
  if (databaseUrl) lines.push("Restore PostgreSQL's dump with pg_restore before you start the daemon.");
  lines.push("Start the daemon: it processes what waited in the queue.");
  return lines.map((line) => `${line}\n`).join("");
}
