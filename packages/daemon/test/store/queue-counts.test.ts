import { expect } from "chai";
import type { QueueCountStore } from "../../src/ingest/queue.ts";
import { createPartitionLeaseStore } from "../../src/store/partitions/partition-leases.ts";
import { createQueueCountStore } from "../../src/store/queue/queue-counts.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { NOW } from "./samples.ts";

const PARTITIONS = 2;
const SECOND = 1_000;
const nothing = { events: 0, firstAt: 0 };
const idle = (events: number, reachedAt: number) => ({ events, isBusy: false, reachedAt });

onEachEngine("The counts of events in the broker", (fresh) => {
  let made: Fresh;
  let counts: QueueCountStore;
  let database: Database;
  beforeEach(async () => {
    made = await fresh();
    database = await made.openDatabase();
    counts = createQueueCountStore(database, PARTITIONS);
  });
  afterEach(() => made.drop());

  it("are what went in of all processes less what came out of all workers", async () => {
    await counts.accept("a", { events: 30, firstAt: NOW }, NOW);
    await counts.accept("b", { events: 12, firstAt: NOW }, NOW);
    await counts.handle("w1", idle(10, NOW), NOW);
    await counts.handle("w2", idle(20, NOW), NOW);
    expect((await counts.accept("a", nothing, NOW)).depth).to.equal(12);
  });

  it("are never below nothing, whichever end says first what it counted", async () => {
    await counts.handle("w", idle(5, NOW), NOW);
    expect((await counts.accept("a", nothing, NOW)).depth).to.equal(0);
    expect((await counts.accept("a", { events: 5, firstAt: NOW }, NOW)).depth).to.equal(0);
  });

  it("are reported by one process, and by another five seconds after the first was heard of last", async () => {
    const reports = async (process: string, at: number): Promise<boolean> =>
      (await counts.accept(process, nothing, at)).isReporter;
    expect(await reports("a", NOW)).to.equal(true);
    expect(await reports("b", NOW + SECOND)).to.equal(false);
    expect(await reports("a", NOW + 4 * SECOND)).to.equal(true);
    expect(await reports("b", NOW + 9 * SECOND)).to.equal(false);
    expect(await reports("b", NOW + 10 * SECOND)).to.equal(true);
    expect(await reports("a", NOW + 11 * SECOND)).to.equal(false);
  });

  it("know the age of what waits: since the backlog began, or as far as the slowest worker has come", async () => {
    const oldest = async (at: number): Promise<number | undefined> => (await counts.accept("a", nothing, at)).oldestAt;
    expect(await oldest(NOW)).to.equal(undefined);
    await counts.accept("a", { events: 10, firstAt: NOW - 3 * SECOND }, NOW);
    expect(await oldest(NOW)).to.equal(NOW - 3 * SECOND);
    await counts.handle("w1", idle(1, NOW - SECOND), NOW + SECOND);
    await counts.handle("w2", idle(1, NOW), NOW + SECOND);
    expect(await oldest(NOW + 2 * SECOND)).to.equal(NOW - SECOND);
    await counts.handle("w1", idle(8, NOW), NOW + 3 * SECOND);
    expect(await oldest(NOW + 3 * SECOND)).to.equal(undefined);
  });

  it("know that a partition is behind which nobody processes, while others get on", async () => {
    await counts.accept("a", { events: 10, firstAt: NOW - 100 * SECOND }, NOW - 100 * SECOND);
    await counts.handle("w", idle(5, NOW - SECOND), NOW);
    const stuckSince = NOW - 60 * SECOND;
    const leases = createPartitionLeaseStore(database, { now: () => stuckSince });
    await leases.heartbeat("a worker", [], PARTITIONS);
    expect((await counts.accept("a", nothing, NOW)).oldestAt).to.equal(stuckSince);
  });

  it("begin anew where a killed process left them wrong and all is quiet, and not while something moves", async () => {
    await counts.accept("a", { events: 10, firstAt: NOW }, NOW);
    await counts.handle("w", { events: 7, isBusy: true, reachedAt: NOW }, NOW);
    expect((await counts.accept("a", nothing, NOW + SECOND)).quietSince, "just moved").to.equal(undefined);
    expect((await counts.accept("a", nothing, NOW + 6 * SECOND)).quietSince, "at work").to.equal(undefined);
    await counts.handle("w", idle(0, NOW), NOW + 7 * SECOND);
    const { quietSince } = await counts.accept("a", nothing, NOW + 8 * SECOND);
    expect(quietSince).to.equal(NOW);
    await counts.accept("b", { events: 1, firstAt: NOW }, NOW + 9 * SECOND);
    await counts.reset(quietSince as number);
    expect((await counts.accept("a", nothing, NOW + 9 * SECOND)).depth, "moved meanwhile").to.equal(4);
    const later = await counts.accept("a", nothing, NOW + 15 * SECOND);
    await counts.reset(later.quietSince as number);
    expect((await counts.accept("a", nothing, NOW + 15 * SECOND)).depth).to.equal(0);
  });
});
