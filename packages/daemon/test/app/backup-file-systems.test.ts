import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import { backUp } from "../../src/app/commands/backup/back-up.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { type Outcome, runCommand } from "../support/process.ts";
import { mountSmallDisk, type SmallDisk } from "../support/small-disk.ts";
import { backupDisks } from "./backup-disks.ts";

describe("tocsind backup and tocsind restore on file systems as they are", function () {
  this.timeout(60_000);
  const world = backupDisks();

  it("refuses a backup into the data directory and a restore out of it, by whatever path", async () => {
    const link = join(world.folder, "link");
    symlinkSync(world.daemon.dataDir, link);
    for (const target of [world.daemon.dataDir, join(world.daemon.dataDir, "bk"), join(link, "events", "new", "bk")]) {
      world.expectRefusal(
        await runCommand(world.daemon.dataDir, {}, ["backup", target]),
        /lies in the data directory .+elsewhere/,
      );
    }
    expect(readdirSync(world.daemon.dataDir)).to.not.include("bk");
    expect(readdirSync(join(world.daemon.dataDir, "events"))).to.not.include("new");
    const dataDir = join(world.folder, "holds-its-backup");
    cpSync(world.backup, join(dataDir, "events", "bk"), { recursive: true });
    world.expectRefusal(
      await runCommand(dataDir, {}, ["restore", join(dataDir, "events", "bk"), "--replace"]),
      /lies in the data directory .+Move it elsewhere/,
    );
    // A name that only begins like the data directory's lies beside it.
    expect((await runCommand(world.daemon.dataDir, {}, ["backup", `${world.daemon.dataDir}-bk`])).code).to.equal(0);
    rmSync(`${world.daemon.dataDir}-bk`, { recursive: true });
  });

  it("ends where no folder can be made, and says why", async function () {
    if (!existsSync("/proc/self")) this.skip();
    const backUp = (target: string): Promise<Outcome> => runCommand(world.daemon.dataDir, {}, ["backup", target]);
    world.expectRefusal(await backUp("/proc/tocsin/new"), /can't be made: the file system of \/proc takes no folders/);
    world.expectRefusal(
      await runCommand("/proc/tocsin", {}, []),
      /can't be made: the file system of \/proc takes no folders/,
    );
    const readonly = temporaryFolder();
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", readonly], { stdio: "ignore" });
    } catch {
      rmSync(readonly, { recursive: true });
      this.skip();
    }
    world.expectRefusal(await backUp(join(readonly, "a", "b")), /can't be made: EROFS: read-only file system/);
    execFileSync("umount", [readonly]);
    rmSync(readonly, { recursive: true });
  });

  describe("on a full disk", () => {
    let disk: SmallDisk | undefined;
    beforeEach(function () {
      disk = mountSmallDisk(16 * 2 ** 20);
      if (disk === undefined) this.skip();
    });
    afterEach(() => disk?.remove());

    it("name the disk that is full, of the data directory", async () => {
      const dataDir = join((disk as SmallDisk).folder, "data");
      expect((await runCommand(dataDir, {}, ["restore", world.backup])).code).to.equal(0);
      // As a daemon leaves it: to read it SQLite makes files of its own.
      const database = new Sqlite(join(dataDir, "tocsin.db"));
      database.pragma("journal_mode = WAL");
      database.close();
      disk?.fill();
      const target = join(world.folder, "of-full");
      for (const args of [["backup", target], ["check"]]) {
        const outcome = await runCommand(dataDir, {}, args);
        world.expectRefusal(outcome, new RegExp(`The disk of ${dataDir} is full\\. Make room there, then run`));
      }
      expect(existsSync(target)).to.equal(false);
    });

    it("name the disk that a backup fills, and remove what it made and nothing else", async () => {
      const config = { dataDir: world.daemon.dataDir, databaseUrl: undefined, amqpUrl: undefined };
      const { folder: top } = disk as SmallDisk;
      const target = join(top, "a", "b");
      const fillDuring = (text: string): void => {
        if (!text.startsWith("Copying tocsin.db") || existsSync(join(top, "filler"))) return;
        writeFileSync(join(target, "foreign"), "");
        disk?.fill();
      };
      const progress = { show: fillDuring, clear() {} };
      const reason = await backUp(config, target, { now: Date.now, progress }).catch((error: Error) => error.message);
      expect(reason).to.match(/The disk of .+a\/b is full\. Make room there, or name a folder on another disk/);
      expect(readdirSync(target)).to.deep.equal(["foreign"]);
      disk?.free();
      rmSync(join(target, "foreign"));
      await backUp(config, target, { now: Date.now, progress: { show() {}, clear() {} } });
    });

    it("counts the room for -wal files too, before a backup copies anything", async () => {
      const dataDir = join(world.folder, "large-wal");
      expect((await runCommand(dataDir, {}, ["restore", world.backup])).code).to.equal(0);
      writeFileSync(join(dataDir, "tocsin.db-wal"), "");
      truncateSync(join(dataDir, "tocsin.db-wal"), 100e6);
      const target = join((disk as SmallDisk).folder, "a", "b");
      world.expectRefusal(
        await runCommand(dataDir, {}, ["backup", target]),
        /has 16\.\d MB left and needs 1\d\d\.\d MB/,
      );
      expect(readdirSync((disk as SmallDisk).folder)).to.deep.equal([]);
    });
  });
});
