import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChannelModel, connect } from "amqplib";
import { expect } from "chai";
import { encodeBatch, identityOf } from "../../src/ingest/batch-codec.ts";
import type { Delivery } from "../../src/ingest/queue.ts";
import { rejectedOf } from "../../src/ingest/rejected.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { dyingWorkers } from "../support/dying-worker.ts";
import { startTestWorker } from "../support/worker.ts";
import { type Bench, batchOf, eventIds, notingLogger, onBroker, until, work } from "./harness.ts";

onBroker("What RabbitMQ gives up", (open) => {
  let bench: Bench;
  let connection: ChannelModel;
  beforeEach(async () => {
    bench = await open();
    connection = await connect(bench.proxy.url);
    connection.on("error", () => undefined);
  });
  afterEach(async () => {
    await connection.close().catch(() => undefined);
    await bench.close();
  });

  const waitingIn = async (queue: string): Promise<number> => (await bench.channel.checkQueue(queue)).messageCount;
  const dead = (): Promise<number> => waitingIn(bench.topology.deadQueue);
  const unreadable = (): Promise<number> => waitingIn(bench.topology.unreadableQueue);
  const kill = (before = 0): Promise<number> =>
    dyingWorkers(connection, {
      queue: bench.topology.queues[partition] as string,
      until: async () => (await dead()) > before,
    });
  const partition = 0;
  const putDirectly = async (content: Buffer, queue = bench.topology.queues[partition] as string): Promise<void> => {
    bench.channel.sendToQueue(queue, content, { persistent: true });
    await until("the message to be there", async () => (await waitingIn(queue)) > 0);
  };
  /** As a worker would have refused it. */
  const putDead = (content: Buffer): void =>
    void bench.channel.publish(bench.topology.deadExchange, "", content, { persistent: true });
  const drained = (): Promise<void> => until("the dead messages to be answered", async () => (await dead()) === 0);

  it("comes as dead letters of its organization, with the ids of its events and the reason", async () => {
    await bench.openQueue();
    const batch = batchOf("checkout", "billing", "checkout");
    await putDirectly(encodeBatch(batch));
    expect(await kill(), "deaths").to.equal(21);
    const worker = work(await bench.openGivenUp());
    await until("the letters", () => worker.batches.length === 1);
    await worker.stop();
    const [letters] = worker.batches as [AcceptedBatch];
    expect(letters).to.deep.include({ organizationId: "acme", kind: "rejected", receivedAt: batch.receivedAt });
    expect(identityOf(letters)).to.equal(identityOf(batch));
    expect(eventIds(letters)).to.deep.equal(eventIds(batch));
    for (const [index, { kind, reason, attempts, payload }] of rejectedOf(letters).entries()) {
      expect({ kind, attempts }).to.deep.equal({ kind: "log", attempts: 21 });
      expect(reason).to.contain("never answered").and.to.contain("20 times");
      expect(payload).to.deep.include({ message: `message ${index}` });
    }
  });

  it("comes with another reason where workers refused it", async () => {
    const queue = await bench.openQueue();
    const poison = batchOf("one");
    await queue.append([poison]);
    const source = await bench.openSource();
    const refusing = work(source, async ({ batches }) => {
      if (!batches.some(({ id }) => id === poison.id)) return;
      await queue.append([batchOf("another")]);
      throw new Error("poison");
    });
    await until("the broker to have it", async () => (await dead()) === 1);
    await refusing.stop();
    const worker = work(await bench.openGivenUp());
    await until("the letters", () => worker.batches.length === 1);
    await worker.stop();
    const [letter] = rejectedOf(worker.batches[0] as AcceptedBatch);
    expect(letter).to.deep.include({ attempts: 5 });
    expect(letter?.reason).to.contain("failed 5 times");
  });

  it("stays in the broker until it is stored, however often that fails", async () => {
    await bench.openQueue();
    putDead(encodeBatch(batchOf("one")));
    await until("it to be there", async () => (await dead()) === 1);
    const failing = await bench.openGivenUp();
    let tries = 0;
    const away = work(failing, async () => {
      tries += 1;
      throw new Error("the database is away");
    });
    await until("several tries", () => tries >= 8);
    await away.stop();
    await failing.close();
    await until("it to be back", async () => (await dead()) === 1);
    expect(await unreadable()).to.equal(0);
    const worker = work(await bench.openGivenUp());
    await until("the letters", () => worker.batches.length === 1);
    await drained();
    await worker.stop();
  });

  it("is put aside whole, and told of once, where it names no organization; the others go on", async () => {
    const logger = notingErrors();
    const queue = await bench.openQueue();
    const contents = ["", "no json\n", '{"v":9}\n[]', '{"v":1,"id":"x","organizationId":"a b"}\n[]', "\u0000\u0001"];
    const first = await bench.openGivenUp({ logger });
    for (const content of contents) putDead(Buffer.from(content));
    putDead(encodeBatch(batchOf("last")));
    const worker = work(first);
    await until("the good one", () => worker.batches.length === 1);
    await until("the others to be put aside", async () => (await unreadable()) === contents.length);
    await until("the gauge", async () => (await queue.unreadable()) === contents.length);
    await worker.stop();
    const again = work(await bench.openGivenUp({ logger }));
    await again.stop();
    expect(logger.errors).to.have.length(contents.length);
    const kept: string[] = [];
    await bench.channel.consume(
      bench.topology.unreadableQueue,
      (message) => void kept.push(message?.content.toString() ?? ""),
    );
    await until("their contents", () => kept.length === contents.length);
    expect(kept.sort()).to.deep.equal([...contents].sort());
  });

  it("is one dead letter where it can't be read but names its organization, also when it comes twice", async () => {
    const content = Buffer.from('{"v":2,"id":"7","organizationId":"acme","kind":"log"}\nwhat it holds');
    const worker = work(await bench.openGivenUp());
    putDead(content);
    putDead(content);
    await until("both", () => worker.batches.length === 2);
    await worker.stop();
    const [one, other] = worker.batches as [AcceptedBatch, AcceptedBatch];
    expect(identityOf(one)).to.equal(identityOf(other));
    expect(one.organizationId).to.equal("acme");
    expect(rejectedOf(one)[0]?.payload).to.contain("what it holds");
    expect(await unreadable()).to.equal(0);
  });

  it("is one dead letter where the body is damaged, under the id of its first event", async () => {
    const batch = { ...batchOf("one", "two"), body: Buffer.from('[{"service":"one"') };
    const worker = work(await bench.openGivenUp());
    putDead(encodeBatch(batch));
    await until("the letter", () => worker.batches.length === 1);
    await worker.stop();
    const [letters] = worker.batches as [AcceptedBatch];
    expect(identityOf(letters)).to.equal(batch.id);
    expect(rejectedOf(letters).map(({ payload }) => payload)).to.deep.equal(['[{"service":"one"']);
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
      await bench.openQueue();
      for (const batch of batches) putDead(encodeBatch(batch));
      let stored = 0;
      const worker = work(await bench.openGivenUp(), async (delivery) => {
        await test.worker.handle(delivery, stop.signal);
        stored += 1;
        if (stored <= 2) bench.proxy.drop();
      });
      await until("ten letters", async () => (await test.letters()).length >= 10);
      await drained();
      await worker.stop();
      const letters = await test.letters();
      expect(letters.map(({ id }) => id).sort()).to.deep.equal(batches.flatMap(eventIds).sort());
      expect(test.deadLettered(), "counted once").to.equal(10);
      expect(await test.archived()).to.deep.equal([]);
      await test.close();
    });

    it("is no dead letter where it was processed after all", async () => {
      const test = await startTestWorker(folder);
      const batch = ofDefault("one");
      const signal = new AbortController().signal;
      await test.worker.handle({ batches: [batch], progress: { batches: [identityOf(batch)] }, leases: [] }, signal);
      const worker = work(await bench.openGivenUp(), (delivery: Delivery) => test.worker.handle(delivery, signal));
      putDead(encodeBatch(batch));
      const other = ofDefault("other");
      putDead(encodeBatch(other));
      await until("the other", async () => (await test.letters()).length > 0);
      await drained();
      await worker.stop();
      expect((await test.letters()).map(({ id }) => id)).to.deep.equal([other.id]);
      await test.close();
    });
  });
});

function notingErrors() {
  const errors: string[] = [];
  return { ...notingLogger(), errors, error: (message: string): void => void errors.push(message) };
}
