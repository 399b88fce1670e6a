import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { elementId } from "../../src/model/batch-codec.ts";
import { partitionOf } from "../../src/model/partition.ts";
import {
  type Bench,
  batchOf,
  eventIds,
  memoryIntake,
  notingLogger,
  onBroker,
  PARTITIONS,
  servicesOf,
  until,
  work,
} from "./harness.ts";

onBroker("The queue in RabbitMQ", (open) => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await open();
  });
  afterEach(() => bench.close());

  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const codeOf = (error: unknown): string => (error instanceof ApplicationError ? error.code : String(error));

  const taken = async (): Promise<AcceptedBatch[]> => (await bench.taken()).flat();

  it("resolves when the broker has every part, each in the partition of its services", async () => {
    const queue = await bench.openQueue();
    const services = Array.from({ length: 40 }, (_, n) => `service-${n % 11}`);
    const batch = batchOf(...services);
    await queue.append([batch]);
    expect(queue.connected()).to.equal(true);
    await until("all parts to be ready", async () => (await queue.depth()).messages === PARTITIONS);
    const ids: string[] = [];
    for (const [partition, parts] of (await bench.taken()).entries()) {
      expect(parts).to.have.length(1);
      for (const part of parts) {
        for (const [index, service] of servicesOf(part).entries()) {
          expect(partitionOf("acme", service, PARTITIONS)).to.equal(partition);
          expect(elementId(part, index)).to.equal(elementId(batch, part.places?.[index] ?? index));
        }
        ids.push(...eventIds(part));
      }
    }
    expect(ids.sort()).to.deep.equal(eventIds(batch).sort());
  });

  it("publishes a batch of one partition as it was sent", async () => {
    const queue = await bench.openQueue();
    const batch = batchOf("only", "only", " only ");
    await queue.append([batch]);
    const [got, ...others] = await taken();
    expect(others).to.deep.equal([]);
    expect(got).to.deep.equal(batch);
  });

  it("sends a batch of 20 MB in messages of at most one, losing and doubling nothing", async () => {
    const queue = await bench.openQueue();
    const services = Array.from({ length: 200 }, (_, n) => `service-${n % 3}`);
    const elements = services.map((service) => ({ service, level: "info", message: "x".repeat(100_000) }));
    const batch = { ...batchOf(...services), body: Buffer.from(JSON.stringify(elements)) };
    await queue.append([batch]);
    const parts = await taken();
    expect(Math.max(...parts.map(({ body }) => body.length))).to.be.below(1024 * 1024 + 1);
    expect(parts.flatMap(eventIds).sort()).to.deep.equal(eventIds(batch).sort());
  });

  it("keeps what a lenient batch left out together, and takes an empty append", async () => {
    const queue = await bench.openQueue();
    const rejected = { ...batchOf("a", "b", "c"), kind: "rejected" as const };
    await queue.append([rejected]);
    await queue.append([]);
    expect(await taken()).to.deep.equal([rejected]);
  });

  it("spools while the broker is away and relays in order afterwards, with nothing lost or doubled", async () => {
    const logger = notingLogger();
    const spool = bench.openSpool();
    const queue = await bench.openQueue({ spool, logger });
    bench.proxy.cut();
    await until("the queue to notice", () => !queue.connected());
    const batches = Array.from({ length: 200 }, (_, n) => batchOf("one", ...(n % 10 ? [] : ["two", "three"])));
    for (const batch of batches) await queue.append([batch]);
    expect(queue.ready()).to.equal(true);
    expect(await queue.depth()).to.deep.equal({
      messages: null,
      spooledEvents: sum(batches.map(({ count }) => count)),
    });
    bench.proxy.restore();
    await until("the spool to be empty", async () => (await queue.depth()).spooledEvents === 0);
    const late = batchOf("one");
    await queue.append([late]);
    const got = await taken();
    expect(got.flatMap(eventIds).sort()).to.deep.equal([...batches, late].flatMap(eventIds).sort());
    const ofOne = got.filter((batch) => servicesOf(batch).includes("one")).map(({ id }) => id);
    expect(ofOne).to.deep.equal([...batches, late].map(({ id }) => id));
    expect(logger.lines.filter((line) => line.includes("is back"))).to.have.length(1);
  });

  it("relays past what was damaged in the spool, which goes to the dead letters", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "tocsin-test-spool-")), "spool.db");
    const spool = bench.openSpool(undefined, path);
    bench.proxy.cut();
    const queue = await bench.openQueue({ spool });
    const batches = Array.from({ length: 5 }, () => batchOf("one", "two"));
    for (const batch of batches) await queue.append([batch]);
    const database = new Database(path);
    const replace = database.prepare(
      "update batch set payload = cast(replace(cast(payload as text), ?, ?) as blob) where position = ?",
    );
    replace.run('"receivedAt"', '"receivedXt"', 2);
    replace.run('[{"service"', '[{"serv', 4);
    database.close();
    bench.proxy.restore();
    await until("the spool to be empty", async () => (await queue.depth()).spooledEvents === 0);
    const got = await taken();
    const sound = batches.filter((_, index) => index !== 1 && index !== 3);
    const [accepted, rejected] = [got.filter(({ kind }) => kind === "log"), got.filter(({ kind }) => kind !== "log")];
    expect(accepted.flatMap(eventIds).sort()).to.deep.equal(sound.flatMap(eventIds).sort());
    expect(rejected.map(({ organizationId }) => organizationId)).to.deep.equal(["acme", "acme"]);
    expect(rejected.map(({ id }) => id)).to.include(batches[3]?.id);
    rmSync(dirname(path), { recursive: true, force: true });
  });

  it("starts without a broker, and publishes after a restart what an earlier process spooled, once", async () => {
    bench.proxy.cut();
    const spool = bench.openSpool();
    const first = await bench.openQueue({ spool });
    const batches = Array.from({ length: 20 }, () => batchOf("one"));
    await Promise.all(batches.map((batch) => first.append([batch])));
    await first.close();
    bench.proxy.restore();
    const second = await bench.openQueue({ spool });
    await until("the spool to be empty", async () => (await second.depth()).spooledEvents === 0);
    await second.close();
    // The spool keeps its last row; a third start must not publish it again.
    const third = await bench.openQueue({ spool });
    await third.append([batchOf("last")]);
    const got = await taken();
    expect(got).to.have.length(21);
    expect(new Set(got.map(({ id }) => id)).size).to.equal(21);
  });

  it("publishes what is spooled to a file whose relay position lies beyond its rows", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "tocsin-test-spool-")), "spool.db");
    bench.proxy.cut();
    const first = await bench.openQueue({ spool: bench.openSpool(undefined, path) });
    await Promise.all(Array.from({ length: 5 }, () => first.append([batchOf("one")])));
    bench.proxy.restore();
    await until("the spool to be empty", async () => (await first.depth()).spooledEvents === 0);
    await first.close();
    await taken();
    // As a file whose rows couldn't be recovered.
    const file = new Database(path);
    file.exec("delete from batch; delete from sqlite_sequence");
    file.close();

    bench.proxy.cut();
    const second = await bench.openQueue({ spool: bench.openSpool(undefined, path) });
    const batches = Array.from({ length: 3 }, () => batchOf("one"));
    await Promise.all(batches.map((batch) => second.append([batch])));
    bench.proxy.restore();
    await until("the spool to be empty", async () => (await second.depth()).spooledEvents === 0);
    expect((await taken()).map(({ id }) => id)).to.have.members(batches.map(({ id }) => id));
    rmSync(dirname(path), { recursive: true, force: true });
  });

  it("answers 503 when the spool is full too, and recovers by itself", async () => {
    const spool = bench.openSpool(200_000);
    const queue = await bench.openQueue({ spool });
    bench.proxy.cut();
    await until("the queue to notice", () => !queue.connected());
    const stored: string[] = [];
    let refusal: unknown;
    for (let n = 0; n < 100 && !refusal; n++) {
      const batch = {
        ...batchOf("one"),
        body: Buffer.from(JSON.stringify([{ service: "one", message: "x".repeat(20_000) }])),
      };
      await queue.append([batch]).then(
        () => stored.push(batch.id),
        (error: unknown) => {
          refusal = error;
        },
      );
    }
    expect(codeOf(refusal)).to.equal("queue_full");
    expect(queue.ready()).to.equal(false);
    bench.proxy.restore();
    await until("the spool to be empty", async () => (await queue.depth()).spooledEvents === 0);
    expect(queue.ready()).to.equal(true);
    await queue.append([batchOf("one")]);
    expect((await taken()).map(({ id }) => id).slice(0, stored.length)).to.deep.equal(stored);
  });

  it("loses nothing when connections break in the middle of publishing", async () => {
    const queue = await bench.openQueue();
    const batches = Array.from({ length: 600 }, (_, n) => batchOf(`service-${n % 7}`));
    const appends: Promise<void>[] = [];
    for (const [n, batch] of batches.entries()) {
      appends.push(queue.append([batch]));
      if (n % 150 === 100) bench.proxy.drop();
      if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(appends);
    await until("the spool to be empty", async () => queue.connected() && (await queue.depth()).spooledEvents === 0);
    const got = new Set((await taken()).flatMap(eventIds));
    expect(batches.flatMap(eventIds).filter((id) => !got.has(id))).to.deep.equal([]);
    expect(bench.proxy.opened()).to.be.above(1);
  });

  it("spools what stays unconfirmed, since nobody knows whether it is stored", async () => {
    const spool = bench.openSpool();
    const queue = await bench.openQueue({ spool, confirmTimeoutMs: 50 });
    await queue.append([batchOf("one")]);
    bench.proxy.hush();
    const silent = batchOf("one");
    await queue.append([silent]);
    expect(spool.depth()).to.equal(1);
    bench.proxy.restore();
    await until("the spool to be empty", () => spool.depth() === 0);
    expect(new Set((await taken()).map(({ id }) => id)).has(silent.id)).to.equal(true);
  });

  it("doesn't take a message that no queue has for stored", async () => {
    const logger = notingLogger();
    const queue = await bench.openQueue({ logger });
    const victim = bench.topology.queues[partitionOf("acme", "one", PARTITIONS)] as string;
    await bench.channel.deleteQueue(victim);
    const batch = batchOf("one");
    await queue.append([batch]);
    await until("the queue to be declared anew", async () => (await queue.depth()).messages === 1);
    expect((await taken()).map(({ id }) => id)).to.deep.equal([batch.id]);
    expect(logger.lines.length).to.be.above(0);
  });

  it("answers an Idempotency-Key once, and finishes a claim that was left behind under its own batch id", async () => {
    const intake = memoryIntake();
    const queue = await bench.openQueue({ intake });
    const remembered = (batch: AcceptedBatch, fingerprint = "f") => ({
      organizationId: "acme",
      route: "POST /events/logs",
      key: "k",
      fingerprint,
      answer: JSON.stringify({ id: batch.id }),
      batchId: batch.id,
      receivedAt: batch.receivedAt,
    });
    const left = batchOf("one");
    await intake.remember(remembered(left));
    expect(await queue.recall("acme", "POST /events/logs", "k")).to.equal(undefined);
    const again = batchOf("one");
    expect(codeOf(await queue.append([again], remembered(again, "g")).catch((error: unknown) => error))).to.equal(
      "idempotency_key_reused",
    );
    expect(codeOf(await queue.append([again], remembered(again)).catch((error: unknown) => error))).to.equal(
      "storage_unavailable",
    );
    expect(await queue.recall("acme", "POST /events/logs", "k")).to.deep.equal(remembered(left));
    expect((await taken()).map(({ id }) => id)).to.deep.equal([left.id]);
  });

  it("closes while the broker is away", async () => {
    const queue = await bench.openQueue();
    bench.proxy.cut();
    await queue.append([batchOf("one")]);
    await queue.close();
    bench.proxy.restore();
    const source = await bench.openSource();
    await work(source).stop();
  });
});
