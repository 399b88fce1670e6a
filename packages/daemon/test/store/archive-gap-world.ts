import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createCommitBatchStore } from "../../src/app/wiring/incident-wiring.ts";
import type { Archive } from "../../src/archive/archive.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { readArchiveGaps } from "../../src/store/telemetry/sqlite/archive-gaps.ts";
import { openSqliteArchive, type SqliteArchiveOptions } from "../../src/store/telemetry/sqlite/sqlite-archive.ts";
import { createWriteCounts } from "../../src/store/telemetry/sqlite/write-counts.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { log, NOW, round } from "./samples.ts";

/** The stores and helpers of the tests about the archive's files beside the database. */
export function archiveGapWorld() {
  let folder: string;
  let path: string;
  let database: Database;
  let archive: Archive;
  let commitBatches: CommitBatchStore;
  beforeEach(async () => {
    folder = temporaryFolder();
    path = join(folder, "tocsin.db");
    await migrate({ kind: "sqlite", path });
    await open();
  });
  afterEach(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(options: SqliteArchiveOptions = {}, replace = (real: Database): Database => real): Promise<void> {
    database = await openDatabase({ kind: "sqlite", path });
    const writeCounts = createWriteCounts(replace(database));
    archive = openSqliteArchive(join(folder, "events.db"), { clock: { now: () => NOW }, writeCounts, ...options });
    commitBatches = createCommitBatchStore(database, undefined, writeCounts);
  }
  async function close(): Promise<void> {
    await archive.close();
    await database.close();
  }
  const commit = () => commitBatches.commit(round(), openIncidents, NOW);
  /** As the worker does: the archive first, then the effects. */
  async function store(...daysBack: readonly number[]): Promise<void> {
    await archive.add(daysBack.map((days) => log({ timestamp: NOW - days * DAY_MS })));
    await commit();
  }
  const segments = (): string[] =>
    readdirSync(join(folder, "events"))
      .filter((name) => name.endsWith(".db"))
      .sort();
  const gaps = () => readArchiveGaps(path).map(({ name, known, found }) => ({ name, known, found }));
  const segment = (): string => `events/${segments().at(-1)}`;
  const copyOf = (name: string): string => join(folder, "copy", name);
  /** Also of a file that is open: its WAL is copied with it. */
  const copy = (name: string): void => {
    for (const end of ["", "-wal"]) {
      if (existsSync(join(folder, name + end))) cpSync(join(folder, name + end), copyOf(name) + end);
    }
  };
  const putBack = (name: string, ends: readonly string[]): void => {
    for (const end of ["", "-wal", "-shm"]) rmSync(join(folder, name + end), { force: true });
    for (const end of ends) cpSync(copyOf(name) + end, join(folder, name + end));
  };

  async function migrateAgain(): Promise<void> {
    rmSync(path);
    await migrate({ kind: "sqlite", path });
  }

  return {
    store,
    gaps,
    close,
    open,
    segments,
    copy,
    segment,
    putBack,
    commit,
    migrateAgain: migrateAgain,
    get path() {
      return path;
    },
    get archive() {
      return archive;
    },
    get folder() {
      return folder;
    },
  };
}
