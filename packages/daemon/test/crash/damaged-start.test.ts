import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import { temporaryFolder } from "../support/daemon.ts";
import { startLoad } from "../support/load.ts";
import { type DaemonProcess, runCommand, startDaemonProcess } from "../support/process.ts";
import { request } from "../support/request.ts";
import { compare, drained, storedCounts } from "../support/stored-counts.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

interface Report {
  readonly files: readonly { readonly file: string; readonly problems: readonly string[] }[];
  readonly repaired: readonly { readonly file: string; readonly isWhole: boolean; readonly setAside: string }[];
}

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

describe("a daemon that was killed and whose files were damaged meanwhile", function () {
  this.timeout(60_000);
  let dataDir = "";
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  /** Answers the messages of events that were acknowledged. */
  async function killUnderLoad(): Promise<ReadonlySet<string>> {
    const daemon = await startDaemonProcess(dataDir);
    const load = startLoad(2);
    load.aim(daemon.ingest);
    await waitFor(() => load.acknowledged.size > 800, { within: 30_000, what: "events" });
    const waiting = async (): Promise<number> =>
      Number(/^tocsin_queue_depth (\d+)/m.exec((await request(`${daemon.core}/metrics`)).text)?.[1]);
    const isConsumed = async (): Promise<boolean> => {
      const accepted = load.acknowledged.size;
      return (await waiting()) < accepted;
    };
    await waitFor(isConsumed, { within: 20_000, what: "some of them to be consumed" });
    await daemon.end("SIGKILL");
    await load.stop();
    return load.acknowledged;
  }

  const damage = (name: string, at: number, bytes: number): void => {
    const path = join(dataDir, name);
    const content = readFileSync(path);
    content.fill(0xa5, at, at + bytes);
    writeFileSync(path, content);
  };

  it("refuses to start, names the file and the command, and loses nothing that a damaged WAL frame only seems to hide", async () => {
    const acknowledged = await killUnderLoad();
    const frames = Math.floor((statSync(join(dataDir, "queue.db-wal")).size - 32) / 4120);
    damage("queue.db-wal", 32 + Math.floor(frames / 3) * 4120 + 600, 64);

    for (let start = 0; start < 2; start += 1) {
      const refused = await runCommand(dataDir, {}, []);
      expect(refused.code).to.equal(2);
      expect(refused.stderr).to.match(
        /queue\.db is damaged\. .+tocsind check --repair.+\n {2}queue\.db: .+commits.+\n$/,
      );
    }
    const checked = await runCommand(dataDir, {}, ["check", "--json"]);
    expect(checked.code).to.equal(1);
    const problems = (JSON.parse(checked.stdout) as Report).files.filter((file) => file.problems.length > 0);
    expect(problems.map(({ file }) => file)).to.deep.equal(["queue.db"]);

    const { code, stdout, stderr } = await runCommand(dataDir, {}, ["check", "--repair", "--json"]);
    expect(code, stderr).to.equal(0);
    const [repaired] = (JSON.parse(stdout) as Report).repaired;
    expect(repaired?.isWhole, stdout).to.equal(true);
    expect(existsSync(join(repaired?.setAside as string, "queue.db-wal"))).to.equal(true);

    const daemon = await startDaemonProcess(dataDir);
    await drained(daemon);
    expect(compare(acknowledged, await storedCounts(daemon))).to.deep.equal({ missing: 0, doubled: 0 });
    expect(await daemon.end("SIGTERM")).to.equal(0);
    expect((await runCommand(dataDir, {}, ["check"])).code).to.equal(0);
  });

  it("goes on with the queue where the archive can't be read at all, which is set aside", async () => {
    await killUnderLoad();
    for (const end of ["-wal", "-shm"]) rmSync(join(dataDir, `events.db${end}`), { force: true });
    writeFileSync(join(dataDir, "events.db"), Buffer.alloc(20_000, 0xa5));
    const refused = await runCommand(dataDir, {}, []);
    expect(refused.code).to.equal(2);
    expect(refused.stderr).to.match(
      /events\.db is damaged\. .+\n {2}events\.db: its first page is no header of a SQLite file/,
    );
    const { code, stdout } = await runCommand(dataDir, {}, ["check", "--repair"]);
    expect(code).to.equal(0);
    expect(stdout).to.match(/events\.db was rebuilt.+The damaged file is in .+damaged-/);
    const daemon = await startDaemonProcess(dataDir);
    await drained(daemon);
    expect(await daemon.end("SIGTERM")).to.equal(0);
  });

  it("keeps what it accepts in the queue where a large segment turns out to be damaged, and names the file", async () => {
    const before = await startDaemonProcess(dataDir);
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

    const [segment] = readdirSync(join(dataDir, "events")).filter((name) => name.endsWith(".db")) as [string];
    const path = join(dataDir, "events", segment);
    expect(statSync(path).size, "larger than the start reads whole").to.be.above(16 * MIB);
    damageIndexes(path);

    const daemon = await startDaemonProcess(dataDir);
    await send(daemon, 10);
    const readiness = () => request(`${daemon.core}/health/ready`);
    await waitFor(async () => (await readiness()).status === 503, { what: "readiness to be lost" });
    expect((await readiness()).text).to.include(`${segment} is damaged; run tocsind check`);
    await waitFor(() => daemon.output().includes("Storage is damaged"), { what: "the worker to log it" });
    expect(daemon.output()).to.include(path);
    const letters = await request(`${daemon.core}/events/dead-letters`, { token: mintToken() });
    expect(letters.json()).to.deep.equal([]);
    await daemon.end("SIGKILL");

    expect((await runCommand(dataDir, {}, ["check", "--repair"])).code).to.equal(0);
    const after = await startDaemonProcess(dataDir);
    await drained(after);
    const counts = await storedCounts(after);
    expect(counts.get("done 3"), "40 times before and once after").to.equal(41);
    expect(await after.end("SIGTERM")).to.equal(0);
  });

  async function startAndStop(): Promise<void> {
    const daemon = await startDaemonProcess(dataDir);
    expect(await daemon.end("SIGTERM")).to.equal(0);
  }

  it("refuses to start with three findings at most, one a line", async () => {
    await startAndStop();
    // The count of fragmented bytes in the head of a page, of which SQLite reports each.
    for (let page = 10; page < 20; page += 1) damage("tocsin.db", page * 4096 + 7, 1);
    const { code, stderr } = await runCommand(dataDir, {}, []);
    expect(code).to.equal(2);
    const [advice, ...findings] = stderr.trimEnd().split("\n");
    expect(advice)
      .to.include(`${join(dataDir, "tocsin.db")} is damaged. Restore a backup`)
      .and.not.include("Tree");
    expect(findings).to.have.length(4);
    expect(findings[0]).to.match(/^ {2}tocsin\.db: \S/);
    expect(findings[3]).to.match(/^ {2}\d+ more: tocsind check prints them$/);
  });

  const OPENED: Readonly<Record<string, string>> = {
    "tocsin.db": "migrations",
    "events.db": "fact",
    "queue.db": "batch",
  };
  for (const [file, table] of Object.entries(OPENED)) {
    it(`names ${file} where its damage shows only when it is opened, since the start doesn't read large files whole`, async () => {
      await startAndStop();
      const database = new Sqlite(join(dataDir, file));
      const root = database.prepare("select rootpage from sqlite_schema where name = ?").pluck().get(table) as number;
      database.exec("create table large (content blob); insert into large values (zeroblob(17000000))");
      database.close();
      damage(file, (root - 1) * 4096, 8);
      const { code, stderr } = await runCommand(dataDir, {}, []);
      expect(code, stderr).to.equal(2);
      expect(stderr).to.include(
        `${join(dataDir, file)} is damaged: database disk image is malformed. Restore a backup`,
      );
    });
  }

  for (const lost of ["tocsin.db", "queue.db"]) {
    it(`refuses to start without the ${lost} that it had, until the operator acknowledges the loss`, async () => {
      await killUnderLoad();
      for (const end of ["", "-wal", "-shm"]) rmSync(join(dataDir, lost + end), { force: true });
      const refused = await runCommand(dataDir, {}, []);
      expect(refused.code).to.equal(2);
      expect(refused.stderr)
        .to.include(`${join(dataDir, lost)} is missing`)
        .and.include("tocsind check --acknowledge");
      expect(existsSync(join(dataDir, lost)), "nothing was made").to.equal(false);
      const backup = await runCommand(dataDir, {}, ["backup", join(dataDir, "backup")]);
      expect(backup.code, backup.stderr).to.equal(2);
      for (const args of [["check"], ["check", dataDir]]) {
        const checked = await runCommand(dataDir, {}, args);
        expect(checked.code, checked.stdout).to.equal(1);
        expect(checked.stdout).to.include(`${lost}: MISSING`);
      }
      const acknowledged = await runCommand(dataDir, {}, ["check", "--acknowledge"]);
      expect(acknowledged.code, acknowledged.stderr).to.equal(0);
      const daemon = await startDaemonProcess(dataDir);
      await drained(daemon);
      expect(await daemon.end("SIGTERM")).to.equal(0);
    });
  }
});
