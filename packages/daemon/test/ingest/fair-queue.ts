import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { AcceptedBatch, ConsumerProgress, Progress } from "../../src/model/accepted-batch.ts";
import { elementsOf } from "../../src/model/batch-codec.ts";
import { type EmbeddedQueue, openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { openEmbeddedSource } from "../../src/store/queue/embedded-source.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { waitFor } from "../support/wait.ts";

const NOW = Date.UTC(2026, 0, 2);
export const clock = { now: () => NOW };

const consumersOf = (progress: Progress): readonly ConsumerProgress[] =>
  "consumers" in progress ? progress.consumers : [];
const nameOf = (one: AcceptedBatch): string => (elementsOf(one)[0] as { message: string }).message;

/** The stores and helpers of the tests about the order in which the worker takes the embedded queue. */
export function fairQueue() {
  let folder = "";
  let path = "";
  let queue: EmbeddedQueue;
  /** What a database would keep: by organization, the position and what was consumed of it. */
  let positions: Map<string, number>;
  let consumed: Map<string, string[]>;
  let deliveries: string[][];

  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder, "queue.db");
    queue = openEmbeddedQueue({ path, clock, bytesMax: 2 ** 30 });
    positions = new Map();
    consumed = new Map();
    deliveries = [];
  });
  afterEach(() => {
    queue.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a worker until it is done; `take` may throw, and the worker may be thrown away at any delivery. */
  async function run(
    isDone: () => boolean,
    take: (names: readonly string[]) => void | Promise<void> = () => undefined,
  ): Promise<void> {
    const source = openEmbeddedSource({ path, positions: async () => positions });
    const stop = new AbortController();
    const running = source.run(async ({ batches, progress }) => {
      await take(batches.map(nameOf));
      for (const { consumer, from, position } of consumersOf(progress)) {
        const lane = consumer.includes("/") ? consumer.slice(consumer.indexOf("/") + 1) : "";
        expect(from, "nobody else moved it").to.equal(positions.get(lane) ?? 0);
        positions.set(lane, position);
      }
      deliveries.push(batches.map(nameOf));
      for (const one of batches)
        consumed.set(one.organizationId, [...(consumed.get(one.organizationId) ?? []), nameOf(one)]);
    }, stop.signal);
    await waitFor(isDone, { what: "the deliveries", within: 20_000 });
    stop.abort();
    await running;
    await source.close();
  }
  const total = (): number => [...consumed.values()].reduce((sum, names) => sum + names.length, 0);

  return {
    run,
    total,
    get queue() {
      return queue;
    },
    set queue(value: EmbeddedQueue) {
      queue = value;
    },
    get deliveries() {
      return deliveries;
    },
    set deliveries(value: string[][]) {
      deliveries = value;
    },
    get consumed() {
      return consumed;
    },
    set consumed(value: Map<string, string[]>) {
      consumed = value;
    },
    get positions() {
      return positions;
    },
    set positions(value: Map<string, number>) {
      positions = value;
    },
    get path() {
      return path;
    },
    set path(value) {
      path = value;
    },
    get folder() {
      return folder;
    },
  };
}
