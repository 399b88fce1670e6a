import { expect } from "chai";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { elementId } from "../../src/model/batch-codec.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import {
  AwayError,
  batchOf,
  createCountingEngine,
  deliveryOf,
  isPoison,
  numbered,
  signal,
  startTestWorker,
} from "../support/worker.ts";
import { failing, failingAtCommit, workerPipeline } from "./worker-pipeline.ts";

const idsOf = (batch: AcceptedBatch): string[] =>
  Array.from({ length: batch.count }, (_, index) => elementId(batch, index));

const LEFT_OUT = Buffer.from(
  JSON.stringify([
    { kind: "log", reason: "no reason", payload: { service: "checkout-api", level: "info", message: "fine by now" } },
  ]),
);

const positionOf = async (commitBatches: Pick<CommitBatchStore, "positions">): Promise<number> =>
  (await commitBatches.positions("embedded")).get("") ?? 0;

describe("The worker", function () {
  this.timeout(30_000);
  const world = workerPipeline();

  it("waits out a database that is away and loses nothing", async () => {
    const fail = failing(2, new AwayError("database is locked"));
    const engine = createCountingEngine();
    world.test = await startTestWorker(world.folder, ({ commitBatches }) => ({
      engine,
      store: failingAtCommit(commitBatches, fail),
    }));
    const batch = batchOf(numbered(20));
    await world.test.worker.handle(deliveryOf([batch], 1), signal());
    engine.missing([]);
    expect((await world.test.archived()).sort()).to.deep.equal(idsOf(batch));
    expect([...engine.kept.entries()].sort()).to.deep.equal(idsOf(batch).map((id) => [id, 1]));
    expect(await world.test.deadLetters()).to.deep.equal([]);
    expect(world.test.processed()).to.equal(20);
  });

  it("waits out a database that goes away while it looks for a poison event", async () => {
    const engine = createCountingEngine((item) => (isPoison(item) ? new Error("no") : undefined));
    let commits = 0;
    world.test = await startTestWorker(world.folder, ({ commitBatches }) => ({
      engine,
      store: {
        ...commitBatches,
        async commit(...args) {
          commits += 1;
          if (commits === 3) throw new AwayError("database is locked");
          return commitBatches.commit(...args);
        },
      },
    }));
    const batch = batchOf(numbered(16).with(5, "poison"));
    await world.test.worker.handle(deliveryOf([batch], 1), signal());
    engine.missing([]);
    expect(await world.test.deadLetters()).to.have.lengthOf(1);
    expect(engine.kept.size).to.equal(15);
    expect(await positionOf(world.test.store)).to.equal(1);
  });

  it("keeps a delivery whose commit's answer is lost while the database doesn't say what was consumed either", async () => {
    const failCommit = failing(1, new AwayError("the answer is lost"));
    const failConsumed = failing(1, new AwayError("away"));
    world.test = await startTestWorker(world.folder, ({ commitBatches }) => ({
      store: {
        ...commitBatches,
        async commit(...args) {
          const outcome = await commitBatches.commit(...args);
          failCommit();
          return outcome;
        },
        async consumed(batches) {
          failConsumed();
          return commitBatches.consumed(batches);
        },
      },
    }));
    const batch = batchOf(["x"]);
    // Refused, it would be postponed, and what came after it processed first.
    await world.test.worker.handle({ batches: [batch], progress: { batches: [batch.id] }, leases: [] }, signal());
    expect(await world.test.archived()).to.deep.equal(idsOf(batch));
  });

  it("takes a replayed dead letter in once", async () => {
    const engine = createCountingEngine((item) => (isPoison(item) ? new Error("no") : undefined));
    world.test = await startTestWorker(world.folder, () => ({ engine }));
    await world.test.worker.handle(
      deliveryOf([{ ...batchOf(["fine by now"]), kind: "rejected", body: LEFT_OUT }], 1),
      signal(),
    );
    const [deadLetter] = await world.test.deadLetters();
    const eventId = "01900000-0000-7000-8000-000000000000";
    await world.test.requestReplay(deadLetter?.id ?? "", eventId);
    await Promise.all([world.test.worker.tick(), world.test.worker.tick()]);
    engine.missing([]);
    expect([...engine.kept]).to.deep.equal([[eventId, 1]]);
    expect(await world.test.archived()).to.deep.equal([eventId]);
    expect(await world.test.deadLetters()).to.deep.equal([]);
  });

  it("ends its waiting when it is told to stop, without saying that the delivery is done", async () => {
    const stop = new AbortController();
    world.test = await startTestWorker(world.folder, ({ commitBatches }) => ({
      store: { ...commitBatches, commit: () => Promise.reject(new AwayError("away")) },
    }));
    const handled = world.test.worker.handle(deliveryOf([batchOf(["x"])], 1), stop.signal).then(
      () => "done",
      () => "given up",
    );
    stop.abort();
    expect(await handled).to.equal("given up");
    expect(await positionOf(world.test.store)).to.equal(0);
  });
});
