import { rmSync } from "node:fs";
import { expect } from "chai";
import { readConfig } from "../../src/app/config/config.ts";
import { detectionRules } from "../../src/app/config/detection-rules.ts";
import { createDetectionEngine, type ServiceKey } from "../../src/detect/engine/detection-engine.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { elementId } from "../../src/model/batch-codec.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { SECRET } from "../support/tokens.ts";
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

const idsOf = (batch: AcceptedBatch): string[] =>
  Array.from({ length: batch.count }, (_, index) => elementId(batch, index));

const LEFT_OUT = Buffer.from(
  JSON.stringify([
    { kind: "log", reason: "no reason", payload: { service: "checkout-api", level: "info", message: "fine by now" } },
  ]),
);

/** Fails the first so many times. */
function failing(times: number, error: Error): () => void {
  let left = times;
  return () => {
    if (left-- > 0) throw error;
  };
}

const failingAtCommit = (commitBatches: CommitBatchStore, fail: () => void): CommitBatchStore => ({
  ...commitBatches,
  async commit(...args) {
    fail();
    return commitBatches.commit(...args);
  },
});

const positionOf = async (commitBatches: Pick<CommitBatchStore, "positions">): Promise<number> =>
  (await commitBatches.positions("embedded")).get("") ?? 0;

describe("the worker", function () {
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
    test = await startTestWorker(folder, () => ({ engine: counted }));
    const batch = batchOf(numbered(10_000).with(7_321, "a poison event"));
    await test.worker.handle(deliveryOf([batch], 1), signal());
    const letters = await test.letters();
    expect(letters).to.have.lengthOf(1);
    expect(letters[0]).to.deep.include({
      id: elementId(batch, 7_321),
      organizationId: "default",
      kind: "log",
      attempts: 5,
    });
    expect(letters[0]?.payload).to.deep.include({ message: "a poison event" });
    expect(letters[0]?.reason).to.contain("the engine stumbled");
    expect(tries).to.equal(5);
    engine.missing([]);
    expect(engine.kept.size).to.equal(9_999);
    expect(test.processed()).to.equal(9_999);
    expect(test.deadLettered()).to.equal(1);
    expect(await positionOf(test.store)).to.equal(1);
    expect(
      [...engine.kept.values()].every((times) => times === 1),
      "observed once each",
    ).to.equal(true);
  });

  it("finds ten poison events among 10,000, in several batches, and goes on with the next delivery", async () => {
    const engine = createCountingEngine((item) => (isPoison(item) ? new Error("no") : undefined));
    test = await startTestWorker(folder, () => ({ engine }));
    const batches = Array.from({ length: 10 }, (_, index) => batchOf(numbered(1_000).with(index * 99, "poison")));
    await test.worker.handle(deliveryOf(batches, 10), signal());
    await test.worker.handle(deliveryOf([batchOf(["after"])], 11, 10), signal());
    engine.missing([]);
    expect(await test.letters()).to.have.lengthOf(10);
    expect(test.processed()).to.equal(9_991);
    expect(engine.kept.size).to.equal(9_991);
    expect(await positionOf(test.store)).to.equal(11);
  });

  it("keeps an event whose text cannot be read any more as a dead letter, and goes on", async () => {
    test = await startTestWorker(folder);
    const broken = { ...batchOf(["x"]), body: Buffer.from('{"service"'), format: "single" as const };
    await test.worker.handle(deliveryOf([broken, batchOf(["after"])], 1), signal());
    expect(await test.archived()).to.have.lengthOf(1);
    expect(await test.letters()).to.have.lengthOf(1);
  });

  it("keeps a batch of several events whose text cannot be read any more as one dead letter, and goes on", async () => {
    test = await startTestWorker(folder);
    const broken = { ...batchOf(["x", "y", "z"]), body: Buffer.from('[{"service":"a"},{"ser') };
    const unread = { ...batchOf(["x", "y"]), kind: "rejected" as const, body: Buffer.from('[{"kind":"log"') };
    await test.worker.handle(deliveryOf([broken, unread, batchOf(["after"])], 1), signal());
    expect(await test.archived()).to.have.lengthOf(1);
    const letters = await test.letters();
    expect(letters.map(({ id }) => id).sort()).to.deep.equal([broken.id, unread.id].sort());
    expect(letters.map(({ payload }) => payload)).to.have.members([broken.body.toString(), unread.body.toString()]);
  });

  it("waits out a database that is away and loses nothing", async () => {
    const fail = failing(2, new AwayError("database is locked"));
    const engine = createCountingEngine();
    test = await startTestWorker(folder, ({ commitBatches }) => ({
      engine,
      store: failingAtCommit(commitBatches, fail),
    }));
    const batch = batchOf(numbered(20));
    await test.worker.handle(deliveryOf([batch], 1), signal());
    engine.missing([]);
    expect((await test.archived()).sort()).to.deep.equal(idsOf(batch));
    expect([...engine.kept.entries()].sort()).to.deep.equal(idsOf(batch).map((id) => [id, 1]));
    expect(await test.letters()).to.deep.equal([]);
    expect(test.processed()).to.equal(20);
  });

  it("waits out a database that goes away while it looks for a poison event", async () => {
    const engine = createCountingEngine((item) => (isPoison(item) ? new Error("no") : undefined));
    let commits = 0;
    test = await startTestWorker(folder, ({ commitBatches }) => ({
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
    await test.worker.handle(deliveryOf([batch], 1), signal());
    engine.missing([]);
    expect(await test.letters()).to.have.lengthOf(1);
    expect(engine.kept.size).to.equal(15);
    expect(await positionOf(test.store)).to.equal(1);
  });

  it("keeps a delivery whose commit's answer is lost while the database doesn't say what was consumed either", async () => {
    const failCommit = failing(1, new AwayError("the answer is lost"));
    const failConsumed = failing(1, new AwayError("away"));
    test = await startTestWorker(folder, ({ commitBatches }) => ({
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
    await test.worker.handle({ batches: [batch], progress: { batches: [batch.id] }, leases: [] }, signal());
    expect(await test.archived()).to.deep.equal(idsOf(batch));
  });

  it("repeats nothing where the commit fails after the archive has the events", async () => {
    const fail = failing(1, new Error("the process died here"));
    const engine = createCountingEngine();
    test = await startTestWorker(folder, ({ commitBatches }) => ({
      engine,
      store: failingAtCommit(commitBatches, fail),
    }));
    const batch = batchOf(numbered(50));
    await test.worker.handle(deliveryOf([batch], 1), signal());
    engine.missing([]);
    expect((await test.archived()).sort()).to.deep.equal(idsOf(batch));
    expect([...engine.kept.values()].every((times) => times === 1)).to.equal(true);
    expect(engine.kept.size).to.equal(50);
  });

  it("repeats nothing after a crash between the archive and the commit, when the queue hands the delivery over again", async () => {
    const dying = new AbortController();
    test = await startTestWorker(folder, ({ commitBatches }) => ({
      store: {
        ...commitBatches,
        async commit() {
          dying.abort();
          throw new AwayError("the process dies");
        },
      },
    }));
    const batch = batchOf(numbered(30));
    await test.worker.handle(deliveryOf([batch], 1), dying.signal).then(
      () => expect.fail("must not be said to be done"),
      () => undefined,
    );
    expect(await positionOf(test.store), "nothing is said to be consumed").to.equal(0);
    expect(await test.archived()).to.have.lengthOf(30);
    await test.close();
    test = await startTestWorker(folder);
    await test.worker.handle(deliveryOf([batch], 1), signal());
    expect((await test.archived()).sort()).to.deep.equal(idsOf(batch));
    expect(await positionOf(test.store)).to.equal(1);
  });

  it("gives the logs of a delivery that is handed over again the patterns that they had at first", async () => {
    const messages = Array.from(
      { length: 60 },
      (_, index) => `user ${"abcdefghij"[index % 10]} asked for page ${index}`,
    );
    const earlier = batchOf(messages);
    const later = batchOf(messages.map((message) => `${message} again`));
    const patternsIn = async (tries: number): Promise<unknown[]> => {
      const config = readConfig({ TOCSIN_DATA_DIR: folder, TOCSIN_JWT_SECRET: SECRET });
      const fail = failing(tries, new Error("the process died here"));
      test = await startTestWorker(folder, ({ commitBatches }) => ({
        engine: createDetectionEngine(detectionRules(config, silentLogger)),
        store: failingAtCommit(commitBatches, fail),
      }));
      await test.worker.handle(deliveryOf([earlier], 1), signal());
      await test.worker.handle(deliveryOf([later], 2, 1), signal());
      const scope = { organizationId: "default", actor: "test", permissions: [] };
      const { records } = await test.archive.search(scope, { limit: 1000 });
      return records.map((record) => {
        const { id, patternId } = JSON.parse(record) as { id: string; patternId: string };
        return `${id} ${patternId}`;
      });
    };
    const undisturbed = await patternsIn(0);
    expect(undisturbed).to.have.lengthOf(120);
    for (const each of undisturbed) expect(each).to.match(/ [0-9a-f]{8}$/);
    await test.close();
    rmSync(folder, { recursive: true, force: true });
    folder = temporaryFolder();
    expect((await patternsIn(1)).sort()).to.deep.equal(undisturbed.sort());
  });

  it("passes over batches that a broker hands over twice: nothing is counted or opened twice", async () => {
    const config = readConfig({ TOCSIN_DATA_DIR: folder, TOCSIN_JWT_SECRET: SECRET });
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
    test = await startTestWorker(folder, () => ({ engine: both }));
    const batch: AcceptedBatch = {
      ...batchOf(["x"]),
      body: Buffer.from('[{"service":"checkout-api","level":"fatal","message":"out of memory"}]'),
    };
    const delivery = { batches: [batch], progress: { batches: [batch.id] }, leases: [] };
    await test.worker.handle(delivery, signal());
    await test.worker.handle(delivery, signal());
    await test.worker.handle({ ...delivery, batches: [batch, batch] }, signal()).catch(() => undefined);
    expect(test.processed()).to.equal(1);
    engine.missing([]);
    expect([...engine.kept.values()]).to.deep.equal([1]);
    expect(await test.archived()).to.have.lengthOf(1);
  });

  it("counts a fatal log that comes once as one incident without duplicates, though its first commit failed", async () => {
    const config = readConfig({ TOCSIN_DATA_DIR: folder, TOCSIN_JWT_SECRET: SECRET });
    const fail = failing(1, new AwayError("away"));
    test = await startTestWorker(folder, ({ commitBatches }) => ({
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
    await test.worker.handle(deliveryOf([batch], 1), signal());
    expect((await test.incidents()).map(({ duplicateCount }) => duplicateCount)).to.deep.equal([0]);
  });

  it("takes a replayed dead letter in once", async () => {
    const engine = createCountingEngine((item) => (isPoison(item) ? new Error("no") : undefined));
    test = await startTestWorker(folder, () => ({ engine }));
    await test.worker.handle(
      deliveryOf([{ ...batchOf(["fine by now"]), kind: "rejected", body: LEFT_OUT }], 1),
      signal(),
    );
    const [letter] = await test.letters();
    const eventId = "01900000-0000-7000-8000-000000000000";
    await test.requestReplay(letter?.id ?? "", eventId);
    await Promise.all([test.worker.tick(), test.worker.tick()]);
    engine.missing([]);
    expect([...engine.kept]).to.deep.equal([[eventId, 1]]);
    expect(await test.archived()).to.deep.equal([eventId]);
    expect(await test.letters()).to.deep.equal([]);
  });

  it("ends its waiting when it is told to stop, without saying that the delivery is done", async () => {
    const stop = new AbortController();
    test = await startTestWorker(folder, ({ commitBatches }) => ({
      store: { ...commitBatches, commit: () => Promise.reject(new AwayError("away")) },
    }));
    const handled = test.worker.handle(deliveryOf([batchOf(["x"])], 1), stop.signal).then(
      () => "done",
      () => "given up",
    );
    stop.abort();
    expect(await handled).to.equal("given up");
    expect(await positionOf(test.store)).to.equal(0);
  });
});
