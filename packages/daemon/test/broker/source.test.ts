import { connect } from "amqplib";
import { expect } from "chai";
import { REQUEUED_HEADERS } from "../../src/adapters/broker/requeue.ts";
import type { Delivery } from "../../src/ingest/queue.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { encodeBatch, identityOf } from "../../src/model/batch-codec.ts";
import { partitionOf } from "../../src/model/partition.ts";
import { type Bench, batchOf, eventIds, notingLogger, onBroker, servicesOf, until, work } from "./harness.ts";

onBroker("The worker's end of RabbitMQ", (open) => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await open();
  });
  afterEach(() => bench.close());

  const fill = async (most: number, service = (n: number): string => `service-${n % 13}`): Promise<AcceptedBatch[]> => {
    const queue = await bench.openQueue();
    const batches = Array.from({ length: most }, (_, n) => batchOf(service(n)));
    await Promise.all(batches.map((batch) => queue.append([batch])));
    return batches;
  };
  const drained = (): Promise<void> =>
    until("the queues to be empty", async () => (await bench.waiting()).every((n) => n === 0));
  const dead = async (): Promise<number> => (await bench.channel.checkQueue(bench.topology.deadQueue)).messageCount;

  it("hands over all that waits, a service's batches in order, and acknowledges it", async () => {
    const batches = await fill(500);
    const worker = work(await bench.openSource());
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
    const batches = await fill(60, () => "one");
    await until("the broker to have all", async () => (await bench.waiting()).includes(batches.length));
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const source = await bench.openSource();
    const stopping = new AbortController();
    let handled = 0;
    const running = source.run(async (delivery) => {
      await held;
      handled += delivery.batches.length;
      if (handled === batches.length) stopping.abort();
    }, stopping.signal);
    // All are with the worker, most of them for one second delivery.
    await drained();
    release();
    await running;
    await source.close();
    const [next] = await fill(1, () => "one");
    const other = work(await bench.openSource());
    await until("what comes next", () => other.batches.some(({ id }) => id === next?.id));
    await other.stop();
    expect(other.batches.map(({ id }) => id)).to.deep.equal([next?.id]);
  });

  it("hands over one delivery at a time", async () => {
    await fill(200);
    let running = 0;
    let most = 0;
    const worker = work(await bench.openSource(), async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    });
    await until("all to be handled", () => worker.batches.length === 200);
    await worker.stop();
    expect(most).to.equal(1);
  });

  it("hands a delivery over again that failed, and finishes it", async () => {
    const batches = await fill(30);
    let failures = 0;
    const worker = work(await bench.openSource(), async () => {
      if (failures++ < 6) throw new Error("the database is away");
    });
    await until("all to be handled", () => worker.batches.length === 30);
    await worker.stop();
    expect(worker.ids().sort()).to.deep.equal(batches.flatMap(eventIds).sort());
    expect(await dead()).to.equal(0);
  });

  it("puts a batch that fails five times, while others are handled, to the dead letters", async () => {
    const batches = await fill(20);
    const poison = batches[7] as AcceptedBatch;
    const queue = await bench.openQueue();
    const holds = ({ batches: some }: Delivery): boolean => some.some(({ id }) => id === poison.id);
    // A try counts when something else was handled since the one before it; the broker may be slow to bring any.
    let handled = 0;
    const counted = new Set<number>();
    const worker = work(await bench.openSource({ logger: notingLogger() }), async (delivery) => {
      if (!holds(delivery)) {
        handled += 1;
        return;
      }
      if (delivery.batches.length === 1) counted.add(handled);
      await queue.append([batchOf("another")]);
      throw new Error("poison");
    });
    await until("the dead letter", async () => (await dead()) === 1);
    await until("the others", () =>
      batches.every(({ id }) => id === poison.id || worker.batches.some((batch) => batch.id === id)),
    );
    await worker.stop();
    expect(counted.size).to.equal(5);
  });

  it("hands over alone what was given up before and queued once more", async () => {
    await bench.openQueue();
    const batches = Array.from({ length: 9 }, () => batchOf("one"));
    for (const [index, batch] of batches.entries()) {
      const headers = index % 3 === 1 ? REQUEUED_HEADERS : {};
      const queue = bench.topology.queues[0] as string;
      bench.channel.sendToQueue(queue, encodeBatch(batch), { persistent: true, headers });
    }
    await until("all to wait", async () => (await bench.waiting())[0] === batches.length);
    const worker = work(await bench.openSource());
    await until("all to be handled", () => worker.batches.length === batches.length);
    await worker.stop();
    const requeued = batches.filter((_, index) => index % 3 === 1).map(identityOf);
    for (const { batches: some } of worker.deliveries)
      if (some.some((batch) => requeued.includes(identityOf(batch)))) expect(some).to.have.length(1);
  });

  it("puts a message that is no batch to the dead letters and goes on", async () => {
    const [first] = await fill(1);
    for (const content of ["", "no json\n", '{"v":9}\n[]', '{"v":1}\n']) {
      bench.channel.sendToQueue(bench.topology.queues[0] as string, Buffer.from(content), { persistent: true });
    }
    bench.channel.sendToQueue(bench.topology.queues[0] as string, encodeBatch(batchOf("last")), { persistent: true });
    const worker = work(await bench.openSource());
    await until("the good ones", () => worker.batches.length === 2);
    await until("the dead letters", async () => (await dead()) === 4);
    await worker.stop();
    expect(worker.batches.map(({ id }) => id)).to.include(first?.id);
  });

  it("never names a batch twice in one delivery", async () => {
    const queue = await bench.openQueue();
    const batch = batchOf("one");
    await Promise.all([
      queue.append([batch]),
      queue.append([batch]),
      queue.append([batchOf("one")]),
      queue.append([batch]),
    ]);
    const worker = work(await bench.openSource());
    await until("all to be handled", () => worker.batches.length === 4);
    await worker.stop();
    for (const { progress } of worker.deliveries) {
      const identities = (progress as { batches: string[] }).batches;
      expect(new Set(identities).size).to.equal(identities.length);
    }
  });

  it("gets everything unacknowledged again after its connection broke", async () => {
    const batches = await fill(300);
    let handled = 0;
    const worker = work(await bench.openSource(), async () => {
      if (handled++ < 3) bench.proxy.drop();
    });
    await until("all to be handled", () => new Set(worker.ids()).size === 300);
    await drained();
    await worker.stop();
    expect([...new Set(worker.ids())].sort()).to.deep.equal(batches.flatMap(eventIds).sort());
    expect(await dead()).to.equal(0);
  });

  it("doesn't consume partitions that it gave up while its connection came back", async () => {
    const [returning, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let connections = 0;
    const source = await bench.openSource({
      async connect(...address) {
        const connection = await connect(...address);
        connections += 1;
        if (connections === 1) return connection;
        const createChannel = connection.createChannel.bind(connection);
        let channels = 0;
        connection.createChannel = async () => {
          channels += 1;
          // The first declares the queues; each other one consumes one.
          if (channels === 2) {
            returning.resolve();
            await goesOn.promise;
          }
          return createChannel();
        };
        return connection;
      },
    });
    const worker = work(source);
    bench.proxy.drop();
    await returning.promise;
    for (const partition of bench.topology.queues.keys()) source.drop(partition);
    goesOn.resolve();
    await until("the connection", () => source.hears());
    const queues = await Promise.all(bench.topology.queues.map((queue) => bench.channel.checkQueue(queue)));
    expect(queues.map(({ consumerCount }) => consumerCount)).to.deep.equal(bench.topology.queues.map(() => 0));
    await worker.stop();
  });

  it("shares partitions among two workers without mixing them, and one takes over when the other dies", async () => {
    const sources = [await bench.openSource(), await bench.openSource()] as const;
    const workers = [work(sources[0]), work(sources[1])] as const;
    const before = await fill(100);
    await until("all to be handled", () => workers[0].batches.length + workers[1].batches.length === 100);
    const services = workers.map(({ batches }) => new Set(batches.flatMap(servicesOf)));
    expect([...(services[0] ?? [])].filter((service) => services[1]?.has(service))).to.deep.equal([]);
    await sources[0].close();
    const after = await fill(100);
    const ids = (): Set<string> => new Set(workers.flatMap((worker) => worker.ids()));
    await until("the other to have the rest", () =>
      [...before, ...after].flatMap(eventIds).every((id) => ids().has(id)),
    );
    for (const worker of workers) await worker.stop();
    expect(workers[1].batches.length).to.be.at.least(100);
  });

  it("gives back what it holds when it stops in the middle", async () => {
    await fill(50);
    let release: () => void = () => undefined;
    const source = await bench.openSource();
    const first = work(
      source,
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    );
    await until("the first delivery", async () => (await bench.waiting()).every((n) => n === 0));
    const stopped = first.stop();
    release();
    await stopped;
    const second = work(source);
    await until("the rest", () => new Set([...first.ids(), ...second.ids()]).size === 50);
    await second.stop();
  });

  it("gives a lost partition back in order, though more waits behind and another worker's consumer is ready", async () => {
    const lost = await bench.openSource();
    work(lost, () => new Promise(() => undefined));
    // More than is given to one worker unacknowledged.
    const batches = await fill(400, () => "one-service");
    const partition = partitionOf("acme", "one-service", bench.partitions);
    await until("the worker to hold all it may", async () => (await bench.waiting())[partition] === 144);
    const next = work(await bench.openSource());
    lost.drop(partition);
    await until("all to be handled", () => next.batches.length === 400);
    expect(next.batches.map(({ id }) => id)).to.deep.equal(batches.map(({ id }) => id));
    await next.stop();
  });

  it("gives a partition up though its connection ends before the broker has answered", async () => {
    const source = await bench.openSource();
    const worker = work(source);
    const batches = await fill(20, () => "one-service");
    await until("all to be handled", () => worker.batches.length === batches.length);
    bench.proxy.hush();
    const given = Promise.all([0, 1, 2].map((partition) => source.finish(partition)));
    // The channels are asked to close in the same turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    bench.proxy.drop();
    bench.proxy.restore();
    await given;
    await worker.stop();
  });

  it("waits for a broker that is away at its start", async () => {
    const batches = await fill(3);
    bench.proxy.cut();
    const worker = work(await bench.openSource());
    bench.proxy.restore();
    await until("all to be handled", () => worker.batches.length === batches.length);
    await worker.stop();
  });
});
