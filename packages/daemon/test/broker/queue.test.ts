import { expect } from "chai";
import { elementId } from "../../src/model/batch-codec.ts";
import { partitionOf } from "../../src/model/partition.ts";
import { brokerQueue } from "./broker-queue.ts";
import { batchOf, eventIds, onBroker, PARTITIONS, servicesOf, until } from "./harness.ts";

onBroker("The queue in RabbitMQ", (open) => {
  const world = brokerQueue(open);

  it("resolves when the broker has every part, each in the partition of its services", async () => {
    const queue = await world.bench.openQueue();
    const services = Array.from({ length: 40 }, (_, n) => `service-${n % 11}`);
    const batch = batchOf(...services);
    await queue.append([batch]);
    expect(queue.connected()).to.equal(true);
    await until("all parts to be ready", async () => (await queue.depth()).messages === PARTITIONS);
    const ids: string[] = [];
    for (const [partition, parts] of (await world.bench.taken()).entries()) {
      expect(parts).to.have.length(1);
      for (const part of parts) {
        for (const [index, service] of servicesOf(part).entries()) {
          expect(partitionOf("acme", service, PARTITIONS)).to.equal(partition);
          expect(elementId(part, index)).to.equal(elementId(batch, part.places?.[index] ?? index));
        }
        ids.push(...eventIds(part));
      }
    }
    expect(ids.sort()).to.deep.equal(eventIds(batch).sort());
  });

  it("publishes a batch of one partition as it was sent", async () => {
    const queue = await world.bench.openQueue();
    const batch = batchOf("only", "only", " only ");
    await queue.append([batch]);
    const [got, ...others] = await world.taken();
    expect(others).to.deep.equal([]);
    expect(got).to.deep.equal(batch);
  });

  it("sends a batch of 20 MB in messages of at most one, losing and doubling nothing", async () => {
    const queue = await world.bench.openQueue();
    const services = Array.from({ length: 200 }, (_, n) => `service-${n % 3}`);
    const elements = services.map((service) => ({ service, level: "info", message: "x".repeat(100_000) }));
    const batch = { ...batchOf(...services), body: Buffer.from(JSON.stringify(elements)) };
    await queue.append([batch]);
    const parts = await world.taken();
    expect(Math.max(...parts.map(({ body }) => body.length))).to.be.below(1024 * 1024 + 1);
    expect(parts.flatMap(eventIds).sort()).to.deep.equal(eventIds(batch).sort());
  });

  it("keeps what a lenient batch left out together, and takes an empty append", async () => {
    const queue = await world.bench.openQueue();
    const rejected = { ...batchOf("a", "b", "c"), kind: "rejected" as const };
    await queue.append([rejected]);
    await queue.append([]);
    expect(await world.taken()).to.deep.equal([rejected]);
  });
});
