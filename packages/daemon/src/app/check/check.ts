import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "../../kernel/logger.ts";
import { openConsumedPosition } from "../../store/sqlite/consumed-position.ts";
import { isDataDirectoryInUse } from "../../store/sqlite/lock.ts";
import { type QueueState, readQueueState } from "../../store/sqlite/queue-state.ts";
import {
  type CheckOptions,
  checkFile,
  type FileState,
  START_CHECK_BYTES_MAX,
} from "../../store/sqlite/repair/check-file.ts";
import { ConfigError } from "../config-error.ts";
import { DATABASE_FILE, type DatabaseKind, databaseFiles, QUEUE_FILE } from "../data-files.ts";

export interface CheckedFile extends FileState {
  readonly file: string;
}

export interface CheckReport {
  readonly dataDir: string;
  readonly inUse: boolean;
  readonly files: readonly CheckedFile[];
  /** Null where a file is damaged or missing. */
  readonly queue: Pick<QueueState, "sequence" | "consumed" | "waitingBatches" | "waitingEvents"> | null;
}

/** Checks every SQLite file of a data directory or a backup whole. */
export async function checkDataDir(dataDir: string, kind: DatabaseKind): Promise<CheckReport> {
  const inUse = isDataDirectoryInUse(dataDir);
  const names = databaseFiles(dataDir, kind);
  if (names.length === 0) throw new ConfigError(`There is no data in ${dataDir}; name another directory.`);
  const files = checkFiles(dataDir, names, { checksWal: !inUse });
  const isReadable = files.every(({ problems }) => problems.length === 0);
  const database = join(dataDir, DATABASE_FILE);
  const isQueue = names.includes(QUEUE_FILE) && names.includes(DATABASE_FILE) && existsSync(database);
  const queue =
    isReadable && isQueue
      ? await readQueueState(join(dataDir, QUEUE_FILE), async (consumer) => openConsumedPosition(database, consumer))
      : null;
  return { dataDir, inUse, files, queue };
}

const checkFiles = (dataDir: string, names: readonly string[], options: CheckOptions): CheckedFile[] =>
  names.map((file) => ({ file, ...checkFile(join(dataDir, file), options) }));

/** No step begins later; a step takes at most what `quick_check` needs for START_CHECK_BYTES_MAX. */
const START_CHECK_MS_MAX = 500;

/**
 * Refuses the start where a file is found damaged, before anything opens it: SQLite would drop what lies behind a
 * damaged frame of a WAL and remove the evidence. Throws ConfigError.
 */
export function refuseDamagedFiles(dataDir: string, kind: DatabaseKind, logger: Logger): void {
  const deadline = performance.now() + START_CHECK_MS_MAX;
  const files = checkFiles(dataDir, databaseFiles(dataDir, kind), { deadline, bytesMax: START_CHECK_BYTES_MAX });
  const damaged = files.filter(({ problems }) => problems.length > 0);
  if (damaged.length > 0) throw new ConfigError(damageMessage(dataDir, damaged));
  for (const { file, notes } of files) for (const note of notes) logger.warn(`${file}: ${note}`);
  const unread = files.filter(({ isComplete }) => !isComplete).map(({ file }) => file);
  if (unread.length > 0) {
    logger.info("Large files were not checked whole at the start; tocsind check does it", { files: unread });
  }
}

const damageMessage = (dataDir: string, damaged: readonly CheckedFile[]): string =>
  [
    ...damaged.map(({ file, problems }) => `${join(dataDir, file)} is damaged: ${problems[0]}.`),
    "Restore a backup (tocsind restore DIR --replace), or go on with what can be read: tocsind check --repair sets the damaged file aside.",
  ].join(" ");

/** What SQLite says of a damaged file that the check at the start did not read whole, in the same words. */
export function asDamage(error: unknown, dataDir: string): unknown {
  const { code, message, driverError } = error as {
    code?: unknown;
    message?: string;
    driverError?: { code?: unknown };
  };
  const isDamage = [code, driverError?.code].some(
    (each) => typeof each === "string" && /^SQLITE_(CORRUPT|NOTADB)/.test(each),
  );
  if (!isDamage) return error;
  return new ConfigError(
    `A file in ${dataDir} is damaged: ${message}. Run tocsind check to see which; then restore a backup, or run tocsind check --repair.`,
  );
}
