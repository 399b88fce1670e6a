import { type ChannelModel, connect } from "amqplib";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { partitionOf } from "../../src/model/partition.ts";
import { dyingWorkers } from "../support/dying-worker.ts";
import { type Bench, servicesOf, until } from "./harness.ts";

/** The stores and helpers of the tests about what RabbitMQ gives up. */
export function exceededDeliveriesWorld(open: () => Promise<Bench>) {
  let bench: Bench;
  let connection: ChannelModel;
  beforeEach(async () => {
    bench = await open();
    connection = await connect(bench.proxy.url);
    connection.on("error", () => undefined);
  });
  afterEach(async () => {
    await connection.close().catch(() => undefined);
    await bench.close();
  });

  const waitingIn = async (queue: string): Promise<number> => (await bench.channel.checkQueue(queue)).messageCount;
  const dead = (): Promise<number> => waitingIn(bench.topology.deadQueue);
  const unreadable = (): Promise<number> => waitingIn(bench.topology.unreadableQueue);
  const kill = (before = 0, queue = bench.topology.queues[partition] as string): Promise<number> =>
    dyingWorkers(connection, {
      queue,
      until: async () => (await dead()) > before,
    });
  const partition = 0;
  /** Of the partition of its first service. */
  const queueOf = (batch: AcceptedBatch): string =>
    bench.topology.queues[partitionOf("acme", servicesOf(batch)[0] as string, bench.partitions)] as string;
  const putDirectly = async (content: Buffer, queue = bench.topology.queues[partition] as string): Promise<void> => {
    bench.channel.sendToQueue(queue, content, { persistent: true });
    await until("the message to be there", async () => (await waitingIn(queue)) > 0);
  };
  /** As a worker would have refused it. */
  const putDead = (content: Buffer): void =>
    void bench.channel.publish(bench.topology.deadExchange, "", content, { persistent: true });
  const drained = (): Promise<void> => until("the dead messages to be answered", async () => (await dead()) === 0);

  return {
    putDirectly,
    kill,
    dead,
    drained,
    unreadable,
    putDead,
    waitingIn,
    queueOf,
    get bench() {
      return bench;
    },
  };
}
