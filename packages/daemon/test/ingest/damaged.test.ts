import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { normalise } from "../../src/ingest/normalise.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { encodeBatch, identityOf, listRejectedEvents, type RejectedEvent } from "../../src/model/batch-codec.ts";
import { type EmbeddedQueue, openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { openEmbeddedSource } from "../../src/store/queue/embedded-source.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { waitFor } from "../support/wait.ts";
import { batchOf } from "../support/worker.ts";

const clock = { now: () => Date.parse("2026-11-21T12:00:00Z") };
const rejected = (batch: AcceptedBatch): RejectedEvent => listRejectedEvents(batch)[0] as RejectedEvent;

describe("a damaged row of the embedded queue", () => {
  let folder = "";
  let path = "";
  let queue: EmbeddedQueue;
  let told = 0;
  const lines: string[] = [];
  const logger = {
    debug() {},
    info() {},
    warn() {},
    error: (message: string, fields: unknown): void => void lines.push(`${message} ${JSON.stringify(fields)}`),
  };
  const watch = {
    clock,
    logger,
    damaged: () => {
      told += 1;
    },
  };
  const open = (file = path): EmbeddedQueue => openEmbeddedQueue({ path: file, bytesMax: 2 ** 30, ...watch });
  const good = { ...batchOf(["first", "second"]), organizationId: "acme" };

  beforeEach(async () => {
    folder = temporaryFolder();
    path = join(folder, "queue.db");
    told = 0;
    lines.length = 0;
    queue = open();
    await queue.append([batchOf(["before"]), good, batchOf(["after"])]);
  });
  afterEach(() => {
    queue.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const damage = (change: (payload: Buffer) => Buffer, file = path): Buffer => {
    const database = new Database(file);
    const damaged = change(database.prepare("select payload from batch where position = 2").pluck().get() as Buffer);
    database.prepare("update batch set payload = ? where position = 2").run(damaged);
    database.close();
    return damaged;
  };
  const withoutTime = (payload: Buffer): Buffer =>
    Buffer.from(payload.toString().replace('"receivedAt":', '"receivedXt":'));
  const middle = (from: Pick<EmbeddedQueue, "read"> = queue): AcceptedBatch =>
    from.read(0, 100)[1]?.batch as AcceptedBatch;

  /** What the worker's end hands over; the first deliveries fail. */
  const handedOver = async (failures: number): Promise<AcceptedBatch[][]> => {
    const source = openEmbeddedSource({ path, positions: async () => new Map(), ...watch });
    const stop = new AbortController();
    const deliveries: AcceptedBatch[][] = [];
    const running = source.run(async ({ batches }) => {
      deliveries.push([...batches]);
      if (deliveries.length <= failures) throw new Error("the handling failed");
    }, stop.signal);
    await waitFor(() => deliveries.length > failures);
    stop.abort();
    await running;
    await source.close();
    return deliveries;
  };

  it("is a dead letter of the organization that it names, with all that can be read of it", () => {
    damage(withoutTime);
    const rows = queue.read(0, 100);
    expect(rows.map(({ position }) => position)).to.deep.equal([1, 2, 3]);
    expect(middle()).to.deep.include({ organizationId: "acme", kind: "rejected", receivedAt: clock.now(), count: 1 });
    expect(rejected(middle()).payload).to.contain('"message":"second"');
    expect(rejected(middle()).reason).to.contain("damaged");
  });

  it("says why it can't be read, whichever bit of the body has tipped", () => {
    const element = { service: "shop", level: "info", message: "kept", timestamp: "2026-11-21T12:00:00Z" };
    const whole = Buffer.from(JSON.stringify([element]));
    const reasons = new Set<string>();
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const body = Buffer.from(whole);
      body[bit >> 3] = (body[bit >> 3] as number) ^ (1 << (bit & 7));
      try {
        normalise({ ...good, count: 1, body });
      } catch (error) {
        reasons.add((error as Error).message);
      }
    }
    for (const reason of reasons)
      expect(reason).to.match(/^The batch can't be read: .+ damaged after it was accepted\.$/);
    for (const name of ["service", "level", "message"]) {
      expect([...reasons].join()).to.include(`element 0 has no string named ${name}`);
    }
  });

  it("is shown to nobody where it names no organization, but kept and told of", () => {
    const damaged = damage((payload) => payload.fill(0xff, 0, 80));
    expect(middle()).to.deep.include({ organizationId: "default", kind: "rejected", receivedAt: clock.now() });
    expect(rejected(middle()).payload).to.equal(null);
    const [file, ...others] = readdirSync(`${path}.damaged`);
    expect(others).to.deep.equal([]);
    expect(readFileSync(join(`${path}.damaged`, file ?? ""))).to.deep.equal(damaged);
    expect(lines.join()).to.contain(file).and.not.to.contain("second");
  });

  it("takes no organization from what a sender wrote", () => {
    damage(() => Buffer.from('[{"message":"{\\"v\\":1"},{"organizationId":"victim"}]'));
    expect(middle().organizationId).to.equal("default");
  });

  it("is the same letter for the worker, for the relay, and whenever it is read again; it is told of once", async () => {
    damage(withoutTime);
    const deliveries = await handedOver(3);
    expect(told).to.equal(1);
    expect(lines.filter((line) => line.includes("damaged"))).to.have.length(1);
    for (const batches of deliveries) {
      expect(batches).to.have.length(3);
      expect(batches[1]).to.deep.equal(middle());
    }
    queue.close();
    queue = open();
    expect(identityOf(middle())).to.equal(identityOf(deliveries[0]?.[1] as AcceptedBatch));
  });

  it("is another letter than the row of that number in another queue", async () => {
    const second = join(folder, "another.db");
    const another = open(second);
    await another.append([batchOf(["before"]), good]);
    for (const file of [path, second]) damage(withoutTime, file);
    expect(identityOf(middle(another))).not.to.equal(identityOf(middle()));
    another.close();
  });

  it("is found by each field that a header can lose", () => {
    const broken: readonly Partial<Record<keyof AcceptedBatch, unknown>>[] = [
      { id: "7" },
      { organizationId: "no organization" },
      { kind: "rumour" },
      { format: "csv" },
      { receivedAt: null },
      { count: 0 },
      { places: [1, -1] },
    ];
    for (const change of broken) {
      damage(() => encodeBatch({ ...good, ...change } as AcceptedBatch));
      expect(middle().kind, JSON.stringify(change)).to.equal("rejected");
    }
  });
});
