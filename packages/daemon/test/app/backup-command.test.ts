import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { expect } from "chai";
import { restore } from "../../src/app/commands/backup/restore.ts";
import { isDataDirectoryInUse } from "../../src/store/sql/data-directory-lock.ts";
import { ingest, startTestDaemon, stored, type TestDaemon, temporaryFolder } from "../support/daemon.ts";
import { type Outcome, runCommand } from "../support/process.ts";

interface Manifest {
  readonly database: string;
  readonly schema: string;
  readonly queue: { readonly sequence: number; readonly consumed: number };
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
}

describe("tocsind backup and tocsind restore", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  let folder = "";
  let backup = "";
  let eventId = "";
  before(async () => {
    folder = temporaryFolder();
    backup = join(folder, "backup");
    daemon = await startTestDaemon();
    eventId = await send(daemon);
    mkdirSync(join(daemon.dataDir, "probe-output", "ab"), { recursive: true });
    writeFileSync(join(daemon.dataDir, "probe-output", "ab", "ab12"), "output");
    const outcome = await runCommand(daemon.dataDir, {}, ["backup", backup, "--json"]);
    expect(outcome.code, outcome.stderr).to.equal(0);
  });
  after(async () => {
    await daemon.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function send(to: TestDaemon): Promise<string> {
    const answer = await ingest(to, "/events/logs", { service: "shop", level: "info", message: "kept" });
    const { id } = answer.json<{ id: string }>();
    await stored(to, id);
    return id;
  }

  const manifestOf = (path: string): Manifest => JSON.parse(readFileSync(join(path, "manifest.json"), "utf8"));
  const expectRefusal = ({ code, stderr }: Outcome, reason: RegExp): void => {
    expect(stderr).to.match(reason);
    expect(stderr).to.not.match(/\n\s+at /);
    expect(code).to.equal(2);
  };
  /** A copy of the backup that a test may change. */
  async function changedBackup(change: (path: string) => void): Promise<string> {
    const path = join(folder, `changed-${Math.random().toString(36).slice(2)}`);
    cpSync(backup, path, { recursive: true });
    change(path);
    return path;
  }

  it("names every file with its size and hash, the schema and the queue's position, for its owner alone", () => {
    const { files, database, schema, queue } = manifestOf(backup);
    expect(database).to.equal("sqlite");
    expect(schema).to.match(/\d{13}$/);
    expect(queue.consumed).to.be.at.least(1).and.at.most(queue.sequence);
    expect(files.map(({ path }) => path)).to.include.members([
      "queue.db",
      "tocsin.db",
      "events.db",
      "secret-key",
      "probe-output/ab/ab12",
    ]);
    const present = readdirSync(backup, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(backup, join(entry.parentPath, entry.name)));
    expect(present, "nothing else lies there").to.have.members(["manifest.json", ...files.map(({ path }) => path)]);
    expect(files.some(({ path }) => /^events\/\d{8}T\d{9}Z-[0-9a-f]{8}\.db$/.test(path))).to.equal(true);
    for (const { path, bytes } of files) {
      const { size, mode } = statSync(join(backup, path));
      expect(size).to.equal(bytes);
      expect(mode & 0o077, path).to.equal(0);
    }
  });

  it("starts a daemon on the restored directory that has what was stored, and says nothing of a gap", async () => {
    const dataDir = join(folder, "restored");
    const outcome = await runCommand(dataDir, {}, ["restore", backup]);
    expect(outcome.code, outcome.stderr).to.equal(0);
    expect(readFileSync(join(dataDir, "probe-output", "ab", "ab12"), "utf8")).to.equal("output");
    const restored = await startTestDaemon({}, dataDir);
    expect((await stored(restored, eventId)).message).to.equal("kept");
    await send(restored);
    expect(restored.log.filter(({ level }) => level === "error")).to.deep.equal([]);
    await restored.stop();
  });

  it("refuses a folder that isn't empty, and a data directory that is", async () => {
    expectRefusal(await runCommand(daemon.dataDir, {}, ["backup", backup]), /isn't empty/);
    const empty = join(folder, "empty");
    expectRefusal(await runCommand(empty, {}, ["backup", join(folder, "of-nothing")]), /There is no data/);
    expect(existsSync(empty), "nothing was made").to.equal(false);
  });

  it("refuses a directory in use, and one that holds data unless it is told to replace it", async () => {
    expectRefusal(await runCommand(daemon.dataDir, {}, ["restore", backup, "--replace"]), /in use.+Stop the daemon/s);
    const dataDir = join(folder, "full");
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "tocsin.db"), "what was there");
    expectRefusal(await runCommand(dataDir, {}, ["restore", backup]), /holds data \(tocsin\.db\).+--replace/s);
    const { code, stdout } = await runCommand(dataDir, {}, ["restore", backup, "--replace", "--json"]);
    expect(code).to.equal(0);
    const { setAside } = JSON.parse(stdout) as { setAside: string };
    expect(readFileSync(join(setAside, "tocsin.db"), "utf8")).to.equal("what was there");
    expect(statSync(join(dataDir, "tocsin.db")).size).to.be.above(1000);
  });

  it("refuses a backup that is unfinished, damaged, incomplete, or names paths outside of itself", async () => {
    const target = join(folder, "never");
    const tryRestore = async (change: (path: string) => void, reason: RegExp): Promise<void> => {
      expectRefusal(await runCommand(target, {}, ["restore", await changedBackup(change)]), reason);
      expect(existsSync(join(target, "tocsin.db"))).to.equal(false);
    };
    await tryRestore((path) => rmSync(join(path, "manifest.json")), /no finished backup/);
    await tryRestore((path) => rmSync(join(path, "events.db")), /events\.db is missing/);
    await tryRestore((path) => {
      const bytes = readFileSync(join(path, "tocsin.db"));
      bytes[9000] = (bytes[9000] as number) ^ 1;
      writeFileSync(join(path, "tocsin.db"), bytes);
    }, /tocsin\.db has another SHA-256/);
    await tryRestore((path) => {
      rmSync(join(path, "secret-key"));
      symlinkSync("/etc/passwd", join(path, "secret-key"));
    }, /secret-key is no regular file/);
    await tryRestore((path) => {
      const manifest = manifestOf(path);
      const files = [...manifest.files, { path: "../../outside", bytes: 1, sha256: "0".repeat(64) }];
      writeFileSync(join(path, "manifest.json"), JSON.stringify({ ...manifest, files }));
    }, /isn't the manifest/);
    await tryRestore((path) => {
      writeFileSync(join(path, "manifest.json"), JSON.stringify({ ...manifestOf(path), schema: "Later9999999999999" }));
    }, /whose schema \(Later9999999999999\) is newer/);
  });

  it("refuses to start a daemon between the files of an interrupted restore, until it is done again", async () => {
    const dataDir = join(folder, "interrupted");
    expect((await runCommand(dataDir, {}, ["restore", backup])).code).to.equal(0);
    writeFileSync(join(dataDir, "restore-unfinished"), "The restore was interrupted; use --replace");
    expectRefusal(await runCommand(dataDir, {}, []), /restore.+was interrupted.+--replace/s);
    expectRefusal(await runCommand(dataDir, {}, ["backup", join(folder, "of-unfinished")]), /was interrupted/);
    const checked = await runCommand(dataDir, {}, ["check"]);
    expect(checked.stdout).to.include("The restore was interrupted");
    expect(checked.code).to.equal(1);
    expect((await runCommand(dataDir, {}, ["restore", backup, "--replace"])).code).to.equal(0);
    expect(readdirSync(dataDir)).to.not.include("restore-unfinished");
  });

  it("is not told that a directory is in use where a journal of the lock can't be made, as on a full disk", () => {
    const dataDir = join(folder, "no-journal");
    mkdirSync(join(dataDir, "lock.db-journal"), { recursive: true });
    writeFileSync(join(dataDir, "lock.db"), "");
    expect(isDataDirectoryInUse(dataDir)).to.equal(false);
  });

  it("names the command, the folder and the next step where a command can't do its work", async () => {
    const dataDir = join(folder, "unwritable");
    mkdirSync(join(dataDir, "lock.db"), { recursive: true });
    expectRefusal(await runCommand(dataDir, {}, []), /data directory .+unwritable can't be written.+TOCSIN_DATA_DIR/);
    expectRefusal(await runCommand(dataDir, {}, ["restore", backup]), /unwritable can't be written/);
    const unreadable = await changedBackup((path) => {
      rmSync(join(path, "manifest.json"));
      mkdirSync(join(path, "manifest.json"));
    });
    expectRefusal(await runCommand(dataDir, {}, ["restore", unreadable]), /manifest\.json can't be read: EISDIR/);
    const file = join(folder, "a-file");
    writeFileSync(file, "");
    expectRefusal(
      await runCommand(file, {}, ["restore", backup]),
      /data directory .+ can't be made: .+a-file is a file/,
    );
    expectRefusal(
      await runCommand(daemon.dataDir, {}, ["backup", file]),
      /folder .+ can't be made: .+a-file is a file/,
    );
    for (const name of ["check", "restore"]) {
      expectRefusal(await runCommand(dataDir, {}, [name, join(folder, "nowhere")]), /There is no folder .+nowhere;/);
      expectRefusal(await runCommand(dataDir, {}, [name, file]), /a-file is a file; name a folder/);
    }
    for (const name of ["backup", "restore"]) {
      expectRefusal(await runCommand(dataDir, {}, [name]), new RegExp(`tocsind ${name} DIR`));
    }
    expectRefusal(await runCommand(dataDir, {}, ["backup", file, "--replace"]), /leave out --replace/);
    expectRefusal(await runCommand(dataDir, {}, ["check", "--repair", "--acknowledge"]), /not both/);
  });

  it("compares a backup with its manifest, and changes nothing", async () => {
    const check = async (change: (path: string) => void, ...options: string[]): Promise<Outcome> =>
      runCommand(join(folder, "unused"), {}, ["check", await changedBackup(change), ...options]);
    const sound = await changedBackup(() => undefined);
    const names = readdirSync(sound, { recursive: true });
    const { code, stdout, stderr } = await runCommand(join(folder, "unused"), {}, ["check", sound]);
    expect(code, stdout + stderr).to.equal(0);
    expect(stdout)
      .to.include("secret-key")
      .and.match(/The queue stands at position \d/);
    expect(readdirSync(sound, { recursive: true })).to.deep.equal(names);

    const expectDamage = async (change: (path: string) => void, reason: RegExp): Promise<void> => {
      const outcome = await check(change);
      expect(outcome.stdout).to.match(reason).and.include("Choose another backup");
      expect(outcome.code).to.equal(1);
    };
    await expectDamage((path) => rmSync(join(path, "tocsin.db")), /tocsin\.db .+DAMAGED\n {2}is missing/);
    await expectDamage(
      (path) => rmSync(join(path, "events"), { recursive: true }),
      /events\/.+DAMAGED\n {2}is missing/,
    );
    await expectDamage((path) => {
      rmSync(join(path, "secret-key"));
      symlinkSync("/etc/passwd", join(path, "secret-key"));
    }, /is no regular file/);
    await expectDamage((path) => cpSync(join(path, "events.db"), join(path, "tocsin.db")), /tocsin\.db .+DAMAGED/);
    await expectDamage((path) => rmSync(join(path, "manifest.json")), /neither manifest\.json nor lock\.db/);
    for (const option of ["--repair", "--acknowledge"]) {
      expectRefusal(
        await check((path) => rmSync(join(path, "tocsin.db")), option),
        /is a backup, which stays as it is/,
      );
    }
  });

  it("sets data aside under a name of its own where two restores begin in one second", async () => {
    const dataDir = join(folder, "twice");
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "tocsin.db"), "what was there");
    const options = { now: () => 1_800_000_000_000, progress: { show() {}, clear() {} }, replace: true };
    const config = { dataDir, databaseUrl: undefined, amqpUrl: undefined };
    const first = await restore(config, backup, options);
    const second = await restore(config, backup, options);
    expect(second.setAside).to.equal(`${first.setAside}-2`);
    expect(readFileSync(join(first.setAside as string, "tocsin.db"), "utf8")).to.equal("what was there");
    expect(statSync(join(second.setAside as string, "tocsin.db")).size).to.be.above(1000);
  });

  it("refuses to start a daemon after a restore that was killed while it copied, until it is done again", async () => {
    const killed = join(folder, "killed");
    // The directory in the middle of the copies is what a kill leaves.
    const show = (): void => cpSync(join(folder, "alive"), killed, { recursive: true });
    const config = { dataDir: join(folder, "alive"), databaseUrl: undefined, amqpUrl: undefined };
    await restore(config, backup, { now: Date.now, progress: { show, clear() {} }, replace: false });
    expectRefusal(await runCommand(killed, {}, []), /restore.+was interrupted.+Run tocsind restore DIR again/s);
    const { code, stderr } = await runCommand(killed, {}, ["restore", backup]);
    expect(code, stderr).to.equal(0);
    expect(readdirSync(killed)).to.include("tocsin.db").and.not.include("restore-unfinished");
  });

  it("leaves a directory as it was where a restore fails before it moves a file", async () => {
    const damaged = await changedBackup((path) => writeFileSync(join(path, "tocsin.db"), "other"));
    const dataDir = join(folder, "untouched");
    expectRefusal(await runCommand(dataDir, {}, ["restore", damaged]), /tocsin\.db has 5 bytes/);
    expect(existsSync(dataDir)).to.equal(false);
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "tocsin.db"), "what was there");
    expectRefusal(await runCommand(dataDir, {}, ["restore", damaged, "--replace"]), /tocsin\.db has 5 bytes/);
    expect(readdirSync(dataDir)).to.deep.equal(["tocsin.db"]);
  });
});
