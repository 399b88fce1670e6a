import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { isDataDirectoryInUse } from "../../src/store/sql/data-directory-lock.ts";
import { type Outcome, runCommand } from "../support/process.ts";
import { backupRun } from "./backup-run.ts";

describe("refused backups and restores", function () {
  this.timeout(60_000);
  const world = backupRun();

  it("refuses a backup that is unfinished, damaged, incomplete, or names paths outside of itself", async () => {
    const target = join(world.folder, "never");
    const tryRestore = async (change: (path: string) => void, reason: RegExp): Promise<void> => {
      world.expectRefusal(await runCommand(target, {}, ["restore", await world.changedBackup(change)]), reason);
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
      const manifest = world.manifestOf(path);
      const files = [...manifest.files, { path: "../../outside", bytes: 1, sha256: "0".repeat(64) }];
      writeFileSync(join(path, "manifest.json"), JSON.stringify({ ...manifest, files }));
    }, /isn't the manifest/);
    await tryRestore((path) => {
      writeFileSync(
        join(path, "manifest.json"),
        JSON.stringify({ ...world.manifestOf(path), schema: "Later9999999999999" }),
      );
    }, /whose schema \(Later9999999999999\) is newer/);
  });

  it("refuses to start a daemon between the files of an interrupted restore, until it is done again", async () => {
    const dataDir = join(world.folder, "interrupted");
    expect((await runCommand(dataDir, {}, ["restore", world.backup])).code).to.equal(0);
    writeFileSync(join(dataDir, "restore-unfinished"), "The restore was interrupted; use --replace");
    world.expectRefusal(await runCommand(dataDir, {}, []), /restore.+was interrupted.+--replace/s);
    world.expectRefusal(
      await runCommand(dataDir, {}, ["backup", join(world.folder, "of-unfinished")]),
      /was interrupted/,
    );
    const checked = await runCommand(dataDir, {}, ["check"]);
    expect(checked.stdout).to.include("The restore was interrupted");
    expect(checked.code).to.equal(1);
    expect((await runCommand(dataDir, {}, ["restore", world.backup, "--replace"])).code).to.equal(0);
    expect(readdirSync(dataDir)).to.not.include("restore-unfinished");
  });

  it("is not told that a directory is in use where a journal of the lock can't be made, as on a full disk", () => {
    const dataDir = join(world.folder, "no-journal");
    mkdirSync(join(dataDir, "lock.db-journal"), { recursive: true });
    writeFileSync(join(dataDir, "lock.db"), "");
    expect(isDataDirectoryInUse(dataDir)).to.equal(false);
  });

  it("names the command, the folder and the next step where a command can't do its work", async () => {
    const dataDir = join(world.folder, "unwritable");
    mkdirSync(join(dataDir, "lock.db"), { recursive: true });
    world.expectRefusal(
      await runCommand(dataDir, {}, []),
      /data directory .+unwritable can't be written.+TOCSIN_DATA_DIR/,
    );
    world.expectRefusal(await runCommand(dataDir, {}, ["restore", world.backup]), /unwritable can't be written/);
    const unreadable = await world.changedBackup((path) => {
      rmSync(join(path, "manifest.json"));
      mkdirSync(join(path, "manifest.json"));
    });
    world.expectRefusal(await runCommand(dataDir, {}, ["restore", unreadable]), /manifest\.json can't be read: EISDIR/);
    const file = join(world.folder, "a-file");
    writeFileSync(file, "");
    world.expectRefusal(
      await runCommand(file, {}, ["restore", world.backup]),
      /data directory .+ can't be made: .+a-file is a file/,
    );
    world.expectRefusal(
      await runCommand(world.daemon.dataDir, {}, ["backup", file]),
      /folder .+ can't be made: .+a-file is a file/,
    );
    for (const name of ["check", "restore"]) {
      world.expectRefusal(
        await runCommand(dataDir, {}, [name, join(world.folder, "nowhere")]),
        /There is no folder .+nowhere;/,
      );
      world.expectRefusal(await runCommand(dataDir, {}, [name, file]), /a-file is a file; name a folder/);
    }
    for (const name of ["backup", "restore"]) {
      world.expectRefusal(await runCommand(dataDir, {}, [name]), new RegExp(`tocsind ${name} DIR`));
    }
    world.expectRefusal(await runCommand(dataDir, {}, ["backup", file, "--replace"]), /leave out --replace/);
    world.expectRefusal(await runCommand(dataDir, {}, ["check", "--repair", "--acknowledge"]), /not both/);
  });

  it("compares a backup with its manifest, and changes nothing", async () => {
    const check = async (change: (path: string) => void, ...options: string[]): Promise<Outcome> =>
      runCommand(join(world.folder, "unused"), {}, ["check", await world.changedBackup(change), ...options]);
    const sound = await world.changedBackup(() => undefined);
    const names = readdirSync(sound, { recursive: true });
    const { code, stdout, stderr } = await runCommand(join(world.folder, "unused"), {}, ["check", sound]);
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
      world.expectRefusal(
        await check((path) => rmSync(join(path, "tocsin.db")), option),
        /is a backup, which stays as it is/,
      );
    }
  });
});
