import { expect } from "chai";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { identityOf } from "../../src/model/batch-codec.ts";
import { brokerSource } from "./broker-source.ts";
import { eventIds, onBroker, servicesOf, until, work } from "./harness.ts";

onBroker("The worker's end of RabbitMQ", (open) => {
  const world = brokerSource(open);

  it("hands over all that waits, a service's batches in order, and acknowledges it", async () => {
    const batches = await world.fill(500);
    const worker = work(await world.bench.openSource());
    await until("all to be handled", () => worker.batches.length === 500);
    for (const service of new Set(batches.flatMap(servicesOf))) {
      const of = (some: readonly AcceptedBatch[]): string[] =>
        some.filter((batch) => servicesOf(batch)[0] === service).map(({ id }) => id);
      expect(of(worker.batches)).to.deep.equal(of(batches));
    }
    for (const { batches: some, progress } of worker.deliveries) {
      expect(progress).to.deep.equal({ batches: some.map(identityOf) });
    }
    // It is more than a worker is given unacknowledged: all of it came because what came before was acknowledged.
    await worker.stop();
  });

  it("leaves nothing behind that it has handled when it stops at once", async () => {
    const batches = await world.fill(60, () => "one");
    await until("the broker to have all", async () => (await world.bench.waiting()).includes(batches.length));
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const source = await world.bench.openSource();
    const stopping = new AbortController();
    let handled = 0;
    const running = source.run(async (delivery) => {
      await held;
      handled += delivery.batches.length;
      if (handled === batches.length) stopping.abort();
    }, stopping.signal);
    // All are with the worker, most of them for one second delivery.
    await world.drained();
    release();
    await running;
    await source.close();
    const [next] = await world.fill(1, () => "one");
    const other = work(await world.bench.openSource());
    await until("what comes next", () => other.batches.some(({ id }) => id === next?.id));
    await other.stop();
    expect(other.batches.map(({ id }) => id)).to.deep.equal([next?.id]);
  });

  it("hands over one delivery at a time", async () => {
    await world.fill(200);
    let running = 0;
    let most = 0;
    const worker = work(await world.bench.openSource(), async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    });
    await until("all to be handled", () => worker.batches.length === 200);
    await worker.stop();
    expect(most).to.equal(1);
  });

  it("hands a delivery over again that failed, and finishes it", async () => {
    const batches = await world.fill(30);
    let failures = 0;
    const worker = work(await world.bench.openSource(), async () => {
      if (failures++ < 6) throw new Error("the database is away");
    });
    await until("all to be handled", () => worker.batches.length === 30);
    await worker.stop();
    expect(worker.ids().sort()).to.deep.equal(batches.flatMap(eventIds).sort());
    expect(await world.dead()).to.equal(0);
  });
});
