import { expect } from "chai";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { partitionOf } from "../../src/model/partition.ts";
import { brokerQueue } from "./broker-queue.ts";
import { batchOf, memoryIntake, notingLogger, onBroker, PARTITIONS, until, work } from "./harness.ts";

onBroker("Claims in the queue in RabbitMQ", (open) => {
  const world = brokerQueue(open);

  it("doesn't take a message that no queue has for stored", async () => {
    const logger = notingLogger();
    const queue = await world.bench.openQueue({ logger });
    const victim = world.bench.topology.queues[partitionOf("acme", "one", PARTITIONS)] as string;
    await world.bench.channel.deleteQueue(victim);
    const batch = batchOf("one");
    await queue.append([batch]);
    await until("the queue to be declared anew", async () => (await queue.depth()).messages === 1);
    expect((await world.taken()).map(({ id }) => id)).to.deep.equal([batch.id]);
    expect(logger.lines.length).to.be.above(0);
  });

  it("answers an Idempotency-Key once, and finishes a claim that was left behind under its own batch id", async () => {
    const intake = memoryIntake();
    const queue = await world.bench.openQueue({ intake });
    const remembered = (batch: AcceptedBatch, fingerprint = "f") => ({
      organizationId: "acme",
      route: "POST /events/logs",
      key: "k",
      fingerprint,
      answer: JSON.stringify({ id: batch.id }),
      batchId: batch.id,
      receivedAt: batch.receivedAt,
    });
    const left = batchOf("one");
    await intake.remember(remembered(left));
    expect(await queue.recall("acme", "POST /events/logs", "k")).to.equal(undefined);
    const again = batchOf("one");
    expect(world.codeOf(await queue.append([again], remembered(again, "g")).catch((error: unknown) => error))).to.equal(
      "idempotency_key_reused",
    );
    expect(world.codeOf(await queue.append([again], remembered(again)).catch((error: unknown) => error))).to.equal(
      "storage_unavailable",
    );
    expect(await queue.recall("acme", "POST /events/logs", "k")).to.deep.equal(remembered(left));
    expect((await world.taken()).map(({ id }) => id)).to.deep.equal([left.id]);
  });

  it("closes while the broker is away", async () => {
    const queue = await world.bench.openQueue();
    world.bench.proxy.cut();
    await queue.append([batchOf("one")]);
    await queue.close();
    world.bench.proxy.restore();
    const source = await world.bench.openSource();
    await work(source).stop();
  });
});
