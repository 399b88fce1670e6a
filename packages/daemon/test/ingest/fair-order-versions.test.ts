import { rmSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { encodeBatch } from "../../src/model/batch-codec.ts";
import { openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { openEmbeddedSource } from "../../src/store/queue/embedded-source.ts";
import { batchOf } from "../support/worker.ts";
import { clock, fairQueue } from "./fair-queue.ts";

const batch = (organizationId: string, name: string): AcceptedBatch => ({
  ...batchOf([name]),
  organizationId,
});
/** As many events as a shipper sends at once. */
const large = (organizationId: string, name: string, count = 1_000): AcceptedBatch => ({
  ...batchOf(Array.from({ length: count }, () => name)),
  organizationId,
});

describe("the order of the embedded queue after starts and upgrades", function () {
  this.timeout(30_000);
  const world = fairQueue();

  it("goes on in a file of an earlier version where it was, old rows first", async () => {
    world.queue.close();
    rmSync(world.path);
    const old = new Sqlite(world.path);
    old.exec(`
      create table identity (only integer primary key check (only = 1), id text not null);
      insert into identity values (1, 'old');
      create table batch (position integer primary key autoincrement, total integer not null, payload blob not null);
    `);
    const add = old.prepare("insert into batch (total, payload) values (?, ?)");
    for (const [index, name] of ["a", "b", "c"].entries()) add.run(index + 1, encodeBatch(batch("shop", name)));
    old.close();
    world.positions.set("", 1);
    world.queue = openEmbeddedQueue({ path: world.path, clock, bytesMax: 2 ** 30 });
    await world.queue.append([batch("shop", "d"), batch("depot", "e")]);
    world.queue.trimLanes(world.positions);
    expect(world.queue.depth()).to.equal(4);
    await world.run(() => world.total() === 4);
    expect(world.deliveries.flat()).to.deep.equal(["b", "c", "d", "e"]);
    world.queue.trimLanes(world.positions);
    expect(world.queue.depth()).to.equal(0);
  });

  it("takes what waits in the order in which it came after two starts that ended without a word", async () => {
    for (let index = 0; index < 12; index += 1) await world.queue.append([large("noisy", `noisy-${index}`)]);
    await world.queue.append([batch("quiet", "quiet-0")]);
    for (const _ of [0, 1]) {
      const source = openEmbeddedSource({ path: world.path, positions: async () => world.positions });
      const stop = new AbortController();
      await source.run(async () => stop.abort(new Error("the process ended")), stop.signal);
    }
    await world.run(() => world.total() === 13);
    expect(world.deliveries.flat()).to.deep.equal([
      ...Array.from({ length: 12 }, (_, index) => `noisy-${index}`),
      "quiet-0",
    ]);
  });

  it("refuses more of an organization that takes up its share, and takes what others send", async () => {
    world.queue.close();
    world.queue = openEmbeddedQueue({ path: world.path, clock, bytesMax: 2 ** 21 });
    let refusal: Error | undefined;
    for (let index = 0; !refusal && index < 1_000; index += 1)
      await world.queue.append([large("noisy", `n-${index}`, 200)]).catch((error: Error) => {
        refusal = error;
      });
    expect(refusal?.message).to.contain("noisy").and.contain("share").and.contain("TOCSIN_QUEUE_BYTES_MAX");
    for (let index = 0; index < 20; index += 1) await world.queue.append([large("quiet", `q-${index}`, 100)]);
  });
});
