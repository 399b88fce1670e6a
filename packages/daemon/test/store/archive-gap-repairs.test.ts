import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import { checkDataDir } from "../../src/app/commands/check/check-data.ts";
import { repairDamaged } from "../../src/app/commands/check/repair-damaged.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import {
  forgetDroppedFiles,
  noticeArchiveGaps,
  readArchiveGaps,
} from "../../src/store/telemetry/sqlite/archive-gaps.ts";
import { archiveGapWorld } from "./archive-gap-world.ts";
import { log, NOW } from "./samples.ts";

const PAGE_BYTES = 4096;

describe("Missing files of the archive after a repair", () => {
  const world = archiveGapWorld();

  it("keep the count of an events.db that retention replaced", async () => {
    const message = "x".repeat(30_000);
    await world.archive.add(Array.from({ length: 800 }, () => log({ timestamp: NOW - 200 * DAY_MS, message })));
    await world.commit();
    await world.archive.removeBefore(NOW - 100 * DAY_MS, 1000);
    expect(statSync(join(world.folder, "events.db")).size, "it was replaced").to.be.below(1_000_000);
    expect(world.gaps()).to.deep.equal([]);
  });

  it("are not missing in a backup whose daemon dropped them between two snapshots", async () => {
    await world.store(0, 1, 2);
    const snapshot = join(world.folder, "snapshot");
    await new Sqlite(world.path, { readonly: true }).backup(`${snapshot}.db`);
    await world.archive.removeBefore(NOW - DAY_MS, 1000);
    cpSync(join(world.folder, "events"), join(snapshot, "events"), { recursive: true });
    cpSync(`${snapshot}.db`, join(snapshot, "tocsin.db"));
    expect(readArchiveGaps(join(snapshot, "tocsin.db"))).to.have.length(1);
    forgetDroppedFiles(join(snapshot, "tocsin.db"), world.path);
    expect(readArchiveGaps(join(snapshot, "tocsin.db"))).to.deep.equal([]);
    rmSync(join(snapshot, world.segment()));
    expect(readArchiveGaps(join(snapshot, "tocsin.db")), "what the live database knows is lost").to.have.length(1);
  });

  it("are taken as they are once a repair made one anew", async () => {
    for (let n = 0; n < 3; n += 1) await world.store(0);
    await world.close();
    const bytes = readFileSync(join(world.folder, world.segment()));
    // The root page of the records.
    bytes.fill(0xa5, 2 * PAGE_BYTES, 2 * PAGE_BYTES + 100);
    writeFileSync(join(world.folder, world.segment()), bytes);
    const report = await checkDataDir(world.folder, "sqlite");
    expect(report.files.filter(({ problems }) => problems.length > 0).map(({ file }) => file)).to.deep.equal([
      world.segment(),
    ]);
    const [repaired] = await repairDamaged(report, NOW);
    expect(repaired?.isWhole).to.equal(false);
    expect(world.gaps()).to.deep.equal([]);
    await world.open();
    await world.store(0);
    expect(world.gaps()).to.deep.equal([]);
  });

  it("of an earlier version, and its database, are compared from their next write on", async () => {
    await world.store(0);
    await world.close();
    const earlier = new Sqlite(join(world.folder, world.segment()));
    earlier.exec("delete from fact where name = 'writes'");
    earlier.close();
    const known = new Sqlite(world.path);
    known.exec("delete from archive_file");
    known.close();
    expect(noticeArchiveGaps(world.path, NOW)).to.deep.equal([]);
    await world.open();
    await world.store(0);
    await world.close();
    rmSync(join(world.folder, world.segment()));
    expect(world.gaps()).to.have.length(1);
    const older = new Sqlite(world.path);
    older.exec("drop table archive_file; drop table archive_gap");
    older.close();
    expect(noticeArchiveGaps(world.path, NOW)).to.deep.equal([]);
    await world.migrateAgain();
    await world.open();
  });
});
