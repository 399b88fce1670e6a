import { expect } from "chai";
import { elementId } from "../../src/model/batch-codec.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import {
  batchOf,
  createCountingEngine,
  deliveryOf,
  isPoison,
  numbered,
  signal,
  startTestWorker,
} from "../support/worker.ts";
import { workerPipeline } from "./worker-pipeline.ts";

const positionOf = async (commitBatches: Pick<CommitBatchStore, "positions">): Promise<number> =>
  (await commitBatches.positions("embedded")).get("") ?? 0;

describe("A worker and poison events", function () {
  this.timeout(30_000);
  const world = workerPipeline();

  it("processes 9,999 of 10,000 events where one makes it throw, which becomes a dead letter after five tries", async () => {
    const engine = createCountingEngine((item) => (isPoison(item) ? new Error("the engine stumbled") : undefined));
    let tries = 0;
    const counted = {
      ...engine,
      observe: (items: readonly Telemetry[], now: number) => {
        if (items.length === 1 && isPoison(items[0] as Telemetry)) tries += 1;
        return engine.observe(items, now);
      },
    };
    world.test = await startTestWorker(world.folder, () => ({ engine: counted }));
    const batch = batchOf(numbered(10_000).with(7_321, "a poison event"));
    await world.test.worker.handle(deliveryOf([batch], 1), signal());
    const deadLetters = await world.test.deadLetters();
    expect(deadLetters).to.have.lengthOf(1);
    expect(deadLetters[0]).to.deep.include({
      id: elementId(batch, 7_321),
      organizationId: "default",
      kind: "log",
      attempts: 5,
    });
    expect(deadLetters[0]?.payload).to.deep.include({ message: "a poison event" });
    expect(deadLetters[0]?.reason).to.contain("the engine stumbled");
    expect(tries).to.equal(5);
    engine.missing([]);
    expect(engine.kept.size).to.equal(9_999);
    expect(world.test.processed()).to.equal(9_999);
    expect(world.test.deadLettered()).to.equal(1);
    expect(await positionOf(world.test.store)).to.equal(1);
    expect(
      [...engine.kept.values()].every((times) => times === 1),
      "observed once each",
    ).to.equal(true);
  });

  it("finds ten poison events among 10,000, in several batches, and goes on with the next delivery", async () => {
    const engine = createCountingEngine((item) => (isPoison(item) ? new Error("no") : undefined));
    world.test = await startTestWorker(world.folder, () => ({ engine }));
    const batches = Array.from({ length: 10 }, (_, index) => batchOf(numbered(1_000).with(index * 99, "poison")));
    await world.test.worker.handle(deliveryOf(batches, 10), signal());
    await world.test.worker.handle(deliveryOf([batchOf(["after"])], 11, 10), signal());
    engine.missing([]);
    expect(await world.test.deadLetters()).to.have.lengthOf(10);
    expect(world.test.processed()).to.equal(9_991);
    expect(engine.kept.size).to.equal(9_991);
    expect(await positionOf(world.test.store)).to.equal(11);
  });

  it("keeps an event whose text cannot be read any more as a dead letter, and goes on", async () => {
    world.test = await startTestWorker(world.folder);
    const broken = { ...batchOf(["x"]), body: Buffer.from('{"service"'), format: "single" as const };
    await world.test.worker.handle(deliveryOf([broken, batchOf(["after"])], 1), signal());
    expect(await world.test.archived()).to.have.lengthOf(1);
    expect(await world.test.deadLetters()).to.have.lengthOf(1);
  });

  it("keeps a batch of several events whose text cannot be read any more as one dead letter, and goes on", async () => {
    world.test = await startTestWorker(world.folder);
    const broken = { ...batchOf(["x", "y", "z"]), body: Buffer.from('[{"service":"a"},{"ser') };
    const unread = { ...batchOf(["x", "y"]), kind: "rejected" as const, body: Buffer.from('[{"kind":"log"') };
    await world.test.worker.handle(deliveryOf([broken, unread, batchOf(["after"])], 1), signal());
    expect(await world.test.archived()).to.have.lengthOf(1);
    const deadLetters = await world.test.deadLetters();
    expect(deadLetters.map(({ id }) => id).sort()).to.deep.equal([broken.id, unread.id].sort());
    expect(deadLetters.map(({ payload }) => payload)).to.have.members([broken.body.toString(), unread.body.toString()]);
  });
});
