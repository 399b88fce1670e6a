import { expect } from "chai";
import { findStrandedQueues } from "../../src/adapters/broker/stranded-queues.ts";
import { type Bench, batchOf, onBroker, PARTITIONS, until } from "./harness.ts";

onBroker("Queues beyond the number of partitions", (open) => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await open();
  });
  afterEach(() => bench.close());

  const find = (partitions: number) =>
    findStrandedQueues({
      url: bench.proxy.url,
      partitions,
      prefix: (bench.topology.queues[0] as string).replace(".telemetry.0", ""),
    });

  it("that hold messages or are consumed are found and counted, and empty ones aren't", async () => {
    const queue = await bench.openQueue();
    expect(await find(1), "nothing waits").to.deep.equal({ queues: [], messages: 0, consumers: 0 });
    await queue.append([batchOf(...Array.from({ length: 40 }, (_, index) => `service-${index}`))]);
    await until("the messages", async () => (await bench.waiting()).every((messages) => messages > 0));
    expect(await find(1)).to.deep.equal({ queues: bench.topology.queues.slice(1), messages: 3, consumers: 0 });
    expect(await find(PARTITIONS)).to.deep.equal({ queues: [], messages: 0, consumers: 0 });
    expect(await find(PARTITIONS + 4), "more than there are").to.deep.equal({ queues: [], messages: 0, consumers: 0 });
  });
});
