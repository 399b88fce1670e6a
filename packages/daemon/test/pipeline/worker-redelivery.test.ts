import { rmSync } from "node:fs";
import { expect } from "chai";
import { readConfig } from "../../src/app/config/config.ts";
import { detectionRules } from "../../src/app/config/detection-rules.ts";
import { createDetectionEngine, type ServiceKey } from "../../src/detect/engine/detection-engine.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { SECRET } from "../support/tokens.ts";
import { batchOf, createCountingEngine, deliveryOf, signal, startTestWorker } from "../support/worker.ts";
import { failing, failingAtCommit, workerPipeline } from "./worker-pipeline.ts";

describe("A worker and redelivered batches", function () {
  this.timeout(30_000);
  const world = workerPipeline();

  it("gives the logs of a delivery that is handed over again the patterns that they had at first", async () => {
    const messages = Array.from(
      { length: 60 },
      (_, index) => `user ${"abcdefghij"[index % 10]} asked for page ${index}`,
    );
    const earlier = batchOf(messages);
    const later = batchOf(messages.map((message) => `${message} again`));
    const patternsIn = async (tries: number): Promise<unknown[]> => {
      const config = readConfig({ TOCSIN_DATA_DIR: world.folder, TOCSIN_JWT_SECRET: SECRET });
      const fail = failing(tries, new Error("the process died here"));
      world.test = await startTestWorker(world.folder, ({ commitBatches }) => ({
        engine: createDetectionEngine(detectionRules(config, silentLogger)),
        store: failingAtCommit(commitBatches, fail),
      }));
      await world.test.worker.handle(deliveryOf([earlier], 1), signal());
      await world.test.worker.handle(deliveryOf([later], 2, 1), signal());
      const scope = { organizationId: "default", actor: "test", permissions: [] };
      const { records } = await world.test.archive.search(scope, { limit: 1000 });
      return records.map((record) => {
        const { id, patternId } = JSON.parse(record) as { id: string; patternId: string };
        return `${id} ${patternId}`;
      });
    };
    const undisturbed = await patternsIn(0);
    expect(undisturbed).to.have.lengthOf(120);
    for (const each of undisturbed) expect(each).to.match(/ [0-9a-f]{8}$/);
    await world.test.close();
    rmSync(world.folder, { recursive: true, force: true });
    world.folder = temporaryFolder();
    expect((await patternsIn(1)).sort()).to.deep.equal(undisturbed.sort());
  });

  it("passes over batches that a broker hands over twice: nothing is counted or opened twice", async () => {
    const config = readConfig({ TOCSIN_DATA_DIR: world.folder, TOCSIN_JWT_SECRET: SECRET });
    const real = createDetectionEngine(detectionRules(config, silentLogger));
    const engine = createCountingEngine();
    const both = {
      ...real,
      missing(items: readonly Telemetry[]) {
        engine.missing(items);
        return real.missing(items);
      },
      observe(items: readonly Telemetry[], now: number) {
        engine.observe(items, now);
        return real.observe(items, now);
      },
      forget(keys: readonly ServiceKey[]) {
        engine.forget(keys);
        real.forget(keys);
      },
    };
    world.test = await startTestWorker(world.folder, () => ({ engine: both }));
    const batch: AcceptedBatch = {
      ...batchOf(["x"]),
      body: Buffer.from('[{"service":"checkout-api","level":"fatal","message":"out of memory"}]'),
    };
    const delivery = { batches: [batch], progress: { batches: [batch.id] }, leases: [] };
    await world.test.worker.handle(delivery, signal());
    await world.test.worker.handle(delivery, signal());
    await world.test.worker.handle({ ...delivery, batches: [batch, batch] }, signal()).catch(() => undefined);
    expect(world.test.processed()).to.equal(1);
    engine.missing([]);
    expect([...engine.kept.values()]).to.deep.equal([1]);
    expect(await world.test.archived()).to.have.lengthOf(1);
  });
});
