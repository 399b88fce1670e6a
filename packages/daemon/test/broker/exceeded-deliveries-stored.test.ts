import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { Delivery } from "../../src/ingest/queue.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { encodeBatch, identityOf, listRejectedEvents } from "../../src/model/batch-codec.ts";
import { startTestWorker } from "../support/worker.ts";
import { exceededDeliveriesWorld } from "./exceeded-deliveries-world.ts";
import { batchOf, eventIds, notingLogger, onBroker, until, work } from "./harness.ts";

onBroker("What RabbitMQ gives up, until it is stored", (open) => {
  const world = exceededDeliveriesWorld(open);

  it("stays in the broker until it is stored, however often that fails", async () => {
    await world.bench.openQueue();
    world.putDead(encodeBatch(batchOf("one")));
    await until("it to be there", async () => (await world.dead()) === 1);
    const failing = await world.bench.openGivenUp();
    let tries = 0;
    const away = work(failing, async () => {
      tries += 1;
      throw new Error("the database is away");
    });
    await until("several tries", () => tries >= 8);
    await away.stop();
    await failing.close();
    await until("it to be back", async () => (await world.dead()) === 1);
    expect(await world.unreadable()).to.equal(0);
    const worker = work(await world.bench.openGivenUp());
    await until("the letters", () => worker.batches.length === 1);
    await world.drained();
    await worker.stop();
  });

  it("is put aside whole, and told of once, where it names no organization; the others go on", async () => {
    const logger = notingErrors();
    const queue = await world.bench.openQueue();
    const contents = ["", "no json\n", '{"v":9}\n[]', '{"v":1,"id":"x","organizationId":"a b"}\n[]', "\u0000\u0001"];
    const first = await world.bench.openGivenUp({ logger });
    for (const content of contents) world.putDead(Buffer.from(content));
    world.putDead(encodeBatch(batchOf("last")));
    const worker = work(first);
    await until("the good one", () => worker.batches.length === 1);
    await until("the others to be put aside", async () => (await world.unreadable()) === contents.length);
    await until("the gauge", async () => (await queue.unreadable()) === contents.length);
    await worker.stop();
    const again = work(await world.bench.openGivenUp({ logger }));
    await again.stop();
    expect(logger.errors).to.have.length(contents.length);
    const kept: string[] = [];
    await world.bench.channel.consume(
      world.bench.topology.unreadableQueue,
      (message) => void kept.push(message?.content.toString() ?? ""),
    );
    await until("their contents", () => kept.length === contents.length);
    expect(kept.sort()).to.deep.equal([...contents].sort());
  });

  it("is one dead letter where it can't be read but names its organization, also when it comes twice", async () => {
    const content = Buffer.from('{"v":2,"id":"7","organizationId":"acme","kind":"log"}\nwhat it holds');
    const worker = work(await world.bench.openGivenUp());
    world.putDead(content);
    world.putDead(content);
    await until("both", () => worker.batches.length === 2);
    await worker.stop();
    const [one, other] = worker.batches as [AcceptedBatch, AcceptedBatch];
    expect(identityOf(one)).to.equal(identityOf(other));
    expect(one.organizationId).to.equal("acme");
    expect(listRejectedEvents(one)[0]?.payload).to.contain("what it holds");
    expect(await world.unreadable()).to.equal(0);
  });

  it("is one dead letter where the body is damaged, under the id of its first event", async () => {
    const batch = { ...batchOf("one", "two"), body: Buffer.from('[{"service":"one"') };
    const worker = work(await world.bench.openGivenUp());
    world.putDead(encodeBatch(batch));
    await until("the letter", () => worker.batches.length === 1);
    await worker.stop();
    const [deadLetters] = worker.batches as [AcceptedBatch];
    expect(identityOf(deadLetters)).to.equal(batch.id);
    expect(listRejectedEvents(deadLetters).map(({ payload }) => payload)).to.deep.equal(['[{"service":"one"']);
  });

  describe("and the worker stores", () => {
    let folder = "";
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), "tocsin-test-given-up-"));
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));
    const ofDefault = (...services: string[]): AcceptedBatch => ({
      ...batchOf(...services),
      organizationId: "default",
      receivedAt: Date.now(),
    });

    it("is one dead letter an event, though the worker dies between storing and acknowledging", async () => {
      const test = await startTestWorker(folder);
      const batches = Array.from({ length: 5 }, () => ofDefault("one", "two"));
      const stop = new AbortController();
      await world.bench.openQueue();
      for (const batch of batches) world.putDead(encodeBatch(batch));
      let stored = 0;
      const worker = work(await world.bench.openGivenUp(), async (delivery) => {
        await test.worker.handle(delivery, stop.signal);
        stored += 1;
        if (stored <= 2) world.bench.proxy.drop();
      });
      await until("ten letters", async () => (await test.deadLetters()).length >= 10);
      await world.drained();
      await worker.stop();
      const deadLetters = await test.deadLetters();
      expect(deadLetters.map(({ id }) => id).sort()).to.deep.equal(batches.flatMap(eventIds).sort());
      expect(test.deadLettered(), "counted once").to.equal(10);
      expect(await test.archived()).to.deep.equal([]);
      await test.close();
    });

    it("is no dead letter where it was processed after all", async () => {
      const test = await startTestWorker(folder);
      const batch = ofDefault("one");
      const signal = new AbortController().signal;
      await test.worker.handle({ batches: [batch], progress: { batches: [identityOf(batch)] }, leases: [] }, signal);
      const worker = work(await world.bench.openGivenUp(), (delivery: Delivery) =>
        test.worker.handle(delivery, signal),
      );
      world.putDead(encodeBatch(batch));
      const other = ofDefault("other");
      world.putDead(encodeBatch(other));
      await until("the other", async () => (await test.deadLetters()).length > 0);
      await world.drained();
      await worker.stop();
      expect((await test.deadLetters()).map(({ id }) => id)).to.deep.equal([other.id]);
      await test.close();
    });
  });
});

function notingErrors() {
  const errors: string[] = [];
  return { ...notingLogger(), errors, error: (message: string): void => void errors.push(message) };
}
