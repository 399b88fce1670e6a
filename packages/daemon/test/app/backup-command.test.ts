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
import { join } from "node:path";
import { expect } from "chai";
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
    expect((await runCommand(dataDir, {}, ["restore", backup, "--replace"])).code).to.equal(0);
    expect(readdirSync(dataDir)).to.not.include("restore-unfinished");
  });
});
