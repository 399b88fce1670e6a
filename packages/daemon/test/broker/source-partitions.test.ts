import { connect } from "amqplib";
import { expect } from "chai";
import { partitionOf } from "../../src/model/partition.ts";
import { brokerSource } from "./broker-source.ts";
import { eventIds, onBroker, servicesOf, until, work } from "./harness.ts";

onBroker("Partitions of workers in RabbitMQ", (open) => {
  const world = brokerSource(open);

  it("doesn't consume partitions that it gave up while its connection came back", async () => {
    const [returning, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let connections = 0;
    const source = await world.bench.openSource({
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
    world.bench.proxy.drop();
    await returning.promise;
    for (const partition of world.bench.topology.queues.keys()) source.drop(partition);
    goesOn.resolve();
    await until("the connection", () => source.hears());
    const queues = await Promise.all(world.bench.topology.queues.map((queue) => world.bench.channel.checkQueue(queue)));
    expect(queues.map(({ consumerCount }) => consumerCount)).to.deep.equal(world.bench.topology.queues.map(() => 0));
    await worker.stop();
  });

  it("shares partitions among two workers without mixing them, and one takes over when the other dies", async () => {
    const sources = [await world.bench.openSource(), await world.bench.openSource()] as const;
    const workers = [work(sources[0]), work(sources[1])] as const;
    const before = await world.fill(100);
    await until("all to be handled", () => workers[0].batches.length + workers[1].batches.length === 100);
    const services = workers.map(({ batches }) => new Set(batches.flatMap(servicesOf)));
    expect([...(services[0] ?? [])].filter((service) => services[1]?.has(service))).to.deep.equal([]);
    await sources[0].close();
    const after = await world.fill(100);
    const ids = (): Set<string> => new Set(workers.flatMap((worker) => worker.ids()));
    await until("the other to have the rest", () =>
      [...before, ...after].flatMap(eventIds).every((id) => ids().has(id)),
    );
    for (const worker of workers) await worker.stop();
    expect(workers[1].batches.length).to.be.at.least(100);
  });

  it("gives back what it holds when it stops in the middle", async () => {
    await world.fill(50);
    let release: () => void = () => undefined;
    const source = await world.bench.openSource();
    const first = work(
      source,
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    );
    await until("the first delivery", async () => (await world.bench.waiting()).every((n) => n === 0));
    const stopped = first.stop();
    release();
    await stopped;
    const second = work(source);
    await until("the rest", () => new Set([...first.ids(), ...second.ids()]).size === 50);
    await second.stop();
  });

  it("gives a lost partition back in order, though more waits behind and another worker's consumer is ready", async () => {
    const lost = await world.bench.openSource();
    work(lost, () => new Promise(() => undefined));
    // More than is given to one worker unacknowledged.
    const batches = await world.fill(400, () => "one-service");
    const partition = partitionOf("acme", "one-service", world.bench.partitions);
    await until("the worker to hold all it may", async () => (await world.bench.waiting())[partition] === 144);
    const next = work(await world.bench.openSource());
    lost.drop(partition);
    await until("all to be handled", () => next.batches.length === 400);
    expect(next.batches.map(({ id }) => id)).to.deep.equal(batches.map(({ id }) => id));
    await next.stop();
  });

  it("gives a partition up though its connection ends before the broker has answered", async () => {
    const source = await world.bench.openSource();
    const worker = work(source);
    const batches = await world.fill(20, () => "one-service");
    await until("all to be handled", () => worker.batches.length === batches.length);
    world.bench.proxy.hush();
    const given = Promise.all([0, 1, 2].map((partition) => source.finish(partition)));
    // The channels are asked to close in the same turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    world.bench.proxy.drop();
    world.bench.proxy.restore();
    await given;
    await worker.stop();
  });

  it("waits for a broker that is away at its start", async () => {
    const batches = await world.fill(3);
    world.bench.proxy.cut();
    const worker = work(await world.bench.openSource());
    world.bench.proxy.restore();
    await until("all to be handled", () => worker.batches.length === batches.length);
    await worker.stop();
  });
});
