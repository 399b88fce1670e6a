import { expect } from "chai";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { encodeBatch, identityOf, listRejectedEvents } from "../../src/model/batch-codec.ts";
import { exceededDeliveriesWorld } from "./exceeded-deliveries-world.ts";
import { batchOf, eventIds, onBroker, until, work } from "./harness.ts";

/** Longer than a worker takes to connect again. */
const STABLE_MS = 3_000;

onBroker("What RabbitMQ gives up", (open) => {
  const world = exceededDeliveriesWorld(open);

  it("comes as dead letters of its organization, with the ids of its events and the reason, where it belongs to several partitions", async () => {
    await world.bench.openQueue();
    // As after a change of their number: the parts would be unknown to consumers that know the whole.
    const batch = batchOf("checkout", "billing", "checkout");
    await world.putDirectly(encodeBatch(batch));
    expect(await world.kill(), "deaths").to.equal(21);
    const worker = work(await world.bench.openGivenUp());
    await until("the letters", () => worker.batches.length === 1);
    await worker.stop();
    const [deadLetters] = worker.batches as [AcceptedBatch];
    expect(deadLetters).to.deep.include({ organizationId: "acme", kind: "rejected", receivedAt: batch.receivedAt });
    expect(identityOf(deadLetters)).to.equal(identityOf(batch));
    expect(eventIds(deadLetters)).to.deep.equal(eventIds(batch));
    for (const [index, { kind, reason, attempts, payload }] of listRejectedEvents(deadLetters).entries()) {
      expect({ kind, attempts }).to.deep.equal({ kind: "log", attempts: 21 });
      expect(reason).to.contain("never answered").and.to.contain("20 times");
      expect(payload).to.deep.include({ message: `message ${index}` });
    }
  });

  it("is processed, an event at a time, where connections were reset until RabbitMQ gave it up and then last", async () => {
    const queue = await world.bench.openQueue();
    const batches = Array.from({ length: 20 }, (_, n) => batchOf(`service-${n % 7}`));
    for (const batch of batches) await queue.append([batch]);
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    let hangs = true;
    const source = await world.bench.openSource();
    const worker = work(source, async () => {
      if (!hangs) return;
      await answered;
      throw new Error("the database gave no answer");
    });
    const { connectedForMs: telemetryConnectedForMs } = source;
    const givenUp = await world.bench.openGivenUp({ stableMs: STABLE_MS, telemetryConnectedForMs });
    const deadLetters = work(givenUp);
    const isTaken = async (): Promise<boolean> => (await world.bench.waiting()).every((n) => n === 0);
    // Some resets more than it takes until all is given up, and than what is queued once more may come back.
    for (let resets = 0; resets < 35; resets += 1) {
      await until("the worker to hold all", async () => source.hears() && givenUp.hears() && (await isTaken()));
      world.bench.proxy.drop();
      await until("the connections to end", () => !source.hears() && !givenUp.hears());
    }
    await until("all to be given up", async () => (await world.dead()) === batches.length);
    hangs = false;
    answer();
    await until("all to be handled", () => worker.batches.length >= batches.length);
    await world.drained();
    await worker.stop();
    await deadLetters.stop();
    expect(worker.ids().sort()).to.deep.equal(batches.flatMap(eventIds).sort());
    expect(worker.deliveries.map(({ batches: some }) => some.length)).to.deep.equal(batches.map(() => 1));
    expect(deadLetters.batches).to.deep.equal([]);
    expect(await world.unreadable()).to.equal(0);
  }).timeout(60_000);

  it("is a dead letter after 26 ends of workers where it ends each of them, and what lay behind it is processed", async () => {
    const queue = await world.bench.openQueue();
    const [killer, ...innocent] = Array.from({ length: 20 }, () => batchOf("one")) as [
      AcceptedBatch,
      ...AcceptedBatch[],
    ];
    for (const batch of [killer, ...innocent]) await queue.append([batch]);
    const deadLetters = work(await world.bench.openGivenUp());
    const processed: AcceptedBatch[] = [];
    const isOver = (): boolean => deadLetters.batches.length > 0 && processed.length >= innocent.length;
    let deaths = 0;
    for (let died = true; died; ) {
      died = false;
      const source = await world.bench.openSource();
      work(source, async ({ batches }) => {
        died = batches.some(({ id }) => id === killer.id);
        if (died) await new Promise(() => undefined);
        processed.push(...batches);
      });
      await until("the end of the worker, or of the work", () => died || isOver());
      await source.close();
      if (died) deaths += 1;
    }
    expect(deaths).to.equal(26);
    await deadLetters.stop();
    expect(deadLetters.batches.map(identityOf)).to.deep.equal([identityOf(killer)]);
    expect(processed.map(identityOf).sort()).to.deep.equal(innocent.map(identityOf).sort());
    const [deadLetter] = listRejectedEvents(deadLetters.batches[0] as AcceptedBatch);
    expect(deadLetter).to.deep.include({ attempts: 26 });
    expect(deadLetter?.reason).to.contain("queued once more").and.to.contain("may be what ends the worker");
  }).timeout(60_000);
});
