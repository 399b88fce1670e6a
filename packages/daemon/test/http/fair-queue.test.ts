import { expect } from "chai";
import { type Claimant, createFairQueue, type FairQueue } from "../../src/http/ingest/fair-queue.ts";

describe("the queue for decompression", () => {
  /** Starts tasks that end when told to, and writes down in which order they began. */
  function setUp(concurrency = 1) {
    const queue: FairQueue = createFairQueue(concurrency);
    const began: string[] = [];
    const running: (() => void)[] = [];
    const add = (name: string, claimant: Claimant, cost = 10, fails = false): Promise<void> =>
      queue
        .run(claimant, {
          cost,
          costOf: () => 0,
          run: async () => {
            began.push(name);
            await new Promise<void>((resolve) => running.push(resolve));
            if (fails) throw new Error("corrupt");
          },
        })
        .catch(() => undefined);
    /** Ends the tasks one after another, up to the last one. */
    const drain = async (all: readonly Promise<void>[]): Promise<void> => {
      let ended = false;
      const end = Promise.all(all).then(() => {
        ended = true;
      });
      while (!ended) {
        running.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
      await end;
    };
    return { add, began, drain };
  }
  const on = (connection: object, organizationId = "acme"): Claimant => ({ organizationId, connection });

  it("serves another organization next, however many tasks of one organization wait", async () => {
    const { add, began, drain } = setUp();
    const tasks = Array.from({ length: 30 }, (_, index) => add(`flood ${index}`, on({}, "flood")));
    tasks.push(add("other", on({}, "other")));
    await drain(tasks);
    expect(began.indexOf("other")).to.equal(1);
  });

  it("serves another connection next, however many tasks of one connection wait", async () => {
    const { add, began, drain } = setUp();
    const flood = {};
    const tasks = Array.from({ length: 30 }, (_, index) => add(`flood ${index}`, on(flood)));
    tasks.push(add("other", on({})));
    await drain(tasks);
    expect(began.indexOf("other")).to.equal(1);
  });

  it("serves a cheap task before connections that cost much, which come again and again", async () => {
    const { add, began, drain } = setUp();
    const greedy = Array.from({ length: 10 }, () => ({}));
    const first = greedy.map((connection, index) => add(`first ${index}`, on(connection), 1000));
    // They wait again before their first task has run.
    const again = greedy.map((connection, index) => add(`again ${index}`, on(connection), 1000));
    const modest = {};
    const cheap = [1, 2, 3].map((index) => add(`cheap ${index}`, on(modest), 1));
    await drain([...first, ...again, ...cheap]);
    const lastCheap = began.indexOf("cheap 3");
    expect(lastCheap).to.be.below(began.findIndex((name) => name.startsWith("again")));
  });

  it("doesn't let a claimant that was idle save up turns", async () => {
    const { add, began, drain } = setUp();
    const busy = {};
    await drain(Array.from({ length: 10 }, (_, index) => add(`before ${index}`, on(busy))));
    began.length = 0;
    const idle = {};
    const tasks = [0, 1, 2].flatMap((index) => [add(`idle ${index}`, on(idle)), add(`busy ${index}`, on(busy))]);
    await drain(tasks);
    expect(began.slice(0, 4).filter((name) => name.startsWith("busy"))).to.have.lengthOf(2);
  });

  it("goes on after a task that fails, and never runs more than its number", async () => {
    const { add, began, drain } = setUp(2);
    const tasks = Array.from({ length: 6 }, (_, index) => add(`task ${index}`, on({}), 10, true));
    expect(began).to.have.lengthOf(2);
    await drain(tasks);
    expect(began).to.have.lengthOf(6);
  });
});
