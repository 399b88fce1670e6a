import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChannelModel, connect } from "amqplib";
import { expect } from "chai";
import type { Delivery } from "../../src/ingest/queue.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { encodeBatch, identityOf, listRejectedEvents } from "../../src/model/batch-codec.ts";
import { partitionOf } from "../../src/model/partition.ts";
import { dyingWorkers } from "../support/dying-worker.ts";
import { startTestWorker } from "../support/worker.ts";
import { type Bench, batchOf, eventIds, notingLogger, onBroker, servicesOf, until, work } from "./harness.ts";

/** Longer than a worker takes to connect again. */
const STABLE_MS = 3_000;

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
  const kill = (before = 0, queue = bench.topology.queues[partition] as string): Promise<number> =>
    dyingWorkers(connection, {
      queue,
      until: async () => (await dead()) > before,
    });
  const partition = 0;
  /** Of the partition of its first service. */
  const queueOf = (batch: AcceptedBatch): string =>
    bench.topology.queues[partitionOf("acme", servicesOf(batch)[0] as string, bench.partitions)] as string;
  const putDirectly = async (content: Buffer, queue = bench.topology.queues[partition] as string): Promise<void> => {
    bench.channel.sendToQueue(queue, content, { persistent: true });
    await until("the message to be there", async () => (await waitingIn(queue)) > 0);
  };
  /** As a worker would have refused it. */
  const putDead = (content: Buffer): void =>
    void bench.channel.publish(bench.topology.deadExchange, "", content, { persistent: true });
  const drained = (): Promise<void> => until("the dead messages to be answered", async () => (await dead()) === 0);

  it("comes as dead letters of its organization, with the ids of its events and the reason, where it belongs to several partitions", async () => {
    await bench.openQueue();
    // As after a change of their number: the parts would be unknown to consumers that know the whole.
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
    for (const [index, { kind, reason, attempts, payload }] of listRejectedEvents(letters).entries()) {
      expect({ kind, attempts }).to.deep.equal({ kind: "log", attempts: 21 });
      expect(reason).to.contain("never answered").and.to.contain("20 times");
      expect(payload).to.deep.include({ message: `message ${index}` });
    }
  });

  it("is processed, an event at a time, where connections were reset until RabbitMQ gave it up and then last", async () => {
    const queue = await bench.openQueue();
    const batches = Array.from({ length: 20 }, (_, n) => batchOf(`service-${n % 7}`));
    for (const batch of batches) await queue.append([batch]);
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    let hangs = true;
    const source = await bench.openSource();
    const worker = work(source, async () => {
      if (!hangs) return;
      await answered;
      throw new Error("the database gave no answer");
    });
    const { connectedForMs: telemetryConnectedForMs } = source;
    const givenUp = await bench.openGivenUp({ stableMs: STABLE_MS, telemetryConnectedForMs });
    const letters = work(givenUp);
    const isTaken = async (): Promise<boolean> => (await bench.waiting()).every((n) => n === 0);
    // Some resets more than it takes until all is given up, and than what is queued once more may come back.
    for (let resets = 0; resets < 35; resets += 1) {
      await until("the worker to hold all", async () => source.hears() && givenUp.hears() && (await isTaken()));
      bench.proxy.drop();
      await until("the connections to end", () => !source.hears() && !givenUp.hears());
    }
    await until("all to be given up", async () => (await dead()) === batches.length);
    hangs = false;
    answer();
    await until("all to be handled", () => worker.batches.length >= batches.length);
    await drained();
    await worker.stop();
    await letters.stop();
    expect(worker.ids().sort()).to.deep.equal(batches.flatMap(eventIds).sort());
    expect(worker.deliveries.map(({ batches: some }) => some.length)).to.deep.equal(batches.map(() => 1));
    expect(letters.batches).to.deep.equal([]);
    expect(await unreadable()).to.equal(0);
  }).timeout(60_000);

  it("is a dead letter after 26 ends of workers where it ends each of them, and what lay behind it is processed", async () => {
    const queue = await bench.openQueue();
    const [killer, ...innocent] = Array.from({ length: 20 }, () => batchOf("one")) as [
      AcceptedBatch,
      ...AcceptedBatch[],
    ];
    for (const batch of [killer, ...innocent]) await queue.append([batch]);
    const letters = work(await bench.openGivenUp());
    const processed: AcceptedBatch[] = [];
    const isOver = (): boolean => letters.batches.length > 0 && processed.length >= innocent.length;
    let deaths = 0;
    for (let died = true; died; ) {
      died = false;
      const source = await bench.openSource();
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
    await letters.stop();
    expect(letters.batches.map(identityOf)).to.deep.equal([identityOf(killer)]);
    expect(processed.map(identityOf).sort()).to.deep.equal(innocent.map(identityOf).sort());
    const [letter] = listRejectedEvents(letters.batches[0] as AcceptedBatch);
    expect(letter).to.deep.include({ attempts: 26 });
    expect(letter?.reason).to.contain("queued once more").and.to.contain("may be what ends the worker");
  }).timeout(60_000);

  it("is queued once more, and is a dead letter where RabbitMQ gives it up again", async () => {
    await bench.openQueue();
    const batch = batchOf("checkout");
    await putDirectly(encodeBatch(batch));
    await kill();
    const once = work(await bench.openGivenUp());
    await until("it to be queued once more", async () => (await waitingIn(queueOf(batch))) === 1);
    await drained();
    await once.stop();
    expect(once.batches).to.deep.equal([]);
    await kill(0, queueOf(batch));
    const again = work(await bench.openGivenUp());
    await until("the letter", () => again.batches.length === 1);
    await drained();
    await again.stop();
    expect(identityOf(again.batches[0] as AcceptedBatch)).to.equal(identityOf(batch));
    const [letter] = listRejectedEvents(again.batches[0] as AcceptedBatch);
    expect(letter).to.deep.include({ attempts: 42 });
    expect(letter?.reason).to.contain("It was queued once more, with the same outcome");
  });

  it("is queued once more only when the connection for telemetry is stable too", async () => {
    await bench.openQueue();
    const batch = batchOf("checkout");
    await putDirectly(encodeBatch(batch));
    await kill();
    let [asked, connectedForMs] = [0, 0];
    const telemetryConnectedForMs = (): number => {
      asked += 1;
      return connectedForMs;
    };
    const worker = work(await bench.openGivenUp({ stableMs: 1, telemetryConnectedForMs }));
    await until("several questions", () => asked >= 5);
    expect(await waitingIn(queueOf(batch))).to.equal(0);
    connectedForMs = 1;
    await until("it to be queued once more", async () => (await waitingIn(queueOf(batch))) === 1);
    await drained();
    await worker.stop();
  });

  it("is queued once more though the queue of its partition was gone", async () => {
    await bench.openQueue();
    const batch = batchOf("checkout");
    await putDirectly(encodeBatch(batch));
    await kill();
    const logger = notingLogger();
    const source = await bench.openGivenUp({ logger });
    await bench.channel.deleteQueue(queueOf(batch));
    const worker = work(source);
    await until("it to be queued once more", () => logger.lines.some((line) => line.endsWith("queued once more")));
    await worker.stop();
    expect((await bench.taken()).flat().map(identityOf)).to.deep.equal([identityOf(batch)]);
    expect(await unreadable()).to.equal(0);
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
    const [letter] = listRejectedEvents(worker.batches[0] as AcceptedBatch);
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
    expect(listRejectedEvents(one)[0]?.payload).to.contain("what it holds");
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
    expect(listRejectedEvents(letters).map(({ payload }) => payload)).to.deep.equal(['[{"service":"one"']);
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
