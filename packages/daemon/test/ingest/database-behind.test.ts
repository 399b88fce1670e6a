import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { acknowledgeDatabaseGaps, skipDatabaseComparison } from "../../src/store/queue/database-gaps.ts";
import { type EmbeddedQueue, openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { readQueueState } from "../../src/store/queue/queue-state.ts";
import { temporaryFolder } from "../support/daemon.ts";
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
