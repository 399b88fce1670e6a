import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createBrokerWindows } from "../../src/adapters/broker/partition-windows.ts";
import { createRelay } from "../../src/adapters/broker/relay.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import { openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { batchOf } from "./harness.ts";

describe("The relay from the spool to the broker", () => {
  it("lets an append have its turn when it is woken while the append is under way", async () => {
    const folder = temporaryFolder();
    const spool = openEmbeddedQueue({ path: join(folder, "spool.db"), clock: systemClock, bytesMax: 2 ** 24 });
    let runs = 0;
    const published: string[] = [];
    const relay = await createRelay({
      spool,
      partitions: 1,
      windows: createBrokerWindows({ partitions: 1, clock: systemClock, isBounded: () => false }),
      logger: {
        ...silentLogger,
        debug() {
          runs += 1;
          // Without its turn the append never ends, and neither would this test.
          if (runs > 100) throw new Error("the relay runs without end");
        },
      },
      usable: () => true,
      async publish(parts) {
        published.push(...parts.map(({ batch }) => batch.id));
        return parts.map(() => true);
      },
    });
    const batch = batchOf("checkout");
    const kept = relay.keep([batch]);
    relay.wake();
    await kept;
    await relay.close();
    expect(runs).to.be.below(10);
    expect(published).to.deep.equal([batch.id]);
    spool.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
