import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "../../../kernel/logger.ts";
import { toSingleLine } from "../../../kernel/single-line.ts";
import { readMissingInGaps } from "../../../store/queue/database-gaps.ts";
import { type QueueState, readQueueState } from "../../../store/queue/queue-state.ts";
import { openConsumedPosition } from "../../../store/queue/sqlite-consumed-position.ts";
import {
  type CheckOptions,
  checkFile,
  type FileState,
  START_CHECK_BYTES_MAX,
} from "../../../store/repair/check-file.ts";
import { isDataDirectoryInUse } from "../../../store/sql/data-directory-lock.ts";
import { type ArchiveGap, readArchiveGaps } from "../../../store/telemetry/sqlite/archive-gaps.ts";
import { ConfigError } from "../../config/config-error.ts";
import { DATABASE_FILE, type DatabaseKind, databaseFiles, isArchiveFile, QUEUE_FILE } from "../../config/data-files.ts";
import { findMissingFile, type MissingFile } from "../../config/missing-files.ts";
import { unfinishedRestore } from "../../config/unfinished-restore.ts";
import { problemOf, readManifest } from "../backup/manifest.ts";

export interface CheckedFile extends FileState {
  readonly file: string;
}

export interface CheckReport {
  readonly dataDir: string;
  readonly isBackup: boolean;
  readonly inUse: boolean;
  readonly files: readonly CheckedFile[];
  readonly missing: MissingFile | null;
  /** The advice after an interrupted restore or repair. */
  readonly unfinished: string | null;
  /** Null with a damaged or missing file. */
  readonly queue: CheckedQueue | null;
  /** Consumed batches without effects in the database; on PostgreSQL, those that a start found. */
  readonly databaseBehind: number;
  /** Files of the archive that are missing or older than the database knows. */
  readonly archiveGaps: readonly ArchiveGap[];
}

/** `missing`: batches that the queue lacked before a backup of it. */
type CheckedQueue = Pick<QueueState, "sequence" | "consumed" | "waitingBatches" | "waitingEvents"> & {
  readonly missing?: number | undefined;
};

/**
 * Compares a backup with its manifest. The files were verified when the manifest was written, and SQLite could change them
 * when it opens them.
 */
export async function checkBackup(folder: string): Promise<CheckReport> {
  const manifest = readManifest(folder);
  const files: CheckedFile[] = [];
  for (const file of manifest.files) {
    const problem = await problemOf(folder, file);
    const problems = problem === undefined ? [] : [problem];
    files.push({ file: file.path, bytes: file.bytes, problems, notes: [], isComplete: true });
  }
  const { sequence = 0, consumed = null, waitingBatches = null, waitingEvents = null, missing } = manifest.queue ?? {};
  const isKnown = consumed !== null && waitingBatches !== null && waitingEvents !== null;
  const queue = isKnown ? { sequence, consumed, waitingBatches, waitingEvents, missing } : null;
  return {
    dataDir: folder,
    isBackup: true,
    inUse: false,
    files,
    missing: null,
    unfinished: null,
    queue,
    databaseBehind: 0,
    archiveGaps: [],
  };
}

/** Checks all SQLite files of a data directory completely. A directory that the caller names may be meant as a backup. */
export async function checkDataDir(
  dataDir: string,
  kind: DatabaseKind,
  { isNamed = false } = {},
): Promise<CheckReport> {
  const inUse = isDataDirectoryInUse(dataDir);
  const names = databaseFiles(dataDir, kind);
  const isLocked = existsSync(join(dataDir, "lock.db"));
  const unfinished = unfinishedRestore(dataDir) ?? (isNamed && !isLocked ? unfinishedBackup(dataDir) : null);
  if (names.length === 0 && unfinished === null)
    throw new ConfigError(`There is no data in ${dataDir}; name another directory.`);
  const files = checkFiles(dataDir, names, { checksWal: !inUse });
  const isReadable = files.every(({ problems }) => problems.length === 0);
  const database = join(dataDir, DATABASE_FILE);
  const hasQueue = isReadable && names.includes(QUEUE_FILE);
  const hasDatabase = isReadable && names.includes(DATABASE_FILE);
  const state =
    hasQueue && hasDatabase
      ? await readQueueState(join(dataDir, QUEUE_FILE), async (consumer) => openConsumedPosition(database, consumer))
      : undefined;
  return {
    dataDir,
    isBackup: false,
    inUse,
    files,
    missing: isReadable ? (findMissingFile(dataDir, kind) ?? null) : null,
    unfinished,
    queue: state ?? null,
    databaseBehind: state?.lost ?? (hasQueue ? readMissingInGaps(join(dataDir, QUEUE_FILE)) : 0),
    archiveGaps: hasDatabase ? readArchiveGaps(database) : [],
  };
}

const unfinishedBackup = (folder: string): string =>
  `${folder} holds neither manifest.json nor lock.db: it is an unfinished backup or no whole data directory. Choose another backup.`;

const checkFiles = (dataDir: string, names: readonly string[], options: CheckOptions): CheckedFile[] =>
  names.map((file) => ({ file, ...checkFile(join(dataDir, file), options) }));

/** No step starts later; a step takes at most the time of `quick_check` for START_CHECK_BYTES_MAX. */
const START_CHECK_MS_MAX = 1000;

/**
 * Refuses the start with a damaged file before anything opens it: SQLite would drop everything after a damaged WAL frame,
 * and the evidence with it. Throws ConfigError.
 */
export function refuseDamagedFiles(
  dataDir: string,
  kind: DatabaseKind,
  logger: Logger,
  msMax = START_CHECK_MS_MAX,
): void {
  const deadline = performance.now() + msMax;
  const names = byValue(databaseFiles(dataDir, kind));
  const files = checkFiles(dataDir, names, { deadline, bytesMax: START_CHECK_BYTES_MAX });
  const damaged = files.filter(({ problems }) => problems.length > 0);
  if (damaged.length > 0) throw new ConfigError(damageMessage(dataDir, damaged));
  for (const { file, notes } of files) for (const note of notes) logger.warn(`${file}: ${note}`);
  const unread = files.filter(({ isComplete }) => !isComplete).map(({ file }) => file);
  if (unread.length > 0) {
    logger.info("Large files were not checked whole at the start; tocsind check does it", { files: unread });
  }
}

/** The most valuable files come first, then the newest telemetry: a slow machine may not check all. */
const byValue = (names: readonly string[]): readonly string[] => [
  ...[DATABASE_FILE, QUEUE_FILE].filter((name) => names.includes(name)),
  ...names.filter(isArchiveFile).toReversed(),
];

/** `tocsind check` prints all findings. */
const FINDINGS_SHOWN = 3;

const DAMAGE_ADVICE =
  "Restore a backup (tocsind restore DIR --replace), or go on with what can be read: tocsind check --repair sets the damaged file aside.";

function damageMessage(dataDir: string, damaged: readonly CheckedFile[]): string {
  const names = damaged.map(({ file }) => join(dataDir, file)).join(", ");
  const findings = damaged.flatMap(({ file, problems }) =>
    problems.map((problem) => `${file}: ${toSingleLine(problem)}`),
  );
  const more = findings.length - FINDINGS_SHOWN;
  return [
    `${names} ${damaged.length === 1 ? "is" : "are"} damaged. ${DAMAGE_ADVICE}`,
    ...findings.slice(0, FINDINGS_SHOWN),
    ...(more > 0 ? [`${more} more: tocsind check prints them`] : []),
  ].join("\n  ");
}

interface DamageError {
  readonly code?: unknown;
  readonly message?: string;
  readonly driverError?: { readonly code?: unknown; readonly message?: string };
  /** Set where the file could not be opened. */
  readonly file?: string;
}

/**
 * Translates SQLite's error about a damaged file that the start did not check completely. `name` is the file in use, for
 * errors that name none.
 */
export function asDamage(error: unknown, dataDir: string, name: string): unknown {
  const { code, message, driverError, file = join(dataDir, name) } = error as DamageError;
  const isDamage = [code, driverError?.code].some(
    (each) => typeof each === "string" && /^SQLITE_(CORRUPT|NOTADB)/.test(each),
  );
  if (!isDamage) return error;
  return new ConfigError(`${file} is damaged: ${driverError?.message ?? message}. ${DAMAGE_ADVICE}`);
}
