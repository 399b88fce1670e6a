import { expect } from "chai";
import { brokerQueue } from "./broker-queue.ts";
import { batchOf, eventIds, notingLogger, onBroker, servicesOf, until } from "./harness.ts";

onBroker("The spool beside RabbitMQ", (open) => {
  const world = brokerQueue(open);

  it("spools while the broker is away and relays in order afterwards, with nothing lost or doubled", async () => {
    const logger = notingLogger();
    const spool = world.bench.openSpool();
    const queue = await world.bench.openQueue({ spool, logger });
    world.bench.proxy.cut();
    await until("the queue to notice", () => !queue.connected());
    const batches = Array.from({ length: 200 }, (_, n) => batchOf("one", ...(n % 10 ? [] : ["two", "three"])));
    for (const batch of batches) await queue.append([batch]);
    expect(queue.ready()).to.equal(true);
    expect(await queue.depth()).to.deep.equal({
      messages: null,
      spooledEvents: world.sum(batches.map(({ count }) => count)),
    });
    world.bench.proxy.restore();
    await until("the spool to be empty", async () => (await queue.depth()).spooledEvents === 0);
    const late = batchOf("one");
    await queue.append([late]);
    const got = await world.taken();
    expect(got.flatMap(eventIds).sort()).to.deep.equal([...batches, late].flatMap(eventIds).sort());
    const ofOne = got.filter((batch) => servicesOf(batch).includes("one")).map(({ id }) => id);
    expect(ofOne).to.deep.equal([...batches, late].map(({ id }) => id));
    expect(logger.lines.filter((line) => line.includes("is back"))).to.have.length(1);
  });

  it("starts without a broker, and publishes after a restart what an earlier process spooled, once", async () => {
    world.bench.proxy.cut();
    const spool = world.bench.openSpool();
    const first = await world.bench.openQueue({ spool });
    const batches = Array.from({ length: 20 }, () => batchOf("one"));
    await Promise.all(batches.map((batch) => first.append([batch])));
    await first.close();
    world.bench.proxy.restore();
    const second = await world.bench.openQueue({ spool });
    await until("the spool to be empty", async () => (await second.depth()).spooledEvents === 0);
    await second.close();
    // The spool keeps its last row; a third start must not publish it again.
    const third = await world.bench.openQueue({ spool });
    await third.append([batchOf("last")]);
    const got = await world.taken();
    expect(got).to.have.length(21);
    expect(new Set(got.map(({ id }) => id)).size).to.equal(21);
  });

  it("loses nothing when connections break in the middle of publishing", async () => {
    const queue = await world.bench.openQueue();
    const batches = Array.from({ length: 600 }, (_, n) => batchOf(`service-${n % 7}`));
    const appends: Promise<void>[] = [];
    for (const [n, batch] of batches.entries()) {
      appends.push(queue.append([batch]));
      if (n % 150 === 100) world.bench.proxy.drop();
      if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(appends);
    await until("the spool to be empty", async () => queue.connected() && (await queue.depth()).spooledEvents === 0);
    const got = new Set((await world.taken()).flatMap(eventIds));
    expect(batches.flatMap(eventIds).filter((id) => !got.has(id))).to.deep.equal([]);
    expect(world.bench.proxy.opened()).to.be.above(1);
  });

  it("spools what stays unconfirmed, since nobody knows whether it is stored", async () => {
    const spool = world.bench.openSpool();
    const queue = await world.bench.openQueue({ spool, confirmTimeoutMs: 50 });
    await queue.append([batchOf("one")]);
    world.bench.proxy.hush();
    const silent = batchOf("one");
    await queue.append([silent]);
    expect(spool.depth()).to.equal(1);
    world.bench.proxy.restore();
    await until("the spool to be empty", () => spool.depth() === 0);
    expect(new Set((await world.taken()).map(({ id }) => id)).has(silent.id)).to.equal(true);
  });
});
