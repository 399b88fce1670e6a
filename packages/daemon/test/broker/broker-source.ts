import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { type Bench, batchOf, until } from "./harness.ts";

/** The stores and helpers of the tests about the worker's end of RabbitMQ. */
export function brokerSource(open: () => Promise<Bench>) {
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

  return {
    fill,
    drained,
    dead,
    get bench() {
      return bench;
    },
  };
}
