import { expect } from "chai";
import { readConfig } from "../../src/app/config/config.ts";
import { detectionRules } from "../../src/app/config/detection-rules.ts";
import { createDetectionEngine } from "../../src/detect/engine/detection-engine.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { elementId } from "../../src/model/batch-codec.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import { SECRET } from "../support/tokens.ts";
import {
  AwayError,
  batchOf,
  createCountingEngine,
  deliveryOf,
  numbered,
  signal,
  startTestWorker,
} from "../support/worker.ts";
import { failing, failingAtCommit, workerPipeline } from "./worker-pipeline.ts";

const idsOf = (batch: AcceptedBatch): string[] =>
  Array.from({ length: batch.count }, (_, index) => elementId(batch, index));

const positionOf = async (commitBatches: Pick<CommitBatchStore, "positions">): Promise<number> =>
  (await commitBatches.positions("embedded")).get("") ?? 0;

describe("A worker and repeated deliveries", function () {
  this.timeout(30_000);
  const world = workerPipeline();

  it("repeats nothing where the commit fails after the archive has the events", async () => {
    const fail = failing(1, new Error("the process died here"));
    const engine = createCountingEngine();
    world.test = await startTestWorker(world.folder, ({ commitBatches }) => ({
      engine,
      store: failingAtCommit(commitBatches, fail),
    }));
    const batch = batchOf(numbered(50));
    await world.test.worker.handle(deliveryOf([batch], 1), signal());
    engine.missing([]);
    expect((await world.test.archived()).sort()).to.deep.equal(idsOf(batch));
    expect([...engine.kept.values()].every((times) => times === 1)).to.equal(true);
    expect(engine.kept.size).to.equal(50);
  });

  it("repeats nothing after a crash between the archive and the commit, when the queue hands the delivery over again", async () => {
    const dying = new AbortController();
    world.test = await startTestWorker(world.folder, ({ commitBatches }) => ({
      store: {
        ...commitBatches,
        async commit() {
          dying.abort();
          throw new AwayError("the process dies");
        },
      },
    }));
    const batch = batchOf(numbered(30));
    await world.test.worker.handle(deliveryOf([batch], 1), dying.signal).then(
      () => expect.fail("must not be said to be done"),
      () => undefined,
    );
    expect(await positionOf(world.test.store), "nothing is said to be consumed").to.equal(0);
    expect(await world.test.archived()).to.have.lengthOf(30);
    await world.test.close();
    world.test = await startTestWorker(world.folder);
    await world.test.worker.handle(deliveryOf([batch], 1), signal());
    expect((await world.test.archived()).sort()).to.deep.equal(idsOf(batch));
    expect(await positionOf(world.test.store)).to.equal(1);
  });

  it("counts a fatal log that comes once as one incident without duplicates, though its first commit failed", async () => {
    const config = readConfig({ TOCSIN_DATA_DIR: world.folder, TOCSIN_JWT_SECRET: SECRET });
    const fail = failing(1, new AwayError("away"));
    world.test = await startTestWorker(world.folder, ({ commitBatches }) => ({
      engine: createDetectionEngine(detectionRules(config, silentLogger)),
      store: {
        ...commitBatches,
        commit(...given) {
          fail();
          return commitBatches.commit(...given);
        },
      },
    }));
    const batch: AcceptedBatch = {
      ...batchOf(["x"]),
      body: Buffer.from('[{"service":"checkout-api","level":"fatal","message":"out of memory"}]'),
    };
    await world.test.worker.handle(deliveryOf([batch], 1), signal());
    expect((await world.test.incidents()).map(({ duplicateCount }) => duplicateCount)).to.deep.equal([0]);
  });
});
