import { expect } from "chai";
import { REQUEUED_HEADERS } from "../../src/adapters/broker/requeue.ts";
import type { Delivery } from "../../src/ingest/queue.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { encodeBatch, identityOf } from "../../src/model/batch-codec.ts";
import { brokerSource } from "./broker-source.ts";
import { batchOf, eventIds, notingLogger, onBroker, until, work } from "./harness.ts";

onBroker("Redelivery by RabbitMQ", (open) => {
  const world = brokerSource(open);

  it("puts a batch that fails five times, while others are handled, to the dead letters", async () => {
    const batches = await world.fill(20);
    const poison = batches[7] as AcceptedBatch;
    const queue = await world.bench.openQueue();
    const holds = ({ batches: some }: Delivery): boolean => some.some(({ id }) => id === poison.id);
    // A try counts when something else was handled since the one before it; the broker may be slow to bring any.
    let handled = 0;
    const counted = new Set<number>();
    const worker = work(await world.bench.openSource({ logger: notingLogger() }), async (delivery) => {
      if (!holds(delivery)) {
        handled += 1;
        return;
      }
      if (delivery.batches.length === 1) counted.add(handled);
      await queue.append([batchOf("another")]);
      throw new Error("poison");
    });
    await until("the dead letter", async () => (await world.dead()) === 1);
    await until("the others", () =>
      batches.every(({ id }) => id === poison.id || worker.batches.some((batch) => batch.id === id)),
    );
    await worker.stop();
    expect(counted.size).to.equal(5);
  });

  it("hands over alone what was given up before and queued once more", async () => {
    await world.bench.openQueue();
    const batches = Array.from({ length: 9 }, () => batchOf("one"));
    for (const [index, batch] of batches.entries()) {
      const headers = index % 3 === 1 ? REQUEUED_HEADERS : {};
      const queue = world.bench.topology.queues[0] as string;
      world.bench.channel.sendToQueue(queue, encodeBatch(batch), { persistent: true, headers });
    }
    await until("all to wait", async () => (await world.bench.waiting())[0] === batches.length);
    const worker = work(await world.bench.openSource());
    await until("all to be handled", () => worker.batches.length === batches.length);
    await worker.stop();
    const requeued = batches.filter((_, index) => index % 3 === 1).map(identityOf);
    for (const { batches: some } of worker.deliveries)
      if (some.some((batch) => requeued.includes(identityOf(batch)))) expect(some).to.have.length(1);
  });

  it("puts a message that is no batch to the dead letters and goes on", async () => {
    const [first] = await world.fill(1);
    for (const content of ["", "no json\n", '{"v":9}\n[]', '{"v":1}\n']) {
      world.bench.channel.sendToQueue(world.bench.topology.queues[0] as string, Buffer.from(content), {
        persistent: true,
      });
    }
    world.bench.channel.sendToQueue(world.bench.topology.queues[0] as string, encodeBatch(batchOf("last")), {
      persistent: true,
    });
    const worker = work(await world.bench.openSource());
    await until("the good ones", () => worker.batches.length === 2);
    await until("the dead letters", async () => (await world.dead()) === 4);
    await worker.stop();
    expect(worker.batches.map(({ id }) => id)).to.include(first?.id);
  });

  it("never names a batch twice in one delivery", async () => {
    const queue = await world.bench.openQueue();
    const batch = batchOf("one");
    await Promise.all([
      queue.append([batch]),
      queue.append([batch]),
      queue.append([batchOf("one")]),
      queue.append([batch]),
    ]);
    const worker = work(await world.bench.openSource());
    await until("all to be handled", () => worker.batches.length === 4);
    await worker.stop();
    for (const { progress } of worker.deliveries) {
      const identities = (progress as { batches: string[] }).batches;
      expect(new Set(identities).size).to.equal(identities.length);
    }
  });

  it("gets everything unacknowledged again after its connection broke", async () => {
    const batches = await world.fill(300);
    let handled = 0;
    const worker = work(await world.bench.openSource(), async () => {
      if (handled++ < 3) world.bench.proxy.drop();
    });
    await until("all to be handled", () => new Set(worker.ids()).size === 300);
    await world.drained();
    await worker.stop();
    expect([...new Set(worker.ids())].sort()).to.deep.equal(batches.flatMap(eventIds).sort());
    expect(await world.dead()).to.equal(0);
  });
});
