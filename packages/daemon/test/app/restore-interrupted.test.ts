import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { restore } from "../../src/app/commands/backup/restore.ts";
import { runCommand } from "../support/process.ts";
import { backupRun } from "./backup-run.ts";

describe("tocsind restore", function () {
  this.timeout(60_000);
  const world = backupRun();

  it("sets data aside under a name of its own where two restores begin in one second", async () => {
    const dataDir = join(world.folder, "twice");
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "tocsin.db"), "what was there");
    const options = { now: () => 1_800_000_000_000, progress: { show() {}, clear() {} }, replace: true };
    const config = { dataDir, databaseUrl: undefined, amqpUrl: undefined };
    const first = await restore(config, world.backup, options);
    const second = await restore(config, world.backup, options);
    expect(second.setAside).to.equal(`${first.setAside}-2`);
    expect(readFileSync(join(first.setAside as string, "tocsin.db"), "utf8")).to.equal("what was there");
    expect(statSync(join(second.setAside as string, "tocsin.db")).size).to.be.above(1000);
  });

  it("refuses to start a daemon after a restore that was killed while it copied, until it is done again", async () => {
    const killed = join(world.folder, "killed");
    // The directory in the middle of the copies is what a kill leaves.
    const show = (): void => cpSync(join(world.folder, "alive"), killed, { recursive: true });
    const config = { dataDir: join(world.folder, "alive"), databaseUrl: undefined, amqpUrl: undefined };
    await restore(config, world.backup, { now: Date.now, progress: { show, clear() {} }, replace: false });
    world.expectRefusal(await runCommand(killed, {}, []), /restore.+was interrupted.+Run tocsind restore DIR again/s);
    const { code, stderr } = await runCommand(killed, {}, ["restore", world.backup]);
    expect(code, stderr).to.equal(0);
    expect(readdirSync(killed)).to.include("tocsin.db").and.not.include("restore-unfinished");
  });

  it("leaves a directory as it was where a restore fails before it moves a file", async () => {
    const damaged = await world.changedBackup((path) => writeFileSync(join(path, "tocsin.db"), "other"));
    const dataDir = join(world.folder, "untouched");
    world.expectRefusal(await runCommand(dataDir, {}, ["restore", damaged]), /tocsin\.db has 5 bytes/);
    expect(existsSync(dataDir)).to.equal(false);
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "tocsin.db"), "what was there");
    world.expectRefusal(await runCommand(dataDir, {}, ["restore", damaged, "--replace"]), /tocsin\.db has 5 bytes/);
    expect(readdirSync(dataDir)).to.deep.equal(["tocsin.db"]);
  });
});
