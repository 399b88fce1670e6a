import { expect } from "chai";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { encodeBatch, identityOf, listRejectedEvents } from "../../src/model/batch-codec.ts";
import { exceededDeliveriesWorld } from "./exceeded-deliveries-world.ts";
import { batchOf, notingLogger, onBroker, until, work } from "./harness.ts";

onBroker("What RabbitMQ gives up once more", (open) => {
  const world = exceededDeliveriesWorld(open);

  it("is queued once more, and is a dead letter where RabbitMQ gives it up again", async () => {
    await world.bench.openQueue();
    const batch = batchOf("checkout");
    await world.putDirectly(encodeBatch(batch));
    await world.kill();
    const once = work(await world.bench.openGivenUp());
    await until("it to be queued once more", async () => (await world.waitingIn(world.queueOf(batch))) === 1);
    await world.drained();
    await once.stop();
    expect(once.batches).to.deep.equal([]);
    await world.kill(0, world.queueOf(batch));
    const again = work(await world.bench.openGivenUp());
    await until("the letter", () => again.batches.length === 1);
    await world.drained();
    await again.stop();
    expect(identityOf(again.batches[0] as AcceptedBatch)).to.equal(identityOf(batch));
    const [deadLetter] = listRejectedEvents(again.batches[0] as AcceptedBatch);
    expect(deadLetter).to.deep.include({ attempts: 42 });
    expect(deadLetter?.reason).to.contain("It was queued once more, with the same outcome");
  });

  it("is queued once more only when the connection for telemetry is stable too", async () => {
    await world.bench.openQueue();
    const batch = batchOf("checkout");
    await world.putDirectly(encodeBatch(batch));
    await world.kill();
    let [asked, connectedForMs] = [0, 0];
    const telemetryConnectedForMs = (): number => {
      asked += 1;
      return connectedForMs;
    };
    const worker = work(await world.bench.openGivenUp({ stableMs: 1, telemetryConnectedForMs }));
    await until("several questions", () => asked >= 5);
    expect(await world.waitingIn(world.queueOf(batch))).to.equal(0);
    connectedForMs = 1;
    await until("it to be queued once more", async () => (await world.waitingIn(world.queueOf(batch))) === 1);
    await world.drained();
    await worker.stop();
  });

  it("is queued once more though the queue of its partition was gone", async () => {
    await world.bench.openQueue();
    const batch = batchOf("checkout");
    await world.putDirectly(encodeBatch(batch));
    await world.kill();
    const logger = notingLogger();
    const source = await world.bench.openGivenUp({ logger });
    await world.bench.channel.deleteQueue(world.queueOf(batch));
    const worker = work(source);
    await until("it to be queued once more", () => logger.lines.some((line) => line.endsWith("queued once more")));
    await worker.stop();
    expect((await world.bench.taken()).flat().map(identityOf)).to.deep.equal([identityOf(batch)]);
    expect(await world.unreadable()).to.equal(0);
  });

  it("comes with another reason where workers refused it", async () => {
    const queue = await world.bench.openQueue();
    const poison = batchOf("one");
    await queue.append([poison]);
    const source = await world.bench.openSource();
    const refusing = work(source, async ({ batches }) => {
      if (!batches.some(({ id }) => id === poison.id)) return;
      await queue.append([batchOf("another")]);
      throw new Error("poison");
    });
    await until("the broker to have it", async () => (await world.dead()) === 1);
    await refusing.stop();
    const worker = work(await world.bench.openGivenUp());
    await until("the letters", () => worker.batches.length === 1);
    await worker.stop();
    const [deadLetter] = listRejectedEvents(worker.batches[0] as AcceptedBatch);
    expect(deadLetter).to.deep.include({ attempts: 5 });
    expect(deadLetter?.reason).to.contain("failed 5 times");
  });
});
