import { expect } from "chai";
import type { Part } from "../../src/adapters/broker/partition.ts";
import { type BrokerWindows, createBrokerWindows } from "../../src/adapters/broker/windows.ts";
import { SECOND_MS } from "../../src/kernel/clock.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { batchOf, onBroker, until, work } from "./harness.ts";

const part = (organizationId: string, events: number, partition = 0): Part => ({
  partition,
  batch: { ...batchOf("one"), organizationId, count: events },
});

describe("Windows of the broker's partitions", () => {
  let now: number;
  let windows: BrokerWindows;
  beforeEach(() => {
    now = 1_000_000;
    windows = createBrokerWindows({ partitions: 2, clock: { now: () => now } });
  });
  /** Sends parts of so many events while they fit; answers how many events did. */
  const send = (organizationId: string, most: number, partition = 0): number => {
    windows.noteSender(organizationId);
    let sent = 0;
    for (; sent < most; sent += 100) {
      const parts = [part(organizationId, 100, partition)];
      if (!windows.hasRoom(organizationId, parts)) break;
      windows.add(parts);
    }
    return sent;
  };
  /** The broker says how many messages are ready in each partition. */
  const count = (...ready: number[]): void => windows.beginCount()(ready);

  it("bound nothing while one organization alone sends", () => {
    expect(send("noisy", 50_000)).to.equal(50_000);
    expect(windows.isWatched()).to.equal(false);
  });

  it("bound what an organization has in a partition once another one sends too", () => {
    windows.noteSender("quiet");
    expect(send("noisy", 50_000)).to.equal(500);
    expect(windows.isWatched()).to.equal(true);
  });

  it("always have room for an organization that has nothing in the partition", () => {
    windows.noteSender("quiet");
    send("noisy", 50_000);
    expect(windows.hasRoom("quiet", [part("quiet", 5_000)])).to.equal(true);
    expect(send("quiet", 50_000)).to.equal(100);
  });

  it("bound each partition by itself", () => {
    windows.noteSender("quiet");
    send("noisy", 50_000, 0);
    expect(send("noisy", 50_000, 1)).to.equal(500);
  });

  it("grow to what a partition gave out in the last second, and shrink again", () => {
    windows.noteSender("quiet");
    for (let turn = 0; turn < 5; turn += 1) {
      send("noisy", 50_000);
      now += SECOND_MS / 10;
      count(0, 0);
    }
    expect(send("noisy", 50_000)).to.be.greaterThan(2_000);
    now += 2 * SECOND_MS;
    count(0, 0);
    now += 2 * SECOND_MS;
    expect(send("noisy", 50_000)).to.equal(500);
  });

  it("keep what the broker holds ready, and let go of what it gave out", () => {
    windows.noteSender("quiet");
    send("noisy", 50_000);
    count(5, 0);
    expect(send("noisy", 50_000)).to.equal(0);
    count(2, 0);
    expect(send("noisy", 50_000)).to.be.greaterThan(0);
  });

  it("don't let go of what was sent after the question", () => {
    windows.noteSender("quiet");
    const answer = windows.beginCount();
    send("noisy", 50_000);
    answer([0, 0]);
    expect(send("noisy", 50_000)).to.equal(0);
  });
});

onBroker("A noisy organization in RabbitMQ", (open) => {
  it("holds up another one by a window's worth of its backlog at most, and keeps the order of its own", async () => {
    const bench = await open();
    const of = (organizationId: string, events: number): AcceptedBatch => ({
      ...batchOf(...Array.from({ length: events }, () => "one")),
      organizationId,
    });
    const queue = await bench.openQueue();
    await queue.append([of("quiet", 1)]);
    const noisy = Array.from({ length: 400 }, () => of("noisy", 100));
    for (const batch of noisy) await queue.append([batch]);
    const handled: string[] = [];
    let since = 0;
    let sentQuiet: AcceptedBatch | undefined;
    const worker = work(await bench.openSource(), async ({ batches }) => {
      handled.push(...batches.map(({ id }) => id));
      if (handled.length > 20 && !sentQuiet) {
        sentQuiet = of("quiet", 1);
        since = handled.length;
        await queue.append([sentQuiet]);
      }
    });
    await until("everything to be handled", () => handled.length >= 402);
    await worker.stop();
    const between = handled.indexOf((sentQuiet as AcceptedBatch).id) - since;
    expect(between, "batches of the noisy one in between").to.be.below(200);
    const order = handled.filter((id) => noisy.some((batch) => batch.id === id));
    expect(order).to.deep.equal(noisy.map(({ id }) => id));
    await bench.close();
  }).timeout(60_000);
});
