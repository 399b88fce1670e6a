import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { elementsOf } from "../../src/model/batch-codec.ts";
import { openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { openEmbeddedSource } from "../../src/store/queue/embedded-source.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { waitFor } from "../support/wait.ts";
import { batchOf } from "../support/worker.ts";

describe("the worker's end of the embedded queue", function () {
  this.timeout(15_000);

  it("hands a delivery over again whose handling failed, and then the next ones, in order", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "queue.db");
    const queue = openEmbeddedQueue({ path, clock: { now: () => Date.now() }, bytesMax: 2 ** 30 });
    await queue.append([batchOf(["first"])]);
    const source = openEmbeddedSource({ path, positions: async () => new Map() });
    const stop = new AbortController();
    const handled: string[] = [];
    let failures = 3;
    const ended = source
      .run(async ({ batches }) => {
        if (failures-- > 0) throw new Error("the handling failed");
        for (const batch of batches)
          handled.push(...(elementsOf(batch) as { message: string }[]).map(({ message }) => message));
      }, stop.signal)
      .then(
        () => "stopped",
        (error: Error) => `gave up: ${error.message}`,
      );
    const outcome = await Promise.race([
      ended,
      waitFor(() => handled.length > 0 && "handled", { what: "the delivery" }),
    ]);
    expect(outcome).to.equal("handled");
    await queue.append([batchOf(["second"])]);
    await waitFor(() => handled.length === 2);
    expect(handled).to.deep.equal(["first", "second"]);
    stop.abort();
    expect(await ended).to.equal("stopped");
    await source.close();
    queue.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("lets timers and other threads have their turn between the deliveries of a backlog", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "queue.db");
    const queue = openEmbeddedQueue({ path, clock: { now: () => Date.now() }, bytesMax: 2 ** 30 });
    const large = batchOf(Array.from({ length: 4_000 }, () => "one of many"));
    for (let index = 0; index < 10; index += 1) await queue.append([large]);
    const source = openEmbeddedSource({ path, positions: async () => new Map() });
    const stop = new AbortController();
    let deliveries = 0;
    let deliveriesBefore: number | undefined;
    const running = source.run(async () => {
      deliveries += 1;
      if (deliveries === 1)
        setImmediate(() => {
          deliveriesBefore = deliveries;
        });
    }, stop.signal);
    await waitFor(() => deliveries === 10, { what: "the backlog" });
    stop.abort();
    await running;
    expect(deliveriesBefore).to.be.at.most(2);
    await source.close();
    queue.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
