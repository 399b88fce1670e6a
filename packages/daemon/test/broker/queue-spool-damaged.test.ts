import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { brokerQueue } from "./broker-queue.ts";
import { batchOf, eventIds, onBroker, until } from "./harness.ts";

onBroker("A damaged or full spool beside RabbitMQ", (open) => {
  const world = brokerQueue(open);

  it("relays past what was damaged in the spool, which goes to the dead letters", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "tocsin-test-spool-")), "spool.db");
    const spool = world.bench.openSpool(undefined, path);
    world.bench.proxy.cut();
    const queue = await world.bench.openQueue({ spool });
    const batches = Array.from({ length: 5 }, () => batchOf("one", "two"));
    for (const batch of batches) await queue.append([batch]);
    const database = new Database(path);
    const replace = database.prepare(
      "update batch set payload = cast(replace(cast(payload as text), ?, ?) as blob) where position = ?",
    );
    replace.run('"receivedAt"', '"receivedXt"', 2);
    replace.run('[{"service"', '[{"serv', 4);
    database.close();
    world.bench.proxy.restore();
    await until("the spool to be empty", async () => (await queue.depth()).spooledEvents === 0);
    const got = await world.taken();
    const sound = batches.filter((_, index) => index !== 1 && index !== 3);
    const [accepted, rejected] = [got.filter(({ kind }) => kind === "log"), got.filter(({ kind }) => kind !== "log")];
    expect(accepted.flatMap(eventIds).sort()).to.deep.equal(sound.flatMap(eventIds).sort());
    expect(rejected.map(({ organizationId }) => organizationId)).to.deep.equal(["acme", "acme"]);
    expect(rejected.map(({ id }) => id)).to.include(batches[3]?.id);
    rmSync(dirname(path), { recursive: true, force: true });
  });

  it("publishes what is spooled to a file whose relay position lies beyond its rows", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "tocsin-test-spool-")), "spool.db");
    world.bench.proxy.cut();
    const first = await world.bench.openQueue({ spool: world.bench.openSpool(undefined, path) });
    await Promise.all(Array.from({ length: 5 }, () => first.append([batchOf("one")])));
    world.bench.proxy.restore();
    await until("the spool to be empty", async () => (await first.depth()).spooledEvents === 0);
    await first.close();
    await world.taken();
    // As a file whose rows couldn't be recovered.
    const file = new Database(path);
    file.exec("delete from batch; delete from sqlite_sequence");
    file.close();

    world.bench.proxy.cut();
    const second = await world.bench.openQueue({ spool: world.bench.openSpool(undefined, path) });
    const batches = Array.from({ length: 3 }, () => batchOf("one"));
    await Promise.all(batches.map((batch) => second.append([batch])));
    world.bench.proxy.restore();
    await until("the spool to be empty", async () => (await second.depth()).spooledEvents === 0);
    expect((await world.taken()).map(({ id }) => id)).to.have.members(batches.map(({ id }) => id));
    rmSync(dirname(path), { recursive: true, force: true });
  });

  it("answers 503 when the spool is full too, and recovers by itself", async () => {
    const spool = world.bench.openSpool(200_000);
    const queue = await world.bench.openQueue({ spool });
    world.bench.proxy.cut();
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
    expect(world.codeOf(refusal)).to.equal("queue_full");
    expect(queue.ready()).to.equal(false);
    world.bench.proxy.restore();
    await until("the spool to be empty", async () => (await queue.depth()).spooledEvents === 0);
    expect(queue.ready()).to.equal(true);
    await queue.append([batchOf("one")]);
    expect((await world.taken()).map(({ id }) => id).slice(0, stored.length)).to.deep.equal(stored);
  });
});
