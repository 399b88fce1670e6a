import { expect } from "chai";
import type { Part } from "../../src/adapters/broker/partition-parts.ts";
import { type BrokerWindows, createBrokerWindows } from "../../src/adapters/broker/partition-windows.ts";
import { SECOND_MS } from "../../src/kernel/clock.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { batchOf, onBroker, until, work } from "./harness.ts";

const part = (organizationId: string, events: number, partition = 0): Part => ({
  partition,
  batch: { ...batchOf("one"), organizationId, count: events },
});

describe("Windows of the broker's partitions", () => {
  let now: number;
  let isBounded: boolean;
  let windows: BrokerWindows;
  beforeEach(() => {
    now = 1_000_000;
    isBounded = true;
    windows = createBrokerWindows({ partitions: 2, clock: { now: () => now }, isBounded: () => isBounded });
  });
  /** Sends parts of so many events while they fit; answers how many events did. */
  const send = (organizationId: string, most: number, partition = 0): number => {
    let sent = 0;
    for (; sent < most; sent += 100) {
      const parts = [part(organizationId, 100, partition)];
      if (!windows.hasCapacity(organizationId, parts)) break;
      windows.add(parts);
    }
    return sent;
  };
  /** The broker says how many messages are ready in each partition. */
  const count = (...ready: number[]): void => windows.beginCount()(ready);

  it("bound nothing while the broker has one organization", () => {
    isBounded = false;
    expect(send("noisy", 50_000)).to.equal(50_000);
    expect(windows.isWatched()).to.equal(false);
  });

  it("bound what an organization has in a partition once there is another one", () => {
    isBounded = false;
    send("noisy", 10_000);
    isBounded = true;
    expect(windows.isWatched()).to.equal(true);
    expect(send("noisy", 50_000)).to.equal(0);
    count(0, 0);
    expect(send("noisy", 50_000)).to.be.greaterThan(500);
  });

  it("always have room for an organization that has nothing in the partition", () => {
    send("noisy", 50_000);
    expect(windows.hasCapacity("quiet", [part("quiet", 5_000)])).to.equal(true);
    expect(send("quiet", 50_000)).to.equal(100);
  });

  it("bound each partition by itself", () => {
    send("noisy", 50_000, 0);
    expect(send("noisy", 50_000, 1)).to.equal(500);
  });

  it("grow to what a partition gave out in the last second, and shrink again", () => {
    for (let round = 0; round < 5; round += 1) {
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
    send("noisy", 50_000);
    count(5, 0);
    expect(send("noisy", 50_000)).to.equal(0);
    count(2, 0);
    expect(send("noisy", 50_000)).to.be.greaterThan(0);
  });

  it("don't let go of what was sent after the question", () => {
    const answer = windows.beginCount();
    send("noisy", 50_000);
    answer([0, 0]);
    expect(send("noisy", 50_000)).to.equal(0);
  });
});

onBroker("A noisy organization in RabbitMQ", (open) => {
  it("holds up one at another process by a window's worth of its backlog at most, and keeps its own order", async () => {
    const bench = await open();
    const of = (organizationId: string, events: number): AcceptedBatch => ({
      ...batchOf(...Array.from({ length: events }, () => "one")),
      organizationId,
    });
    const [noisyEnd, quietEnd] = [
      await bench.openQueue({ isBounded: () => true }),
      await bench.openQueue({ isBounded: () => true }),
    ];
    const noisy = Array.from({ length: 400 }, () => of("noisy", 100));
    for (const batch of noisy) await noisyEnd.append([batch]);
    const handled: string[] = [];
    let since = 0;
    let sentQuiet: AcceptedBatch | undefined;
    const worker = work(await bench.openSource(), async ({ batches }) => {
      handled.push(...batches.map(({ id }) => id));
      if (handled.length > 20 && !sentQuiet) {
        sentQuiet = of("quiet", 1);
        since = handled.length;
        await quietEnd.append([sentQuiet]);
      }
    });
    await until("everything to be handled", () => handled.length >= 401);
    await worker.stop();
    const between = handled.indexOf((sentQuiet as AcceptedBatch).id) - since;
    expect(between, "batches of the noisy one in between").to.be.below(200);
    const order = handled.filter((id) => noisy.some((batch) => batch.id === id));
    expect(order).to.deep.equal(noisy.map(({ id }) => id));
    await bench.close();
  }).timeout(60_000);
});
