import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { AmqpQueue, AmqpQueueOptions } from "../../src/adapters/broker/amqp-queue.ts";
import { createSingleProcessIntake } from "../../src/adapters/broker/single-process-intake.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { identityOf } from "../../src/model/batch-codec.ts";
import type { EmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { type Bench, batchOf, onBroker, until } from "./harness.ts";
import { answerOf, ROUTE } from "./keys-samples.ts";

/** With the clock of those batches. */
const freshBatch = (): AcceptedBatch => ({ ...batchOf("one"), receivedAt: Date.now() });
const outcomeOf = (done: Promise<void>): Promise<string> =>
  done.then(
    () => "stored",
    (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
  );

onBroker("A request with an Idempotency-Key to RabbitMQ from one process", (open) => {
  let bench: Bench;
  let folder = "";
  beforeEach(async () => {
    bench = await open();
    folder = temporaryFolder();
  });
  afterEach(async () => {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A process on the same spool each time. */
  async function start(
    given: { readonly bytesMax?: number; readonly change?: (spool: EmbeddedQueue) => EmbeddedQueue } = {},
    options: Partial<AmqpQueueOptions> = {},
  ): Promise<{ queue: AmqpQueue; spool: EmbeddedQueue }> {
    const { bytesMax = 2 ** 26, change = (spool) => spool } = given;
    const spool = bench.openSpool(bytesMax, join(folder, "queue.db"));
    const intake = createSingleProcessIntake(change(spool));
    return { queue: await bench.openQueue({ spool, intake, ...options }), spool };
  }
  const identities = async (): Promise<string[]> => (await bench.taken()).flat().map(identityOf);

  it("that a crash cut off after publishing is published again under the same identity, and answered as the first", async () => {
    const never = new Promise<never>(() => undefined);
    const { queue } = await start({ change: (spool) => ({ ...spool, append: () => never }) });
    const first = freshBatch();
    void queue.append([first], answerOf(first));
    await until("the broker to have it", async () => (await bench.waiting()).includes(1));

    const { queue: next } = await start();
    expect(await next.recall("acme", ROUTE, "k")).to.equal(undefined);
    const retry = freshBatch();
    expect(await outcomeOf(next.append([retry], answerOf(retry)))).to.equal("storage_unavailable");
    expect(await next.recall("acme", ROUTE, "k")).to.deep.equal(answerOf(first));
    expect(await identities()).to.deep.equal([identityOf(first), identityOf(first)]);
  });

  it("whose answer could not be kept is published again under the same identity when it is tried again", async () => {
    let failures = 1;
    const change = (spool: EmbeddedQueue): EmbeddedQueue => ({
      ...spool,
      append: (batches, remembered) =>
        failures-- > 0 ? Promise.reject(new Error("the disk is full")) : spool.append(batches, remembered),
    });
    const { queue } = await start({ change });
    const tries = [freshBatch(), freshBatch()] as const;
    for (const batch of tries) {
      expect(await outcomeOf(queue.append([batch], answerOf(batch)))).to.equal("storage_unavailable");
    }
    expect(await queue.recall("acme", ROUTE, "k")).to.deep.equal(answerOf(tries[0]));
    expect(new Set(await identities())).to.deep.equal(new Set([identityOf(tries[0])]));
  });

  it("that was not confirmed and found no room in the spool keeps its identity too", async () => {
    const { queue } = await start({ bytesMax: 1 }, { confirmTimeoutMs: 50 });
    await queue.append([batchOf("one")]);
    bench.proxy.hush();
    const first = freshBatch();
    expect(await outcomeOf(queue.append([first], answerOf(first)))).to.equal("queue_full");
    bench.proxy.restore();
    const again = freshBatch();
    await until("it to be published", async () => {
      await outcomeOf(queue.append([again], answerOf(again)));
      return (await queue.recall("acme", ROUTE, "k")) !== undefined;
    });
    expect(await identities()).to.not.include(identityOf(again));
    expect((await queue.recall("acme", ROUTE, "k"))?.batchId).to.equal(first.id);
  });

  it("is refused with another body than the try that was cut off, and while that runs", async () => {
    let finish = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const change = (spool: EmbeddedQueue): EmbeddedQueue => ({
      ...spool,
      append: (batches, remembered) => gate.then(() => spool.append(batches, remembered)),
    });
    const { queue } = await start({ change });
    const first = freshBatch();
    const running = queue.append([first], answerOf(first));
    await until("the broker to have it", async () => (await bench.waiting()).includes(1));
    const other = freshBatch();
    expect(await outcomeOf(queue.append([other], answerOf(other)))).to.equal("idempotency_key_in_use");
    const { queue: next } = await start();
    expect(await outcomeOf(next.append([other], answerOf(other, { fingerprint: "g" })))).to.equal(
      "idempotency_key_reused",
    );
    expect(await outcomeOf(next.append([other], answerOf(other)))).to.equal("storage_unavailable");
    finish();
    await running;
  });
});
