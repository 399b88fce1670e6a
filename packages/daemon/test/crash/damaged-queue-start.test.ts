import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import { type DaemonProcess, runCommand, startDaemonProcess } from "../support/process.ts";
import { request } from "../support/request.ts";
import { drained, storedCounts } from "../support/stored-counts.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";
import { damagedStartWorld } from "./damaged-start-world.ts";

const MIB = 1024 * 1024;
const PAGE_BYTES = 4096;
/** Of a b-tree page that is a leaf of an index ("Database File Format", 1.6). */
const INDEX_LEAF = 0x0a;

/** Spoils the leaves of all indexes, and leaves the rows whole. */
function damageIndexes(path: string): void {
  const content = readFileSync(path);
  for (let at = PAGE_BYTES; at < content.length; at += PAGE_BYTES)
    if (content[at] === INDEX_LEAF) content.fill(0xa5, at, at + PAGE_BYTES);
  writeFileSync(path, content);
}

describe("a daemon whose queue or archive was damaged while it was down", function () {
  this.timeout(60_000);
  const world = damagedStartWorld();

  it("keeps what it accepts in the queue where a large segment turns out to be damaged, and names the file", async () => {
    const before = await startDaemonProcess(world.dataDir);
    const metadata = { text: "x".repeat(1_000) };
    const send = (daemon: DaemonProcess, count: number): Promise<unknown> =>
      request(`${daemon.ingest}/events/logs/batch`, {
        body: Array.from({ length: count }, (_, index) => ({
          service: "load",
          level: "info",
          message: `done ${index}`,
          metadata,
        })),
      });
    for (let batch = 0; batch < 40; batch += 1) await send(before, 500);
    await drained(before);
    expect(await before.end("SIGTERM")).to.equal(0);

    const [segment] = readdirSync(join(world.dataDir, "events")).filter((name) => name.endsWith(".db")) as [string];
    const path = join(world.dataDir, "events", segment);
    expect(statSync(path).size, "larger than the start reads whole").to.be.above(16 * MIB);
    damageIndexes(path);

    const daemon = await startDaemonProcess(world.dataDir);
    await send(daemon, 10);
    const readiness = () => request(`${daemon.core}/health/ready`);
    await waitFor(async () => (await readiness()).status === 503, { what: "readiness to be lost" });
    expect((await readiness()).text).to.include(`${segment} is damaged; run tocsind check`);
    await waitFor(() => daemon.output().includes("Storage is damaged"), { what: "the worker to log it" });
    expect(daemon.output()).to.include(path);
    const deadLetters = await request(`${daemon.core}/events/dead-letters`, { token: mintToken() });
    expect(deadLetters.json()).to.deep.equal([]);
    await daemon.end("SIGKILL");

    expect((await runCommand(world.dataDir, {}, ["check", "--repair"])).code).to.equal(0);
    const after = await startDaemonProcess(world.dataDir);
    await drained(after);
    const counts = await storedCounts(after);
    expect(counts.get("done 3"), "40 times before and once after").to.equal(41);
    expect(await after.end("SIGTERM")).to.equal(0);
  });
  for (const [file, table] of Object.entries(world.OPENED)) {
    it(`names ${file} where its damage shows only when it is opened, since the start doesn't read large files whole`, async () => {
      await world.startAndStop();
      const database = new Sqlite(join(world.dataDir, file));
      const root = database.prepare("select rootpage from sqlite_schema where name = ?").pluck().get(table) as number;
      database.exec("create table large (content blob); insert into large values (zeroblob(17000000))");
      database.close();
      world.damage(file, (root - 1) * 4096, 8);
      const { code, stderr } = await runCommand(world.dataDir, {}, []);
      expect(code, stderr).to.equal(2);
      expect(stderr).to.include(
        `${join(world.dataDir, file)} is damaged: database disk image is malformed. Restore a backup`,
      );
    });
  }

  for (const lost of ["tocsin.db", "queue.db"]) {
    it(`refuses to start without the ${lost} that it had, until the operator acknowledges the loss`, async () => {
      await world.killUnderLoad();
      for (const end of ["", "-wal", "-shm"]) rmSync(join(world.dataDir, lost + end), { force: true });
      const refused = await runCommand(world.dataDir, {}, []);
      expect(refused.code).to.equal(2);
      expect(refused.stderr)
        .to.include(`${join(world.dataDir, lost)} is missing`)
        .and.include("tocsind check --acknowledge");
      expect(existsSync(join(world.dataDir, lost)), "nothing was made").to.equal(false);
      const backup = await runCommand(world.dataDir, {}, ["backup", join(world.dataDir, "backup")]);
      expect(backup.code, backup.stderr).to.equal(2);
      for (const args of [["check"], ["check", world.dataDir]]) {
        const checked = await runCommand(world.dataDir, {}, args);
        expect(checked.code, checked.stdout).to.equal(1);
        expect(checked.stdout).to.include(`${lost}: MISSING`);
      }
      const acknowledged = await runCommand(world.dataDir, {}, ["check", "--acknowledge"]);
      expect(acknowledged.code, acknowledged.stderr).to.equal(0);
      const daemon = await startDaemonProcess(world.dataDir);
      await drained(daemon);
      expect(await daemon.end("SIGTERM")).to.equal(0);
    });
  }
});
