import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { createBodyReader } from "../../src/http/ingest/body-reader.ts";
import { type Claimant, createFairQueue } from "../../src/http/ingest/fair-queue.ts";
import { MIB } from "../../src/kernel/bytes.ts";

interface Given {
  /** What the task may come to. */
  readonly cost?: number;
  readonly actual?: number;
  readonly fails?: boolean;
}

describe("the queue for decompression", () => {
  /** Starts tasks that end when told to, and writes down in which order they began. */
  function setUp(concurrency = 1) {
    const queue = createFairQueue(concurrency);
    const began: string[] = [];
    const running: (() => void)[] = [];
    const add = (name: string, claimant: Claimant, { cost = 10, actual = cost, fails = false }: Given = {}) =>
      queue
        .run(claimant, {
          cost,
          costOf: () => actual - cost,
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
    const first = greedy.map((connection, index) => add(`first ${index}`, on(connection), { cost: 1000 }));
    // They wait again before their first task has run.
    const again = greedy.map((connection, index) => add(`again ${index}`, on(connection), { cost: 1000 }));
    const modest = {};
    const cheap = [1, 2, 3].map((index) => add(`cheap ${index}`, on(modest), { cost: 1 }));
    await drain([...first, ...again, ...cheap]);
    const lastCheap = began.indexOf("cheap 3");
    expect(lastCheap).to.be.below(began.findIndex((name) => name.startsWith("again")));
  });

  it("counts what a task came to in the end, not what it might have come to", async () => {
    const { add, began, drain } = setUp();
    const [modest, greedy] = [{}, {}];
    const tasks = [0, 1, 2].flatMap((index) => [
      add(`modest ${index}`, on(modest), { cost: 1000, actual: 1 }),
      add(`greedy ${index}`, on(greedy), { cost: 1000 }),
    ]);
    await drain(tasks);
    expect(began.slice(0, 4)).to.deep.equal(["modest 0", "greedy 0", "modest 1", "modest 2"]);
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
    const tasks = Array.from({ length: 6 }, (_, index) => add(`task ${index}`, on({}), { fails: true }));
    expect(began).to.have.lengthOf(2);
    await drain(tasks);
    expect(began).to.have.lengthOf(6);
  });
});

describe("bodies that decompress to more than may be", () => {
  it("count with the limit, so that they don't go before those that are taken", async () => {
    const reader = createBodyReader({ wireBytes: MIB, inflatedBytes: MIB, inFlightBytes: 64 * MIB });
    const ended: string[] = [];
    const read = async (name: string, organizationId: string, bytes: number): Promise<void> => {
      const request = new IncomingMessage(new Socket());
      request.headers["content-encoding"] = "gzip";
      const body = reader.read(request, organizationId);
      request.push(gzipSync(Buffer.alloc(bytes)));
      request.push(null);
      await body.then(({ release }) => release()).catch(() => undefined);
      ended.push(name);
    };
    await Promise.all([
      ...Array.from({ length: 30 }, () => read("bomb", "flood", 2 * MIB)),
      ...Array.from({ length: 4 }, () => read("taken", "other", MIB / 2)),
    ]);
    expect(ended.lastIndexOf("taken")).to.be.below(15);
  });
});
