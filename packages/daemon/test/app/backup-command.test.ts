import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect } from "chai";
import { startTestDaemon, stored } from "../support/daemon.ts";
import { runCommand } from "../support/process.ts";
import { backupRun } from "./backup-run.ts";

describe("tocsind backup and tocsind restore", function () {
  this.timeout(60_000);
  const world = backupRun();

  it("names every file with its size and hash, the schema and the queue's position, for its owner alone", () => {
    const { files, database, schema, queue } = world.manifestOf(world.backup);
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
    const present = readdirSync(world.backup, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(world.backup, join(entry.parentPath, entry.name)));
    expect(present, "nothing else lies there").to.have.members(["manifest.json", ...files.map(({ path }) => path)]);
    expect(files.some(({ path }) => /^events\/\d{8}T\d{9}Z-[0-9a-f]{8}\.db$/.test(path))).to.equal(true);
    for (const { path, bytes } of files) {
      const { size, mode } = statSync(join(world.backup, path));
      expect(size).to.equal(bytes);
      expect(mode & 0o077, path).to.equal(0);
    }
  });

  it("starts a daemon on the restored directory that has what was stored, and says nothing of a gap", async () => {
    const dataDir = join(world.folder, "restored");
    const outcome = await runCommand(dataDir, {}, ["restore", world.backup]);
    expect(outcome.code, outcome.stderr).to.equal(0);
    expect(readFileSync(join(dataDir, "probe-output", "ab", "ab12"), "utf8")).to.equal("output");
    const restored = await startTestDaemon({}, dataDir);
    expect((await stored(restored, world.eventId)).message).to.equal("kept");
    await world.send(restored);
    expect(restored.log.filter(({ level }) => level === "error")).to.deep.equal([]);
    await restored.stop();
  });

  it("refuses a folder that isn't empty, and a data directory that is", async () => {
    world.expectRefusal(await runCommand(world.daemon.dataDir, {}, ["backup", world.backup]), /isn't empty/);
    const empty = join(world.folder, "empty");
    world.expectRefusal(await runCommand(empty, {}, ["backup", join(world.folder, "of-nothing")]), /There is no data/);
    expect(existsSync(empty), "nothing was made").to.equal(false);
  });

  it("refuses a directory in use, and one that holds data unless it is told to replace it", async () => {
    world.expectRefusal(
      await runCommand(world.daemon.dataDir, {}, ["restore", world.backup, "--replace"]),
      /in use.+Stop the daemon/s,
    );
    const dataDir = join(world.folder, "full");
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "tocsin.db"), "what was there");
    world.expectRefusal(
      await runCommand(dataDir, {}, ["restore", world.backup]),
      /holds data \(tocsin\.db\).+--replace/s,
    );
    const { code, stdout } = await runCommand(dataDir, {}, ["restore", world.backup, "--replace", "--json"]);
    expect(code).to.equal(0);
    const { setAside } = JSON.parse(stdout) as { setAside: string };
    expect(readFileSync(join(setAside, "tocsin.db"), "utf8")).to.equal("what was there");
    expect(statSync(join(dataDir, "tocsin.db")).size).to.be.above(1000);
  });
});
