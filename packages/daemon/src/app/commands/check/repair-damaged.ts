import { chmodSync, existsSync, linkSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { syncFolder } from "../../../kernel/sync-file.ts";
import { queueIdentities } from "../../../store/queue/sqlite-consumed-position.ts";
import { Irreparable, type RepairedFile, type RepairKind, repairFile } from "../../../store/repair/repair-file.ts";
import { forgetArchiveFile } from "../../../store/telemetry/sqlite/archive-gaps.ts";
import { ConfigError } from "../../config/config-error.ts";
import { DATABASE_FILE, isArchiveFile, QUEUE_FILE } from "../../config/data-files.ts";
import { giveToOwnerOf } from "../../config/file-access.ts";
import { lockOffline } from "../../config/lock-offline.ts";
import { UNFINISHED_MARK } from "../../config/unfinished-restore.ts";
import { makeAsideFolder, makeFolderOf } from "../backup/backup-folder.ts";
import type { CheckReport } from "./check-data.ts";

export interface RepairOutcome extends RepairedFile {
  readonly file: string;
  /** The folder with the damaged file. */
  readonly setAside: string;
}

/** Replaces each damaged file by its readable content and keeps the damaged one. Throws ConfigError. */
export async function repairDamaged(report: CheckReport, now: number): Promise<readonly RepairOutcome[]> {
  const { dataDir } = report;
  const unlock = lockOffline(dataDir, "run tocsind check --repair");
  try {
    const outcomes: RepairOutcome[] = [];
    const damaged = report.files.filter(({ problems }) => problems.length > 0).map(({ file }) => file);
    let made: string | undefined;
    const makeAside = (): string => {
      made ??= makeAsideFolder(dataDir, "damaged", now);
      return made;
    };
    // The database comes first, since it may identify the queue.
    for (const file of damaged.toSorted((one) => (one === DATABASE_FILE ? -1 : 0))) {
      outcomes.push({ file, ...(await repairOne(dataDir, file, makeAside)) });
    }
    return outcomes;
  } finally {
    unlock();
  }
}

const kindOf = (file: string): RepairKind =>
  file === QUEUE_FILE ? "queue" : file === DATABASE_FILE ? "database" : "archive";

async function repairOne(dataDir: string, file: string, makeAside: () => string): Promise<Omit<RepairOutcome, "file">> {
  const path = join(dataDir, file);
  const fresh = `${path}.repaired`;
  try {
    const repaired = await repairFile(path, fresh, kindOf(file), identityFor(dataDir));
    giveToOwnerOf(path, [fresh]);
    chmodSync(fresh, statSync(path).mode & 0o777);
    const setAside = makeAside();
    putInPlace(dataDir, file, setAside);
    const database = join(dataDir, DATABASE_FILE);
    if (isArchiveFile(file) && !repaired.isWhole && existsSync(database)) forgetArchiveFile(database, file);
    return { ...repaired, setAside };
  } catch (error) {
    for (const end of ["", "-wal", "-shm"]) rmSync(fresh + end, { force: true });
    if (!(error instanceof Irreparable)) throw error;
    throw new ConfigError(
      `${path} can't be repaired: ${error.message}. Restore a backup: tocsind restore DIR --replace.`,
    );
  }
}

/** The only queue that the database has consumed is this one. */
function identityFor(dataDir: string): string | undefined {
  const database = join(dataDir, DATABASE_FILE);
  if (!existsSync(database)) return undefined;
  const found = queueIdentities(database);
  return found.length === 1 ? found[0] : undefined;
}

/** The mark keeps the daemon from starting without the WAL of a file. */
function putInPlace(dataDir: string, file: string, setAside: string): void {
  const mark = join(dataDir, UNFINISHED_MARK);
  const advice = `A repair was interrupted. Move the files of ${setAside} back to ${dataDir}, delete ${mark}, and run tocsind check --repair again.`;
  writeFileSync(mark, advice, { mode: 0o600, flush: true });
  makeFolderOf(setAside, file);
  giveToOwnerOf(dataDir, [setAside, dirname(join(setAside, file))]);
  linkSync(join(dataDir, file), join(setAside, file));
  for (const end of ["-wal", "-shm"]) {
    if (existsSync(join(dataDir, file + end))) renameSync(join(dataDir, file + end), join(setAside, file + end));
  }
  renameSync(join(dataDir, `${file}.repaired`), join(dataDir, file));
  for (const folder of [setAside, dataDir]) syncFolder(dirname(join(folder, file)));
  rmSync(mark);
  syncFolder(dataDir);
}
