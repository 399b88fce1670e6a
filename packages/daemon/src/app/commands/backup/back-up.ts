import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { toIso } from "../../../kernel/clock.ts";
import { syncFolder } from "../../../kernel/sync-file.ts";
import { readQueueState } from "../../../store/queue/queue-state.ts";
import { openConsumedPosition } from "../../../store/queue/sqlite-consumed-position.ts";
import { quickCheck } from "../../../store/sql/quick-check.ts";
import { readSchemaVersion } from "../../../store/sql/schema-version.ts";
import { openSnapshot, type Snapshot } from "../../../store/sql/sqlite-snapshot.ts";
import { forgetDroppedFiles } from "../../../store/telemetry/sqlite/archive-gaps.ts";
import type { DataConfig } from "../../config/config.ts";
import { ConfigError } from "../../config/config-error.ts";
import { daemonVersion } from "../../config/daemon-version.ts";
import {
  archiveFiles,
  DATABASE_FILE,
  type DatabaseKind,
  databaseFiles,
  isArchiveFile,
  plainFiles,
  QUEUE_FILE,
} from "../../config/data-files.ts";
import { refuseMissingFile } from "../../config/missing-files.ts";
import { refuseUnfinishedRestore } from "../../config/unfinished-restore.ts";
import { type BackupTarget, copyDurably, isWithin, megabytes, openTarget, requireFreeSpace } from "./backup-folder.ts";
import { asFullDisk } from "./full-disk.ts";
import { describeFile, FORMAT, type Manifest, type ManifestQueue, writeManifest } from "./manifest.ts";
import type { ProgressLine } from "./progress-line.ts";

export interface BackupTools {
  readonly now: () => number;
  readonly progress: ProgressLine;
}

export const kindOf = ({ databaseUrl }: DataConfig): DatabaseKind => (databaseUrl ? "postgres" : "sqlite");

/**
 * Copies a data directory, with or without a running daemon: a snapshot of each database, started within milliseconds of
 * each other, then the plain files. Each copy is verified. Throws ConfigError.
 */
export async function backUp(config: DataConfig, target: string, tools: BackupTools): Promise<Manifest> {
  const folder = resolve(target);
  const kind = kindOf(config);
  const startedAt = toIso(tools.now());
  const found = databaseFiles(config.dataDir, kind);
  refuseNothing(config, found);
  if (isWithin(folder, config.dataDir)) {
    throw new ConfigError(
      `${folder} lies in the data directory ${config.dataDir}, which is lost with the same disk. Name a folder elsewhere.`,
    );
  }
  refuseUnfinishedRestore(config.dataDir);
  refuseMissingFile(config.dataDir, kind);
  const opened = openTarget(folder);
  try {
    return await fill(opened, { config, kind, found, startedAt, tools });
  } catch (error) {
    const explained = asFullDisk(error, config.dataDir, folder);
    opened.discard();
    throw explained;
  } finally {
    tools.progress.clear();
  }
}

interface Contents {
  readonly config: DataConfig;
  readonly kind: DatabaseKind;
  /** The existing SQLite files. */
  readonly found: readonly string[];
  readonly startedAt: string;
  readonly tools: BackupTools;
}

async function fill(target: BackupTarget, { config, kind, found, startedAt, tools }: Contents): Promise<Manifest> {
  const { folder } = target;
  const size = (path: string): number => statSync(join(config.dataDir, path), { throwIfNoEntry: false })?.size ?? 0;
  // A snapshot includes the write-ahead log.
  const sources = [...found, ...found.map((path) => `${path}-wal`), ...plainFiles(config.dataDir)];
  requireFreeSpace(
    folder,
    sources.reduce((sum, path) => sum + size(path), 0),
  );
  const consumed = await consumedOf(config.dataDir, kind);
  const databases = await copyDatabases(config.dataDir, target, found, tools.progress);
  if (databases.includes(DATABASE_FILE))
    forgetDroppedFiles(join(folder, DATABASE_FILE), join(config.dataDir, DATABASE_FILE));
  // Plain files follow the snapshots, so that all files that the database names are included.
  const plain = plainFiles(config.dataDir).filter((path) => copyPlain(config.dataDir, target, path));
  const files: Manifest["files"][number][] = [];
  for (const path of databases) {
    tools.progress.show(`Checking ${path}`, 0);
    const [problem] = quickCheck(join(folder, path));
    if (problem !== undefined) throw new ConfigError(damaged(path, problem));
  }
  const queue = await queueOf(folder, kind, databases, consumed);
  for (const path of [...databases, ...plain]) files.push(await describeFile(folder, path));
  const manifest: Manifest = {
    format: FORMAT,
    version: daemonVersion(),
    startedAt,
    finishedAt: toIso(tools.now()),
    database: kind,
    schema: kind === "sqlite" ? readSchemaVersion(join(folder, DATABASE_FILE)) : null,
    queue,
    files,
  };
  syncFolder(folder);
  writeManifest(target, manifest);
  syncFolder(folder);
  return manifest;
}

const damaged = (path: string, problem: string): string =>
  `The copy of ${path} is damaged: ${problem}. The file itself may be damaged; run tocsind check.`;

function refuseNothing({ dataDir }: DataConfig, databases: readonly string[]): void {
  if (databases.length > 0) return;
  throw new ConfigError(`There is no data in ${dataDir}; TOCSIN_DATA_DIR names the directory.`);
}

/** Returns the copied files. */
async function copyDatabases(
  dataDir: string,
  target: BackupTarget,
  names: readonly string[],
  progress: ProgressLine,
): Promise<readonly string[]> {
  const snapshots = new Map<string, Snapshot>();
  try {
    openSnapshots(dataDir, names, snapshots);
    for (const [name, snapshot] of snapshots) {
      await snapshot.copy(target.place(name), (share) => progress.show(`Copying ${name}`, share));
      snapshot.close();
    }
    return [...snapshots.keys()];
  } finally {
    for (const snapshot of snapshots.values()) snapshot.close();
  }
}

/** New segments of the archive may hold events that were moved out of an earlier listed one. */
function openSnapshots(dataDir: string, names: readonly string[], snapshots: Map<string, Snapshot>): void {
  const gone = new Set<string>();
  for (let left = names; left.length > 0; ) {
    for (const name of left) {
      const snapshot = openSnapshotOf(dataDir, name);
      if (snapshot) snapshots.set(name, snapshot);
      else gone.add(name);
    }
    const isNew = (name: string): boolean => !snapshots.has(name) && !gone.has(name);
    left = names.some(isArchiveFile) ? archiveFiles(dataDir).filter(isNew) : [];
  }
}

/** Undefined for a segment that retention has dropped. */
function openSnapshotOf(dataDir: string, name: string): Snapshot | undefined {
  const path = join(dataDir, name);
  try {
    return openSnapshot(path);
  } catch (error) {
    if (isArchiveFile(name) && !existsSync(path)) return undefined;
    throw error;
  }
}

/** False for a deleted file, since retention deletes outputs of probes. */
function copyPlain(dataDir: string, target: BackupTarget, path: string): boolean {
  const copy = target.place(path);
  try {
    copyDurably(join(dataDir, path), copy);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/**
 * The highest consumed position before the snapshots. The queue assigns a position before it is consumed, so the copied
 * queue is past it unless batches were lost. The copied database may be past the queue, since its snapshot is later.
 */
async function consumedOf(dataDir: string, kind: DatabaseKind): Promise<number> {
  const [queue, database] = [join(dataDir, QUEUE_FILE), join(dataDir, DATABASE_FILE)];
  if (kind === "postgres" || !existsSync(queue) || !existsSync(database)) return 0;
  const state = await readQueueState(queue, async (consumer) => openConsumedPosition(database, consumer));
  return state.consumed;
}

/** Compares the copied queue with the positions of the copied database, and with those `consumed` before both. */
async function queueOf(
  folder: string,
  kind: DatabaseKind,
  databases: readonly string[],
  consumed: number,
): Promise<ManifestQueue | null> {
  if (!databases.includes(QUEUE_FILE)) return null;
  const path = join(folder, QUEUE_FILE);
  const database = join(folder, DATABASE_FILE);
  if (kind === "postgres" || !existsSync(database)) return null;
  const state = await readQueueState(path, async (consumer) => openConsumedPosition(database, consumer));
  const { isForeign, ...queue } = state;
  if (isForeign) {
    throw new ConfigError(
      `${QUEUE_FILE} and ${DATABASE_FILE} don't belong together: the database has consumed nothing of this queue. Run tocsind check.`,
    );
  }
  return { ...queue, missing: Math.max(0, consumed - queue.sequence) };
}

export function describeBackup(manifest: Manifest, folder: string, config: DataConfig): string {
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const lines = [
    `Backed up ${manifest.files.length} files, ${megabytes(bytes)}, to ${resolve(folder)}; each copy was verified.`,
  ];
  if (manifest.queue) {
    lines.push(
      `The queue holds ${manifest.queue.waitingEvents} events that wait, up to position ${manifest.queue.sequence}.`,
    );
  }
  if (manifest.queue?.missing) {
    lines.push(
      `Warning: the queue lies ${manifest.queue.missing} batches behind the database, in the backup too. Events that were not yet processed may be missing; run tocsind check.`,
    );
  }
  if (config.databaseUrl) {
    lines.push("PostgreSQL is not in it. Run pg_dump now, after this command; see docs/operations.md, Backup.");
  }
  const given = ["jwt-secret", "secret-key"].filter((name) => !manifest.files.some(({ path }) => path === name));
  if (given.length > 0)
    lines.push(`Not in it, since the settings give them: ${given.join(", ")}. Keep them elsewhere.`);
  return lines.map((line) => `${line}\n`).join("");
}
