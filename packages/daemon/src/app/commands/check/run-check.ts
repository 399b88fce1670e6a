import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { systemClock, toIso } from "../../../kernel/clock.ts";
import { toSingleLine } from "../../../kernel/single-line.ts";
import { acknowledgeDatabaseGaps, skipDatabaseComparison } from "../../../store/queue/database-gaps.ts";
import { acknowledgeGaps } from "../../../store/queue/queue-sequence.ts";
import { readQueueState } from "../../../store/queue/queue-state.ts";
import { openConsumedPosition } from "../../../store/queue/sqlite-consumed-position.ts";
import { acknowledgeArchiveGaps } from "../../../store/telemetry/sqlite/archive-gaps.ts";
import type { DataConfig } from "../../config/config.ts";
import { ConfigError } from "../../config/config-error.ts";
import { archiveFiles, DATABASE_FILE, type DatabaseKind, isArchiveFile, QUEUE_FILE } from "../../config/data-files.ts";
import { foreignAdvice } from "../../config/file-access.ts";
import { replaceMissingFile } from "../../config/missing-files.ts";
import { megabytes, requireFolder } from "../backup/backup-folder.ts";
import { asFullDisk } from "../backup/full-disk.ts";
import { isBackup } from "../backup/manifest.ts";
import { type CheckReport, checkBackup, checkDataDir } from "./check-data.ts";
import { type RepairOutcome, repairDamaged } from "./repair-damaged.ts";

export interface CheckRequest {
  /** A data directory or a backup; by default the configured data directory. */
  readonly folder: string | undefined;
  readonly repair: boolean;
  readonly acknowledge: boolean;
  readonly json: boolean;
}

export interface CheckOutcome {
  readonly text: string;
  readonly isSound: boolean;
}

/** Returns the text to print, and whether everything is intact. Throws ConfigError. */
export async function runCheck(config: DataConfig, request: CheckRequest): Promise<CheckOutcome> {
  const dataDir = resolve(request.folder ?? config.dataDir);
  requireFolder(dataDir);
  return checkFolder(dataDir, config, request).catch((error: unknown) => {
    throw asFullDisk(error, dataDir);
  });
}

async function checkFolder(dataDir: string, config: DataConfig, request: CheckRequest): Promise<CheckOutcome> {
  const kind = kindOf(dataDir, config, request);
  refuseChange(dataDir, request);
  if (request.acknowledge) return acknowledge(dataDir, kind);
  const report = await (isBackup(dataDir)
    ? checkBackup(dataDir)
    : checkDataDir(dataDir, kind, { isNamed: request.folder !== undefined }));
  const isUndamaged = report.files.every(({ problems }) => problems.length === 0);
  const repaired = isUndamaged || !request.repair ? [] : await repairDamaged(report, systemClock.now());
  return {
    text: request.json ? `${JSON.stringify({ ...report, repaired })}\n` : describe(report, repaired),
    isSound: isWhole(report) && (isUndamaged || repaired.length > 0),
  };
}

const isWhole = ({ missing, unfinished, databaseBehind, archiveGaps }: CheckReport): boolean =>
  missing === null && unfinished === null && databaseBehind === 0 && archiveGaps.length === 0;

function refuseChange(dataDir: string, { repair, acknowledge }: CheckRequest): void {
  if (!(repair || acknowledge) || !isBackup(dataDir)) return;
  throw new ConfigError(
    `${dataDir} is a backup, which stays as it is. Restore it with tocsind restore DIR, and check the data directory.`,
  );
}

/** For a folder that the caller names, its files tell the kind of storage. */
const kindOf = (dataDir: string, config: DataConfig, { folder }: CheckRequest): DatabaseKind =>
  (
    folder === undefined
      ? config.databaseUrl === undefined
      : existsSync(join(dataDir, DATABASE_FILE)) || archiveFiles(dataDir).length > 0
  )
    ? "sqlite"
    : "postgres";

async function acknowledge(dataDir: string, kind: DatabaseKind): Promise<CheckOutcome> {
  const replaced = await replaceMissingFile(dataDir, kind);
  if (replaced !== undefined) {
    const next = foreignAdvice(dataDir, [join(dataDir, replaced)]) ?? "Start the daemon.";
    return { text: `${replaced} was missing; an empty one was made. ${next}\n`, isSound: true };
  }
  const queue = join(dataDir, QUEUE_FILE);
  if (!existsSync(queue)) throw new ConfigError(`There is no ${queue}; name another directory.`);
  const gaps = await acknowledgeAll(dataDir, kind);
  return { text: gaps === 0 ? "There is nothing to acknowledge.\n" : `Acknowledged ${gaps} gaps.\n`, isSound: true };
}

/** Accepts the state of queue, database and archive; returns the number of gaps. */
async function acknowledgeAll(dataDir: string, kind: DatabaseKind): Promise<number> {
  const now = systemClock.now();
  const queue = join(dataDir, QUEUE_FILE);
  const ofQueue = acknowledgeGaps(queue, now) + acknowledgeDatabaseGaps(queue, now);
  const database = join(dataDir, DATABASE_FILE);
  if (kind === "postgres" || !existsSync(database)) return ofQueue;
  // Gaps that no start has found yet.
  const { lost } = await readQueueState(queue, async (consumer) => openConsumedPosition(database, consumer));
  if (lost > 0) skipDatabaseComparison(queue);
  return ofQueue + (lost > 0 ? 1 : 0) + acknowledgeArchiveGaps(database, now);
}

function describe(report: CheckReport, repaired: readonly RepairOutcome[]): string {
  const { files, missing, unfinished, queue, inUse, dataDir, isBackup: isOfBackup } = report;
  const lines = files.flatMap(({ file, bytes, problems, notes }) => [
    `${file} (${megabytes(bytes)}): ${problems.length === 0 ? "ok" : "DAMAGED"}`,
    ...[...problems, ...notes].map((text) => `  ${toSingleLine(text)}`),
  ]);
  if (unfinished !== null) lines.push(unfinished);
  if (missing) {
    lines.push(
      `${missing.file}: MISSING`,
      `  ${missing.reason}. Put it back, restore a backup with tocsind restore DIR --replace, or go on with an empty one: tocsind check --acknowledge.`,
    );
  }
  if (inUse) lines.push(`${dataDir} is in use: -wal files were not checked. Stop the daemon to check them.`);
  if (queue) {
    lines.push(
      `The queue stands at position ${queue.sequence}, the database at ${queue.consumed}; ${queue.waitingEvents} events wait.`,
    );
    const missing = queue.missing ?? queue.consumed - queue.sequence;
    if (missing > 0) {
      lines.push(
        `The queue lies ${missing} batches behind. The next start continues after it; events that were not yet processed may be missing.`,
      );
    }
  }
  lines.push(...describeGaps(report));
  if (files.some(({ problems }) => problems.length > 0) && repaired.length === 0) {
    lines.push(
      isOfBackup
        ? "Choose another backup."
        : "Stop the daemon. Restore a backup with tocsind restore DIR --replace, or go on with what can be read: tocsind check --repair.",
    );
  }
  const made = repaired.flatMap(({ file, setAside }) => [join(dataDir, file), setAside]);
  const foreign = foreignAdvice(dataDir, made);
  return [...lines, ...repaired.flatMap(describeRepair), ...(foreign ? [foreign] : [])]
    .map((text) => `${text}\n`)
    .join("");
}

function describeGaps({ databaseBehind, archiveGaps }: CheckReport): string[] {
  const lines = archiveGaps.flatMap(({ name, known, found, noticedAt }) => [
    `${name}: ${found === null ? "MISSING" : "BEHIND"}${noticedAt === null ? "" : ` at the start of ${toIso(noticedAt)}`}`,
    `  ${DATABASE_FILE} knows ${known} writes to it${found === null ? "" : `, and it held ${found}`}: telemetry is lost.`,
  ]);
  if (archiveGaps.length > 0) {
    lines.push(
      "Stop the daemon and put the files back, restore a backup with tocsind restore DIR --replace, or go on as it is: tocsind check --acknowledge.",
    );
  }
  if (databaseBehind > 0) {
    lines.push(
      `The database lies ${databaseBehind} batches behind the queue: they were consumed, and it lacks their effects, such as incidents. Put the newer database back, or go on as it is: tocsind check --acknowledge.`,
    );
  }
  return lines;
}

function describeRepair({ file, isWhole, tables, leftOut, setAside }: RepairOutcome): string[] {
  if (isWhole) return [`${file} was repaired, and nothing is lost. The damaged file is in ${setAside}.`];
  return [
    `${file} was rebuilt from its readable content. The damaged file is in ${setAside}.`,
    ...(isArchiveFile(file) ? ["  The next start takes it as it is, and reports no missing writes."] : []),
    ...tables.map(({ name, rows, isWhole: all }) => `  ${name}: ${rows} rows${all ? "" : ", some may be missing"}`),
    ...(leftOut.length > 0 ? [`  indices left out: ${leftOut.join(", ")}. Restore a backup instead.`] : []),
  ];
}
