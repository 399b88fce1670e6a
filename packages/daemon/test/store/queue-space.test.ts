import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { type EmbeddedQueue, openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { batchOf } from "../support/worker.ts";

const MIB = 1024 * 1024;

describe("The space of the embedded queue", function () {
  this.timeout(60_000);
  let folder: string;
  let queue: EmbeddedQueue | undefined;
  const path = (): string => join(folder, "queue.db");
  const open = (): EmbeddedQueue => {
    queue = openEmbeddedQueue({ path: path(), clock: { now: () => Date.now() }, bytesMax: 2 ** 30 });
    return queue;
  };
  const bytesAtRest = (): number => {
    queue?.close();
    queue = undefined;
    return statSync(path()).size;
  };
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => {
    queue?.close();
    queue = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  /** A backlog of so many MiB, and one batch behind it. */
  async function fill(given: EmbeddedQueue, mib: number): Promise<void> {
    const large = { ...batchOf(["large"]), body: Buffer.alloc(MIB, "x") };
    for (let n = 0; n < mib; n++) await given.append([large]);
    await given.append([batchOf(["last"])]);
  }

  it("goes back to the disk once a backlog is consumed, and what waits behind it stays", async () => {
    const given = open();
    await fill(given, 100);
    expect(given.returnSpace()).to.equal(false);
    while (given.trim(100));
    let steps = 1;
    while (given.returnSpace()) steps += 1;
    expect(steps).to.be.within(2, 20);
    expect(given.read(0, 10).map(({ batch }) => batch.count)).to.deep.equal([1]);
    await given.append([batchOf(["later"])]);
    expect(given.depth()).to.equal(2);
    expect(bytesAtRest()).to.be.below(70 * MIB);
    expect(open().read(0, 10)).to.have.length(2);
  });

  it("of a file of an earlier version goes back at a start that finds it nearly empty", async () => {
    void open();
    bytesAtRest();
    const earlier = new Database(path());
    earlier.exec("pragma auto_vacuum = NONE; vacuum");
    earlier.close();
    // As the earlier version would have: it fills the file without being able to shrink it.
    const database = new Database(path());
    const insert = database.prepare("insert into batch (total, payload) values (0, zeroblob(1000000))");
    for (let n = 0; n < 80; n++) insert.run();
    database.exec("delete from batch");
    database.close();
    expect(statSync(path()).size).to.be.above(70 * MIB);
    const given = open();
    await given.append([batchOf(["first"])]);
    expect(given.read(0, 10)[0]?.position, "positions go on").to.equal(81);
    expect(bytesAtRest()).to.be.below(MIB);
  });
});
