import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { openEmbeddedSource } from "../../src/store/queue/embedded-source.ts";
import { type Bench, onBroker, work } from "../broker/harness.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { waitFor } from "../support/wait.ts";

describe("the worker's end of the embedded queue", () => {
  it("says that it doesn't hear while it can't learn what waits, and that it does again", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "queue.db");
    const queue = openEmbeddedQueue({ path, clock: { now: () => Date.now() }, bytesMax: 2 ** 30 });
    let isAway = true;
    const source = openEmbeddedSource({
      path,
      async positions() {
        if (isAway) throw new Error("the database is away");
        return new Map();
      },
    });
    const worker = work(source);
    await waitFor(() => !source.hears(), { what: "it to say that it doesn't hear" });
    isAway = false;
    await waitFor(() => source.hears(), { what: "it to hear again" });
    await worker.stop();
    await source.close();
    queue.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

onBroker("The worker's end of RabbitMQ", (open) => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await open();
  });
  afterEach(() => bench.close());

  it("says that it doesn't hear while the broker is away, and that it does again", async () => {
    const source = await bench.openSource();
    const worker = work(source);
    expect(source.hears()).to.equal(true);
    bench.proxy.cut();
    await waitFor(() => !source.hears(), { what: "it to say that it doesn't hear" });
    bench.proxy.restore();
    await waitFor(() => source.hears(), { what: "it to hear again" });
    await worker.stop();
  }).timeout(30_000);
});
