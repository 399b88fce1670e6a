import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { createWriteLock, newLockMemory } from "../../src/store/sql/write-lock.ts";
import { CLASHES, type LockTaker, STOP, TAKEN, takeLock } from "../support/lock-taker.ts";
import { waitFor } from "../support/wait.ts";

describe("The write lock", () => {
  it("are taken in the order in which they were asked for", async () => {
    const lock = createWriteLock(newLockMemory());
    const order: number[] = [];
    const first = await lock.acquire();
    const others = [1, 2, 3].map(async (number) => {
      const end = await lock.acquire();
      order.push(number);
      end();
    });
    first();
    await Promise.all(others);
    expect(order).to.deep.equal([1, 2, 3]);
  });

  it("are one's own, and come round, though another thread asks again at once", async () => {
    const given: LockTaker = { locks: newLockMemory(), cells: new SharedArrayBuffer(16) };
    const cells = new Int32Array(given.cells);
    const taken = (): number => Atomics.load(cells, TAKEN);
    const thread = new Worker(new URL("../support/lock-taker.ts", import.meta.url), { workerData: given });
    try {
      await waitFor(async () => taken() > 0, { what: "the other thread" });
      for (let round = 0; round < 500; round++) await takeLock(given);
      expect(Atomics.load(cells, CLASHES)).to.equal(0);
    } finally {
      const ended = once(thread, "exit");
      Atomics.store(cells, STOP, 1);
      await ended;
    }
  });
});
