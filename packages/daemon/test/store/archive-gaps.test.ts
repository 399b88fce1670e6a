import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import { checkDataDir } from "../../src/app/commands/check/check-data.ts";
import { repairDamaged } from "../../src/app/commands/check/repair-damaged.ts";
import { createCommitBatchStore } from "../../src/app/wiring/incident-wiring.ts";
import type { Archive } from "../../src/archive/archive.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import type { Database } from "../../src/store/sql/database.ts";
import {
  acknowledgeArchiveGaps,
  forgetDroppedFiles,
  noticeArchiveGaps,
  readArchiveGaps,
} from "../../src/store/telemetry/sqlite/archive-gaps.ts";
import { openSqliteArchive, type SqliteArchiveOptions } from "../../src/store/telemetry/sqlite/sqlite-archive.ts";
import { createWriteCounts } from "../../src/store/telemetry/sqlite/write-counts.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { log, NOW, round } from "./samples.ts";

const PAGE_BYTES = 4096;
const FRAME_BYTES = PAGE_BYTES + 24;

describe("The archive's files beside the database", () => {
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

  it("are as the database knows them after writes to several days, a cut and a start", async () => {
    await store(0, 1, 200);
    await store(0, 2);
    expect(gaps()).to.deep.equal([]);
    await close();
    await open({ segmentBytes: 1 });
    for (let n = 0; n < 5; n += 1) await store(0, 0, 0);
    await close();
    expect(segments().length).to.equal(4);
    expect(gaps()).to.deep.equal([]);
    expect(noticeArchiveGaps(path, NOW)).to.deep.equal([]);
    await open();
  });

  it("may be ahead of the database, as a crash before the commit leaves them", async () => {
    await store(0);
    await archive.add([log()]);
    await close();
    expect(gaps()).to.deep.equal([]);
    await open();
  });

  it("are found where their folder is gone, each by its name", async () => {
    await store(0, 1);
    await close();
    const names = segments();
    rmSync(join(folder, "events"), { recursive: true });
    rmSync(join(folder, "events.db"));
    expect(gaps()).to.deep.equal(names.map((name) => ({ name: `events/${name}`, known: 1, found: null })));
    await open();
  });

  it("are found where events.db is gone, which holds telemetry of days far from today", async () => {
    await store(200);
    await close();
    rmSync(join(folder, "events.db"));
    expect(gaps()).to.deep.equal([{ name: "events.db", known: 1, found: null }]);
    await open();
  });

  it("are found where an older copy was put back", async () => {
    await store(0);
    await close();
    copy(segment());
    await open();
    await store(0);
    await store(0);
    await close();
    putBack(segment(), [""]);
    expect(gaps()).to.deep.equal([{ name: segment(), known: 3, found: 1 }]);
    await open();
  });

  it("are found where the WAL of a killed process was deleted, or cut off at a whole frame", async () => {
    for (let n = 0; n < 3; n += 1) await store(0);
    copy(segment());
    await close();
    putBack(segment(), [""]);
    expect(gaps()).to.deep.equal([{ name: segment(), known: 3, found: 0 }]);
    putBack(segment(), ["", "-wal"]);
    expect(gaps(), "with its WAL it is whole").to.deep.equal([]);
    putBack(segment(), ["", "-wal"]);
    const wal = `${join(folder, segment())}-wal`;
    truncateSync(wal, statSync(wal).size - FRAME_BYTES);
    expect(gaps()).to.deep.equal([{ name: segment(), known: 3, found: 2 }]);
    await open();
  });

  it("are told of once, until an operator acknowledges it, also where they were written meanwhile", async () => {
    await store(0);
    await close();
    copy(segment());
    await open();
    await store(0);
    await store(0, 1);
    await close();
    putBack(segment(), [""]);
    rmSync(join(folder, "events", segments()[0] as string));
    expect(noticeArchiveGaps(path, NOW)).to.have.length(2);
    await open();
    await store(0);
    await close();
    expect(noticeArchiveGaps(path, NOW + 1), "the second start finds nothing new").to.deep.equal([]);
    const noticed = readArchiveGaps(path);
    expect(noticed.map(({ noticedAt }) => noticedAt)).to.deep.equal([NOW, NOW]);
    expect(acknowledgeArchiveGaps(path, NOW)).to.equal(2);
    expect(gaps()).to.deep.equal([]);
    await open();
  });

  it("are accepted by an operator before a start finds it", async () => {
    await store(0);
    await close();
    rmSync(join(folder, segment()));
    expect(acknowledgeArchiveGaps(path, NOW)).to.equal(1);
    expect(noticeArchiveGaps(path, NOW)).to.deep.equal([]);
    await open();
  });

  it("are missed by nobody where retention or the size bound dropped them, also while a round was under way", async () => {
    await close();
    const commitBatches: Promise<unknown>[] = [];
    await open({}, (real) => ({
      ...real,
      write(work) {
        const written = real.write(work);
        // The round begins between the database's forgetting of a file and the drop of that file.
        commitBatches.push(commit());
        return written;
      },
    }));
    await store(0, 1, 2, 3);
    await archive.add([log({ timestamp: NOW - 3 * DAY_MS })]);
    await archive.removeBefore(NOW - DAY_MS, 1000);
    expect(await archive.dropOldestOver(0)).to.not.equal(undefined);
    await Promise.all(commitBatches);
    expect(commitBatches).to.have.length(3);
    expect(segments()).to.have.length(1);
    expect(gaps()).to.deep.equal([]);
  });

  it("are dropped although the database refuses writes, and are forgotten once it takes them", async () => {
    await store(0, 1);
    await close();
    let isFull = true;
    await open({}, (real) => ({
      ...real,
      write: (work) =>
        isFull ? Promise.reject(Object.assign(new Error(), { code: "SQLITE_FULL" })) : real.write(work),
    }));
    expect(await archive.dropOldestOver(0)).to.not.equal(undefined);
    expect(segments()).to.have.length(1);
    isFull = false;
    await store(0);
    expect(gaps()).to.deep.equal([]);
  });

  it("keep the count of an events.db that retention replaced", async () => {
    const message = "x".repeat(30_000);
    await archive.add(Array.from({ length: 800 }, () => log({ timestamp: NOW - 200 * DAY_MS, message })));
    await commit();
    await archive.removeBefore(NOW - 100 * DAY_MS, 1000);
    expect(statSync(join(folder, "events.db")).size, "it was replaced").to.be.below(1_000_000);
    expect(gaps()).to.deep.equal([]);
  });

  it("are not missing in a backup whose daemon dropped them between two snapshots", async () => {
    await store(0, 1, 2);
    const snapshot = join(folder, "snapshot");
    await new Sqlite(path, { readonly: true }).backup(`${snapshot}.db`);
    await archive.removeBefore(NOW - DAY_MS, 1000);
    cpSync(join(folder, "events"), join(snapshot, "events"), { recursive: true });
    cpSync(`${snapshot}.db`, join(snapshot, "tocsin.db"));
    expect(readArchiveGaps(join(snapshot, "tocsin.db"))).to.have.length(1);
    forgetDroppedFiles(join(snapshot, "tocsin.db"), path);
    expect(readArchiveGaps(join(snapshot, "tocsin.db"))).to.deep.equal([]);
    rmSync(join(snapshot, segment()));
    expect(readArchiveGaps(join(snapshot, "tocsin.db")), "what the live database knows is lost").to.have.length(1);
  });

  it("are taken as they are once a repair made one anew", async () => {
    for (let n = 0; n < 3; n += 1) await store(0);
    await close();
    const bytes = readFileSync(join(folder, segment()));
    // The root page of the records.
    bytes.fill(0xa5, 2 * PAGE_BYTES, 2 * PAGE_BYTES + 100);
    writeFileSync(join(folder, segment()), bytes);
    const report = await checkDataDir(folder, "sqlite");
    expect(report.files.filter(({ problems }) => problems.length > 0).map(({ file }) => file)).to.deep.equal([
      segment(),
    ]);
    const [repaired] = await repairDamaged(report, NOW);
    expect(repaired?.isWhole).to.equal(false);
    expect(gaps()).to.deep.equal([]);
    await open();
    await store(0);
    expect(gaps()).to.deep.equal([]);
  });

  it("of an earlier version, and its database, are compared from their next write on", async () => {
    await store(0);
    await close();
    const earlier = new Sqlite(join(folder, segment()));
    earlier.exec("delete from fact where name = 'writes'");
    earlier.close();
    const known = new Sqlite(path);
    known.exec("delete from archive_file");
    known.close();
    expect(noticeArchiveGaps(path, NOW)).to.deep.equal([]);
    await open();
    await store(0);
    await close();
    rmSync(join(folder, segment()));
    expect(gaps()).to.have.length(1);
    const older = new Sqlite(path);
    older.exec("drop table archive_file; drop table archive_gap");
    older.close();
    expect(noticeArchiveGaps(path, NOW)).to.deep.equal([]);
    await migrateAnew();
    await open();
  });

  async function migrateAnew(): Promise<void> {
    rmSync(path);
    await migrate({ kind: "sqlite", path });
  }
});
