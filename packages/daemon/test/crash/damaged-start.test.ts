import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { runCommand, startDaemonProcess } from "../support/process.ts";
import { compare, drained, storedCounts } from "../support/stored-counts.ts";
import { damagedStartWorld } from "./damaged-start-world.ts";

interface Report {
  readonly files: readonly { readonly file: string; readonly problems: readonly string[] }[];
  readonly repaired: readonly { readonly file: string; readonly isWhole: boolean; readonly setAside: string }[];
}

describe("a daemon that was killed and whose files were damaged meanwhile", function () {
  this.timeout(60_000);
  const world = damagedStartWorld();

  it("refuses to start, names the file and the command, and loses nothing that a damaged WAL frame only seems to hide", async () => {
    const acknowledged = await world.killUnderLoad();
    const frames = Math.floor((statSync(join(world.dataDir, "queue.db-wal")).size - 32) / 4120);
    world.damage("queue.db-wal", 32 + Math.floor(frames / 3) * 4120 + 600, 64);

    for (let start = 0; start < 2; start += 1) {
      const refused = await runCommand(world.dataDir, {}, []);
      expect(refused.code).to.equal(2);
      expect(refused.stderr).to.match(
        /queue\.db is damaged\. .+tocsind check --repair.+\n {2}queue\.db: .+commits.+\n$/,
      );
    }
    const checked = await runCommand(world.dataDir, {}, ["check", "--json"]);
    expect(checked.code).to.equal(1);
    const problems = (JSON.parse(checked.stdout) as Report).files.filter((file) => file.problems.length > 0);
    expect(problems.map(({ file }) => file)).to.deep.equal(["queue.db"]);

    const { code, stdout, stderr } = await runCommand(world.dataDir, {}, ["check", "--repair", "--json"]);
    expect(code, stderr).to.equal(0);
    const [repaired] = (JSON.parse(stdout) as Report).repaired;
    expect(repaired?.isWhole, stdout).to.equal(true);
    expect(existsSync(join(repaired?.setAside as string, "queue.db-wal"))).to.equal(true);

    const daemon = await startDaemonProcess(world.dataDir);
    await drained(daemon);
    expect(compare(acknowledged, await storedCounts(daemon))).to.deep.equal({ missing: 0, doubled: 0 });
    expect(await daemon.end("SIGTERM")).to.equal(0);
    expect((await runCommand(world.dataDir, {}, ["check"])).code).to.equal(0);
  });

  it("goes on with the queue where the archive can't be read at all, which is set aside", async () => {
    await world.killUnderLoad();
    for (const end of ["-wal", "-shm"]) rmSync(join(world.dataDir, `events.db${end}`), { force: true });
    writeFileSync(join(world.dataDir, "events.db"), Buffer.alloc(20_000, 0xa5));
    const refused = await runCommand(world.dataDir, {}, []);
    expect(refused.code).to.equal(2);
    expect(refused.stderr).to.match(
      /events\.db is damaged\. .+\n {2}events\.db: its first page is no header of a SQLite file/,
    );
    const { code, stdout } = await runCommand(world.dataDir, {}, ["check", "--repair"]);
    expect(code).to.equal(0);
    expect(stdout).to.match(/events\.db was rebuilt.+The damaged file is in .+damaged-/);
    const daemon = await startDaemonProcess(world.dataDir);
    await drained(daemon);
    expect(await daemon.end("SIGTERM")).to.equal(0);
  });

  it("refuses to start with three findings at most, one a line", async () => {
    await world.startAndStop();
    // The count of fragmented bytes in the head of a page, of which SQLite reports each.
    for (let page = 10; page < 20; page += 1) world.damage("tocsin.db", page * 4096 + 7, 1);
    const { code, stderr } = await runCommand(world.dataDir, {}, []);
    expect(code).to.equal(2);
    const [advice, ...findings] = stderr.trimEnd().split("\n");
    expect(advice)
      .to.include(`${join(world.dataDir, "tocsin.db")} is damaged. Restore a backup`)
      .and.not.include("Tree");
    expect(findings).to.have.length(4);
    expect(findings[0]).to.match(/^ {2}tocsin\.db: \S/);
    expect(findings[3]).to.match(/^ {2}\d+ more: tocsind check prints them$/);
  });
});
