import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { type EmbeddedQueue, openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { openEmbeddedSource } from "../../src/store/queue/embedded-source.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { waitFor } from "../support/wait.ts";
import { batchOf } from "../support/worker.ts";

export const clock = { now: () => Date.parse("2026-11-21T12:00:00Z") };

/** The stores and helpers of the tests about a damaged row of the embedded queue. */
export function damagedRow() {
  let folder = "";
  let path = "";
  let queue: EmbeddedQueue;
  let reported = 0;
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
      reported += 1;
    },
  };
  const open = (file = path): EmbeddedQueue => openEmbeddedQueue({ path: file, bytesMax: 2 ** 30, ...watch });
  const good = { ...batchOf(["first", "second"]), organizationId: "acme" };

  beforeEach(async () => {
    folder = temporaryFolder();
    path = join(folder, "queue.db");
    reported = 0;
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

  return {
    damage,
    withoutTime,
    middle,
    good,
    lines,
    handedOver,
    open,
    get queue() {
      return queue;
    },
    set queue(value: EmbeddedQueue) {
      queue = value;
    },
    get path() {
      return path;
    },
    get reported() {
      return reported;
    },
    get folder() {
      return folder;
    },
  };
}
