import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import { backUp } from "../../src/app/commands/backup/back-up.ts";
import { foreignAdvice } from "../../src/app/config/file-access.ts";
import { ingest, startTestDaemon, stored, type TestDaemon, temporaryFolder } from "../support/daemon.ts";
import { type Outcome, runCommand, spawnDaemon, untilReady } from "../support/process.ts";
import { mountSmallDisk, type SmallDisk } from "../support/small-disk.ts";

describe("tocsind backup and tocsind restore on file systems as they are", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  let folder = "";
  let backup = "";
  before(async () => {
    folder = temporaryFolder();
    backup = join(folder, "backup");
    daemon = await startTestDaemon();
    const answer = await ingest(daemon, "/events/logs", { service: "shop", level: "info", message: "kept" });
    await stored(daemon, answer.json<{ id: string }>().id);
    const outcome = await runCommand(daemon.dataDir, {}, ["backup", backup]);
    expect(outcome.code, outcome.stderr).to.equal(0);
  });
  after(async () => {
    await daemon.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const expectRefusal = ({ code, stderr }: Outcome, reason: RegExp): void => {
    expect(stderr).to.match(reason);
    expect(code).to.equal(2);
  };

  it("refuses a backup into the data directory and a restore out of it, by whatever path", async () => {
    const link = join(folder, "link");
    symlinkSync(daemon.dataDir, link);
    for (const target of [daemon.dataDir, join(daemon.dataDir, "bk"), join(link, "events", "new", "bk")]) {
      expectRefusal(await runCommand(daemon.dataDir, {}, ["backup", target]), /lies in the data directory .+elsewhere/);
    }
    expect(readdirSync(daemon.dataDir)).to.not.include("bk");
    expect(readdirSync(join(daemon.dataDir, "events"))).to.not.include("new");
    const dataDir = join(folder, "holds-its-backup");
    cpSync(backup, join(dataDir, "events", "bk"), { recursive: true });
    expectRefusal(
      await runCommand(dataDir, {}, ["restore", join(dataDir, "events", "bk"), "--replace"]),
      /lies in the data directory .+Move it elsewhere/,
    );
    // A name that only begins like the data directory's lies beside it.
    expect((await runCommand(daemon.dataDir, {}, ["backup", `${daemon.dataDir}-bk`])).code).to.equal(0);
    rmSync(`${daemon.dataDir}-bk`, { recursive: true });
  });

  it("ends where no folder can be made, and says why", async function () {
    if (!existsSync("/proc/self")) this.skip();
    const backUp = (target: string): Promise<Outcome> => runCommand(daemon.dataDir, {}, ["backup", target]);
    expectRefusal(await backUp("/proc/tocsin/new"), /can't be made: the file system of \/proc takes no folders/);
    expectRefusal(
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
    expectRefusal(await backUp(join(readonly, "a", "b")), /can't be made: EROFS: read-only file system/);
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
      expect((await runCommand(dataDir, {}, ["restore", backup])).code).to.equal(0);
      // As a daemon leaves it: to read it SQLite makes files of its own.
      const database = new Sqlite(join(dataDir, "tocsin.db"));
      database.pragma("journal_mode = WAL");
      database.close();
      disk?.fill();
      const target = join(folder, "of-full");
      for (const args of [["backup", target], ["check"]]) {
        const outcome = await runCommand(dataDir, {}, args);
        expectRefusal(outcome, new RegExp(`The disk of ${dataDir} is full\\. Make room there, then run`));
      }
      expect(existsSync(target)).to.equal(false);
    });

    it("name the disk that a backup fills, and remove what it made and nothing else", async () => {
      const config = { dataDir: daemon.dataDir, databaseUrl: undefined, amqpUrl: undefined };
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
      const dataDir = join(folder, "large-wal");
      expect((await runCommand(dataDir, {}, ["restore", backup])).code).to.equal(0);
      writeFileSync(join(dataDir, "tocsin.db-wal"), "");
      truncateSync(join(dataDir, "tocsin.db-wal"), 100e6);
      const target = join((disk as SmallDisk).folder, "a", "b");
      expectRefusal(await runCommand(dataDir, {}, ["backup", target]), /has 16\.\d MB left and needs 1\d\d\.\d MB/);
      expect(readdirSync((disk as SmallDisk).folder)).to.deep.equal([]);
    });
  });

  describe("run by root on the directory of another user", () => {
    const USER = 12345;
    const AS_USER = ["setpriv", `--reuid=${USER}`, `--regid=${USER}`, "--clear-groups"];
    let dataDir = "";
    beforeEach(async function () {
      if (process.getuid?.() !== 0) this.skip();
      dataDir = temporaryFolder();
      chownSync(dataDir, USER, USER);
      const { code, stdout, stderr } = await runCommand(dataDir, {}, ["restore", backup]);
      expect(code, stderr).to.equal(0);
      expect(stdout).to.not.include("chown");
    });
    afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

    const foreign = (): string[] =>
      readdirSync(dataDir, { recursive: true, encoding: "utf8" }).filter(
        (name) => statSync(join(dataDir, name)).uid !== USER,
      );

    it("gives what a restore and a repair make to that user, with the mode of the file that is replaced", async () => {
      expect(foreign()).to.deep.equal([]);
      const [segment = ""] = readdirSync(join(dataDir, "events")).filter((name) => name.endsWith(".db"));
      for (const name of ["tocsin.db", `events/${segment}`]) {
        const path = join(dataDir, name);
        const content = readFileSync(path);
        content.fill(0xa5, 3 * 4096, 3 * 4096 + 64);
        writeFileSync(path, content);
        chmodSync(path, 0o640);
      }
      const { stdout, stderr } = await runCommand(dataDir, {}, ["check", "--repair"]);
      expect(stdout, stderr)
        .to.match(/tocsin\.db was/)
        .and.match(/events\/.+ was/)
        .and.not.include("chown");
      expect(foreign()).to.deep.equal([]);
      expect(statSync(join(dataDir, "tocsin.db")).mode & 0o777).to.equal(0o640);
      rmSync(join(dataDir, "queue.db"));
      const acknowledged = await runCommand(dataDir, {}, ["check", "--acknowledge"]);
      expect(acknowledged.stdout).to.include("queue.db was missing");
      const replaced = await runCommand(dataDir, {}, ["restore", backup, "--replace"]);
      expect(replaced.code, replaced.stderr).to.equal(0);
      expect(foreign()).to.deep.equal([]);
      const daemon = spawnDaemon(dataDir, {}, { wrapper: AS_USER });
      await untilReady(daemon);
      expect(await daemon.end("SIGTERM")).to.equal(0);
    });

    it("says how to give away a file where it may not, which is what the start says too", async () => {
      expect(foreignAdvice(dataDir, [join(dataDir, "tocsin.db")])).to.equal(undefined);
      const [segment = ""] = readdirSync(join(dataDir, "events")).filter((name) => name.endsWith(".db"));
      for (const name of ["tocsin.db", "lock.db", "secret-key", `events/${segment}`]) {
        const path = join(dataDir, name);
        chownSync(path, 0, 0);
        expect(foreignAdvice(dataDir, [path])).to.include(`chown -R ${USER}:${USER} '${dataDir}'`);
        const daemon = spawnDaemon(dataDir, {}, { wrapper: AS_USER });
        expect(await daemon.exited, daemon.output()).to.equal(2);
        expect(daemon.output())
          .to.match(/^tocsind: [^\n]+\n$/)
          .and.include(`${path} can't be opened`);
        expect(daemon.output()).to.include(`chown -R ${USER}:${USER} '${dataDir}'`);
        chownSync(path, USER, USER);
      }
    });
  });
});
