import { createHash } from "node:crypto";
import { createReadStream, existsSync, lstatSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ConfigError } from "../../config/config-error.ts";
import { type DatabaseKind, isDataFile } from "../../config/data-files.ts";
import type { BackupTarget } from "./backup-folder.ts";

/** The list of files of a backup, written last: a backup without it is unfinished. */
export interface Manifest {
  readonly format: typeof FORMAT;
  /** The version of the daemon. */
  readonly version: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly database: DatabaseKind;
  /** The newest migration of the database; null without a database in the backup. */
  readonly schema: string | null;
  readonly queue: ManifestQueue | null;
  readonly files: readonly ManifestFile[];
}

export interface ManifestQueue {
  readonly sequence: number;
  readonly consumed: number | null;
  readonly waitingBatches: number | null;
  readonly waitingEvents: number | null;
  /** Consumed batches that the queue lacked; earlier versions leave it out. */
  readonly missing?: number;
}

export interface ManifestFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export const FORMAT = "tocsin-backup-1";
const NAME = "manifest.json";
const DRAFT = `${NAME}.new`;

export async function describeFile(folder: string, path: string): Promise<ManifestFile> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(join(folder, path)), hash);
  return { path, bytes: lstatSync(join(folder, path)).size, sha256: hash.digest("hex") };
}

export function writeManifest(target: BackupTarget, manifest: Manifest): void {
  const draft = target.place(DRAFT);
  writeFileSync(draft, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, target.place(NAME));
}

export const isBackup = (folder: string): boolean => existsSync(join(folder, NAME));

/** Throws ConfigError without a finished backup in the folder. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, NAME);
  if (!isBackup(folder)) {
    throw new ConfigError(`${folder} holds no finished backup: there is no ${NAME}. Choose another backup.`);
  }
  const manifest = parse(readText(path));
  if (manifest === undefined) {
    throw new ConfigError(`${path} isn't the manifest of a backup that this version can read. Choose another backup.`);
  }
  return manifest;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigError(`${path} can't be read: ${(error as Error).message}. Run the command as its owner.`);
  }
}

function parse(text: string): Manifest | undefined {
  try {
    const manifest = JSON.parse(text) as Manifest;
    const isWhole =
      manifest.format === FORMAT &&
      ["sqlite", "postgres"].includes(manifest.database) &&
      Array.isArray(manifest.files) &&
      manifest.files.every(
        (file) => isDataFile(file.path) && Number.isSafeInteger(file.bytes) && /^[0-9a-f]{64}$/.test(file.sha256),
      );
    return isWhole ? manifest : undefined;
  } catch {
    return undefined;
  }
}

/** Throws ConfigError for a file that differs from the manifest. */
export async function checkFile(folder: string, expected: ManifestFile): Promise<void> {
  const path = join(folder, expected.path);
  const problem = await problemOf(folder, expected);
  if (problem !== undefined) throw new ConfigError(`${path} ${problem}: the backup is damaged. Choose another backup.`);
}

/** The difference between a file and the manifest. */
export async function problemOf(folder: string, expected: ManifestFile): Promise<string | undefined> {
  const entry = lstatSync(join(folder, expected.path), { throwIfNoEntry: false });
  if (entry === undefined) return "is missing";
  if (!entry.isFile()) return "is no regular file";
  if (entry.size !== expected.bytes) return `has ${entry.size} bytes in place of ${expected.bytes}`;
  const { sha256 } = await describeFile(folder, expected.path);
  return sha256 === expected.sha256 ? undefined : "has another SHA-256 than the manifest says";
}
