import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { systemClock } from "../../kernel/clock.ts";
import { line } from "../../kernel/line.ts";
import { acknowledgeGaps } from "../../store/sqlite/queue-sequence.ts";
import { megabytes, needFolder } from "../backup/folder.ts";
import { asFullDisk } from "../backup/full-disk.ts";
import { isBackup } from "../backup/manifest.ts";
import type { DataConfig } from "../config.ts";
import { ConfigError } from "../config-error.ts";
import { archiveFiles, DATABASE_FILE, type DatabaseKind, QUEUE_FILE } from "../data-files.ts";
import { foreignAdvice } from "../file-access.ts";
import { type CheckReport, checkBackup, checkDataDir } from "./check.ts";
import { replaceMissingFile } from "./missing-files.ts";
import { type RepairOutcome, repairDamaged } from "./repair.ts";

export interface CheckRequest {
  /** A data directory or a backup; the settings' data directory where left out. */
  readonly folder: string | undefined;
  readonly repair: boolean;
  readonly acknowledge: boolean;
  readonly json: boolean;
}

export interface CheckOutcome {
  readonly text: string;
  readonly isSound: boolean;
}

/** Answers what to print, and whether everything is sound now. Throws ConfigError. */
export async function runCheck(config: DataConfig, request: CheckRequest): Promise<CheckOutcome> {
  const dataDir = resolve(request.folder ?? config.dataDir);
  needFolder(dataDir);
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
    isSound: report.missing === null && report.unfinished === null && (isUndamaged || repaired.length > 0),
  };
}

function refuseChange(dataDir: string, { repair, acknowledge }: CheckRequest): void {
  if (!(repair || acknowledge) || !isBackup(dataDir)) return;
  throw new ConfigError(
    `${dataDir} is a backup, which stays as it is. Restore it with tocsind restore DIR, and check the data directory.`,
  );
}

/** The settings say nothing about a folder that the caller names; its files do. */
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
  const gaps = acknowledgeGaps(queue, systemClock.now());
  return { text: gaps === 0 ? "There is nothing to acknowledge.\n" : `Acknowledged ${gaps} gaps.\n`, isSound: true };
}

function describe(
  { files, missing, unfinished, queue, inUse, dataDir, isBackup: isOfBackup }: CheckReport,
  repaired: readonly RepairOutcome[],
): string {
  const lines = files.flatMap(({ file, bytes, problems, notes }) => [
    `${file} (${megabytes(bytes)}): ${problems.length === 0 ? "ok" : "DAMAGED"}`,
    ...[...problems, ...notes].map((text) => `  ${line(text)}`),
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

function describeRepair({ file, isWhole, tables, leftOut, setAside }: RepairOutcome): string[] {
  if (isWhole) return [`${file} was repaired, and nothing is lost. The damaged file is in ${setAside}.`];
  return [
    `${file} was made anew from what can be read. The damaged file is in ${setAside}.`,
    ...tables.map(({ name, rows, isWhole: all }) => `  ${name}: ${rows} rows${all ? "" : ", some may be missing"}`),
    ...(leftOut.length > 0 ? [`  indices left out: ${leftOut.join(", ")}. Restore a backup instead.`] : []),
  ];
}
