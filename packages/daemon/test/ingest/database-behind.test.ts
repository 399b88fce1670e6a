import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import { acknowledgeDatabaseGaps, skipDatabaseComparison } from "../../src/store/queue/database-gaps.ts";
import { type EmbeddedQueue, openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { readQueueState } from "../../src/store/queue/queue-state.ts";
import { core, drained, ingest, startTestDaemon, stored, type TestDaemon, temporaryFolder } from "../support/daemon.ts";
import { runCommand } from "../support/process.ts";
import { batchOf } from "../support/worker.ts";

describe("The embedded queue beside a database that may lie behind it", () => {
  let folder: string;
  let path: string;
  let queue: EmbeddedQueue;
  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder, "queue.db");
    queue = open();
  });
  afterEach(() => {
    queue.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (): EmbeddedQueue =>
    openEmbeddedQueue({ path, clock: { now: () => 1000 }, bytesMax: Number.MAX_SAFE_INTEGER });
  /** Starts on a database that has consumed up to this position. */
  const start = (consumed: number): void => {
    queue.close();
    queue = open();
    queue.raise(consumed);
    queue.compareDatabase(consumed);
  };
  const append = async (batches: number, organizationId = "acme"): Promise<void> => {
    for (let n = 0; n < batches; n += 1) await queue.append([{ ...batchOf(["one"]), organizationId }]);
  };
  const missing = (): readonly number[] => queue.databaseGaps.gaps().map((gap) => gap.missing);
  const lost = async (consumed: number): Promise<number> => {
    const position = { read: async () => new Map(), highest: async () => consumed, close: async () => undefined };
    return (await readQueueState(path, async () => position)).lost;
  };

  it("holds every row behind the consumed position, whatever waits and is removed", async () => {
    start(0);
    await append(3);
    await append(3, "other");
    start(0);
    queue.trimLanes(new Map([["acme", 3]]));
    start(3);
    queue.trimLanes(new Map([["other", 4]]));
    start(4);
    expect(await lost(4)).to.equal(0);
    start(9);
    expect(missing()).to.deep.equal([]);
  });

  it("tells once how many batches the database lacks, and counts further ones by themselves", async () => {
    start(0);
    await append(10);
    queue.trim(8);
    expect(await lost(1), "before the start").to.equal(7);
    start(1);
    start(1);
    expect(missing()).to.deep.equal([7]);
    expect(queue.databaseGaps.gaps()[0]).to.deep.include({ consumed: 1, sequence: 10, noticedAt: 1000 });
    await append(2);
    queue.trim(11);
    start(11);
    expect(missing()).to.deep.equal([7]);
    start(1);
    expect(missing()).to.deep.equal([7, 1]);
    expect(acknowledgeDatabaseGaps(path, 1000)).to.equal(2);
    expect(missing()).to.deep.equal([]);
  });

  it("says nothing after an upgrade, after it was a spool, and of an accepted loss", async () => {
    await append(5);
    queue.trim(5);
    expect(await lost(0)).to.equal(0);
    start(0);
    queue.databaseGaps.skip();
    await append(5);
    queue.trim(10);
    start(0);
    expect(missing()).to.deep.equal([]);
    await append(5);
    queue.trim(15);
    skipDatabaseComparison(path);
    start(0);
    expect(missing()).to.deep.equal([]);
  });
});

describe("a daemon whose database lies behind its queue", function () {
  this.timeout(60_000);
  let copies = "";
  let daemon: TestDaemon;
  beforeEach(async () => {
    copies = mkdtempSync(join(tmpdir(), "tocsin-test-copies-"));
    daemon = await startTestDaemon();
  });
  afterEach(async () => {
    await daemon.stop();
    rmSync(copies, { recursive: true, force: true });
  });

  async function send(events: number): Promise<void> {
    for (let n = 0; n < events; n += 1) {
      const answer = await ingest(daemon, "/events/logs", { service: "shop", level: "info", message: `event ${n}` });
      await stored(daemon, answer.json<{ id: string }>().id);
    }
  }
  /** Answers how the daemon stands after an older copy of its database was put back. */
  async function putBackOlder(): Promise<void> {
    await send(1);
    const source = new Sqlite(join(daemon.dataDir, "tocsin.db"), { readonly: true });
    await source.backup(join(copies, "tocsin.db"));
    source.close();
    await send(4);
    // The start removes what is consumed.
    daemon = await daemon.restart();
    daemon = await daemon.restart({}, () => {
      for (const end of ["", "-wal", "-shm"]) rmSync(join(daemon.dataDir, `tocsin.db${end}`), { force: true });
      cpSync(join(copies, "tocsin.db"), join(daemon.dataDir, "tocsin.db"));
    });
  }
  const behindOf = async (): Promise<number> =>
    Number(/^tocsin_database_behind (\d+)/m.exec((await core(daemon, "/metrics")).text)?.[1]);
  const warnings = async (): Promise<readonly string[]> => {
    const answer = await core(daemon, "/health/ready");
    expect(answer.status, answer.text).to.equal(200);
    return answer.json<{ warnings?: string[] }>().warnings ?? [];
  };

  it("logs the figures, warns, shows a metric and fails the check until an operator acknowledges it", async () => {
    await putBackOlder();
    const line = daemon.log.find(({ message }) => message.includes("The database lies behind the queue"));
    expect(line?.level).to.equal("error");
    expect(line?.fields).to.include({ consumed: 1, sequence: 5, missing: 4 });
    expect(await behindOf()).to.equal(4);
    expect((await warnings()).join()).to.match(/4 batches behind the queue.+tocsind check --acknowledge/);
    await send(2);
    await drained(daemon);

    daemon = await daemon.restart();
    expect(await behindOf(), "a restart is no acknowledgement").to.equal(4);
    const checked = await runCommand(daemon.dataDir, {}, ["check"]);
    expect(checked.code, checked.stdout).to.equal(1);
    expect(checked.stdout).to.match(/The database lies 4 batches behind the queue/);
    const { code, stdout } = await runCommand(daemon.dataDir, {}, ["check", "--acknowledge"]);
    expect(code, stdout).to.equal(0);
    expect(await behindOf()).to.equal(0);
    expect(await warnings()).to.deep.equal([]);
    expect((await runCommand(daemon.dataDir, {}, ["check"])).code).to.equal(0);
  });
});
