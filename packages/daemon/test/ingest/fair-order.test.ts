import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { batchOf } from "../support/worker.ts";
import { clock, fairQueue } from "./fair-queue.ts";

const batch = (organizationId: string, name: string): AcceptedBatch => ({
  ...batchOf([name]),
  organizationId,
});
/** As many events as a shipper sends at once. */
const large = (organizationId: string, name: string, count = 1_000): AcceptedBatch => ({
  ...batchOf(Array.from({ length: count }, () => name)),
  organizationId,
});

describe("the order in which the worker takes the embedded queue", function () {
  this.timeout(30_000);
  const world = fairQueue();

  it("serves an organization that sends little in the next delivery, however much another one has waiting", async () => {
    for (let index = 0; index < 60; index += 1) await world.queue.append([large("noisy", `noisy-${index}`)]);
    await world.queue.append([batch("quiet", "quiet-0")]);
    let sent = false;
    await world.run(
      () => world.total() === 62,
      async () => {
        if (sent) return;
        sent = true;
        await world.queue.append([batch("late", "late-0")]);
      },
    );
    const deliveryOf = (name: string): number => world.deliveries.findIndex((names) => names.includes(name));
    expect(deliveryOf("quiet-0")).to.equal(0);
    expect(deliveryOf("late-0"), "what came during the first delivery").to.equal(1);
    expect(world.deliveries.length).to.be.greaterThan(10);
    expect(world.consumed.get("noisy")).to.deep.equal(Array.from({ length: 60 }, (_, index) => `noisy-${index}`));
  });

  it("gives each of many organizations its turn before any has a second one", async () => {
    for (const round of [0, 1, 2]) {
      for (let index = 0; index < 150; index += 1)
        await world.queue.append([large(`org-${index}`, `${index}-${round}`, 250)]);
    }
    await world.run(() => world.total() === 450);
    const order = world.deliveries.flat();
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
        world.positions = new Map();
        world.consumed = new Map();
        world.deliveries = [];
        world.queue.close();
        world.path = join(world.folder, `queue-${run0++}.db`);
        world.queue = openEmbeddedQueue({ path: world.path, clock, bytesMax: 2 ** 30 });
        const sent = new Map<string, string[]>();
        let count = 0;
        let left = failures;
        const failing = (): void => {
          if (left-- > 0) throw new Error("the handling failed");
        };
        for (const each of steps) {
          if (each === "trim") world.queue.trimLanes(world.positions);
          else if (each === "work")
            await world.run(() => world.total() === count || world.deliveries.length > 1, failing);
          else {
            const organizationId = `org-${each.organization}`;
            const name = `${count++}`;
            await world.queue.append([each.large ? large(organizationId, name, 700) : batch(organizationId, name)]);
            sent.set(organizationId, [...(sent.get(organizationId) ?? []), name]);
          }
        }
        await world.run(() => world.total() === count, failing);
        expect(Object.fromEntries(world.consumed)).to.deep.equal(Object.fromEntries(sent));
        world.queue.trimLanes(world.positions);
        expect(world.queue.depth()).to.equal(0);
        expect(world.queue.lanes()).to.deep.equal([]);
      }),
      { numRuns: 25 },
    );
  });
});
