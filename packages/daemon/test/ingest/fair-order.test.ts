import { rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import fc from "fast-check";
import type { AcceptedBatch, ConsumerProgress, Progress } from "../../src/model/accepted-batch.ts";
import { elementsOf, encodeBatch } from "../../src/model/batch-codec.ts";
import { type EmbeddedQueue, openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { openEmbeddedSource } from "../../src/store/queue/embedded-source.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { waitFor } from "../support/wait.ts";
import { batchOf } from "../support/worker.ts";

const NOW = Date.UTC(2026, 0, 2);
const clock = { now: () => NOW };

const batch = (organizationId: string, name: string): AcceptedBatch => ({
  ...batchOf([name]),
  organizationId,
});
/** As many events as a shipper sends at once. */
const large = (organizationId: string, name: string, count = 1_000): AcceptedBatch => ({
  ...batchOf(Array.from({ length: count }, () => name)),
  organizationId,
});

const consumersOf = (progress: Progress): readonly ConsumerProgress[] =>
  "consumers" in progress ? progress.consumers : [];
const nameOf = (one: AcceptedBatch): string => (elementsOf(one)[0] as { message: string }).message;

describe("the order in which the worker takes the embedded queue", function () {
  this.timeout(30_000);
  let folder = "";
  let path = "";
  let queue: EmbeddedQueue;
  /** What a database would keep: by organization, the position and what was consumed of it. */
  let positions: Map<string, number>;
  let consumed: Map<string, string[]>;
  let deliveries: string[][];

  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder, "queue.db");
    queue = openEmbeddedQueue({ path, clock, bytesMax: 2 ** 30 });
    positions = new Map();
    consumed = new Map();
    deliveries = [];
  });
  afterEach(() => {
    queue.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a worker until it is done; `take` may throw, and the worker may be thrown away at any delivery. */
  async function run(
    isDone: () => boolean,
    take: (names: readonly string[]) => void | Promise<void> = () => undefined,
  ): Promise<void> {
    const source = openEmbeddedSource({ path, positions: async () => positions });
    const stop = new AbortController();
    const running = source.run(async ({ batches, progress }) => {
      await take(batches.map(nameOf));
      for (const { consumer, from, position } of consumersOf(progress)) {
        const lane = consumer.includes("/") ? consumer.slice(consumer.indexOf("/") + 1) : "";
        expect(from, "nobody else moved it").to.equal(positions.get(lane) ?? 0);
        positions.set(lane, position);
      }
      deliveries.push(batches.map(nameOf));
      for (const one of batches)
        consumed.set(one.organizationId, [...(consumed.get(one.organizationId) ?? []), nameOf(one)]);
    }, stop.signal);
    await waitFor(isDone, { what: "the deliveries", within: 20_000 });
    stop.abort();
    await running;
    await source.close();
  }
  const total = (): number => [...consumed.values()].reduce((sum, names) => sum + names.length, 0);

  it("serves an organization that sends little in the next delivery, however much another one has waiting", async () => {
    for (let index = 0; index < 60; index += 1) await queue.append([large("noisy", `noisy-${index}`)]);
    await queue.append([batch("quiet", "quiet-0")]);
    let sent = false;
    await run(
      () => total() === 62,
      async () => {
        if (sent) return;
        sent = true;
        await queue.append([batch("late", "late-0")]);
      },
    );
    const deliveryOf = (name: string): number => deliveries.findIndex((names) => names.includes(name));
    expect(deliveryOf("quiet-0")).to.equal(0);
    expect(deliveryOf("late-0"), "what came during the first delivery").to.equal(1);
    expect(deliveries.length).to.be.greaterThan(10);
    expect(consumed.get("noisy")).to.deep.equal(Array.from({ length: 60 }, (_, index) => `noisy-${index}`));
  });

  it("gives each of many organizations its turn before any has a second one", async () => {
    for (const round of [0, 1, 2]) {
      for (let index = 0; index < 150; index += 1)
        await queue.append([large(`org-${index}`, `${index}-${round}`, 250)]);
    }
    await run(() => total() === 450);
    const order = deliveries.flat();
    const firsts = Array.from({ length: 150 }, (_, index) => order.indexOf(`${index}-0`));
    const thirds = Array.from({ length: 150 }, (_, index) => order.indexOf(`${index}-2`));
    expect(Math.max(...firsts)).to.be.below(Math.min(...thirds));
  });

  it("keeps each organization's order and hands everything over once, whatever fails and whenever a worker is thrown away", async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ organization: fc.integer({ min: 0, max: 4 }), large: fc.boolean() }) },
      { weight: 1, arbitrary: fc.constant("trim" as const) },
      { weight: 1, arbitrary: fc.constant("work" as const) },
    );
    let run0 = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), fc.nat(3), async (steps, failures) => {
        positions = new Map();
        consumed = new Map();
        deliveries = [];
        queue.close();
        path = join(folder, `queue-${run0++}.db`);
        queue = openEmbeddedQueue({ path, clock, bytesMax: 2 ** 30 });
        const sent = new Map<string, string[]>();
        let count = 0;
        let left = failures;
        const failing = (): void => {
          if (left-- > 0) throw new Error("the handling failed");
        };
        for (const each of steps) {
          if (each === "trim") queue.trimLanes(positions);
          else if (each === "work") await run(() => total() === count || deliveries.length > 1, failing);
          else {
            const organizationId = `org-${each.organization}`;
            const name = `${count++}`;
            await queue.append([each.large ? large(organizationId, name, 700) : batch(organizationId, name)]);
            sent.set(organizationId, [...(sent.get(organizationId) ?? []), name]);
          }
        }
        await run(() => total() === count, failing);
        expect(Object.fromEntries(consumed)).to.deep.equal(Object.fromEntries(sent));
        queue.trimLanes(positions);
        expect(queue.depth()).to.equal(0);
        expect(queue.lanes()).to.deep.equal([]);
      }),
      { numRuns: 25 },
    );
  });

  it("goes on in a file of an earlier version where it was, old rows first", async () => {
    queue.close();
    rmSync(path);
    const old = new Sqlite(path);
    old.exec(`
      create table identity (only integer primary key check (only = 1), id text not null);
      insert into identity values (1, 'old');
      create table batch (position integer primary key autoincrement, total integer not null, payload blob not null);
    `);
    const add = old.prepare("insert into batch (total, payload) values (?, ?)");
    for (const [index, name] of ["a", "b", "c"].entries()) add.run(index + 1, encodeBatch(batch("shop", name)));
    old.close();
    positions.set("", 1);
    queue = openEmbeddedQueue({ path, clock, bytesMax: 2 ** 30 });
    await queue.append([batch("shop", "d"), batch("depot", "e")]);
    queue.trimLanes(positions);
    expect(queue.depth()).to.equal(4);
    await run(() => total() === 4);
    expect(deliveries.flat()).to.deep.equal(["b", "c", "d", "e"]);
    queue.trimLanes(positions);
    expect(queue.depth()).to.equal(0);
  });

  it("takes what waits in the order in which it came after two starts that ended without a word", async () => {
    for (let index = 0; index < 12; index += 1) await queue.append([large("noisy", `noisy-${index}`)]);
    await queue.append([batch("quiet", "quiet-0")]);
    for (const _ of [0, 1]) {
      const source = openEmbeddedSource({ path, positions: async () => positions });
      const stop = new AbortController();
      await source.run(async () => stop.abort(new Error("the process ended")), stop.signal);
    }
    await run(() => total() === 13);
    expect(deliveries.flat()).to.deep.equal([...Array.from({ length: 12 }, (_, index) => `noisy-${index}`), "quiet-0"]);
  });

  it("refuses more of an organization that takes up its share, and takes what others send", async () => {
    queue.close();
    queue = openEmbeddedQueue({ path, clock, bytesMax: 2 ** 21 });
    let refusal: Error | undefined;
    for (let index = 0; !refusal && index < 1_000; index += 1)
      await queue.append([large("noisy", `n-${index}`, 200)]).catch((error: Error) => {
        refusal = error;
      });
    expect(refusal?.message).to.contain("noisy").and.contain("share").and.contain("TOCSIN_QUEUE_BYTES_MAX");
    for (let index = 0; index < 20; index += 1) await queue.append([large("quiet", `q-${index}`, 100)]);
  });
});
