import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { createTelemetryCounts } from "../../src/store/signals/telemetry-sums.ts";
import { temporaryFolder } from "../support/daemon.ts";
import {
  AwayError,
  batchOf,
  createCountingEngine,
  deliveryOf,
  isPoison,
  numbered,
  signal,
  startTestWorker,
  type TestWorker,
} from "../support/worker.ts";

describe("the worker's counts", function () {
  this.timeout(30_000);
  let folder = "";
  let test: TestWorker;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const counted = async (): Promise<number> => {
    const database = await openDatabase({ kind: "sqlite", path: join(folder, "tocsin.db") });
    const scope = { organizationId: "default", actor: "test", permissions: [] };
    const span = { from: Date.now() - 30 * MINUTE_MS, to: Date.now() + MINUTE_MS };
    const [sum] = await createTelemetryCounts(database).sums(scope, ["checkout-api"], [span], Date.now());
    await database.close();
    return sum?.events ?? 0;
  };
  /** Does what it says, and then fails the first time as if the answer had been lost. */
  const losingAnswers = (commitBatches: CommitBatchStore, lost: "before" | "after"): CommitBatchStore => {
    let left = 1;
    return {
      ...commitBatches,
      async commit(...args) {
        const fails = left-- > 0;
        if (fails && lost === "before") throw new AwayError("away");
        const kept = await commitBatches.commit(...args);
        if (fails) throw new AwayError("away");
        return kept;
      },
    };
  };

  it("hold what survives the search for an event at fault once, and not what became a dead letter", async () => {
    const engine = createCountingEngine((item) => (isPoison(item) ? new Error("no") : undefined));
    test = await startTestWorker(folder, () => ({ engine }));
    const messages = numbered(500).with(7, "poison").with(321, "poison");
    await test.worker.handle(deliveryOf([batchOf(messages), batchOf(numbered(3))], 1), signal());
    expect(await test.deadLetters()).to.have.lengthOf(2);
    expect(await counted()).to.equal(501);
  });

  it("hold a delivery once, whether its first transaction failed or only the answer to it was lost", async () => {
    for (const [index, lost] of (["before", "after"] as const).entries()) {
      test = await startTestWorker(folder, ({ commitBatches }) => ({ store: losingAnswers(commitBatches, lost) }));
      const batch = batchOf(numbered(20));
      const delivery = { batches: [batch], progress: { batches: [batch.id] }, leases: [] };
      await test.worker.handle(delivery, signal()).catch(() => undefined);
      await test.worker.handle(delivery, signal()).catch(() => undefined);
      expect(await counted(), lost).to.equal(20 * (index + 1));
      await test.close();
    }
    test = await startTestWorker(folder);
  });
});
