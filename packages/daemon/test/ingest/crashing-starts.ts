import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Delivery, TelemetrySource } from "../../src/ingest/queue.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { elementsOf, listRejectedEvents, type RejectedEvent } from "../../src/model/batch-codec.ts";
import { type EmbeddedQueue, openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { openEmbeddedSource } from "../../src/store/queue/embedded-source.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { waitFor } from "../support/wait.ts";
import { batchOf } from "../support/worker.ts";

export type Fate = "dies" | "goes on";

const messagesOf = (batch: AcceptedBatch): string[] =>
  batch.kind === "rejected"
    ? listRejectedEvents(batch).map(({ payload }) => `dead: ${(payload as { message: string }).message}`)
    : (elementsOf(batch) as { message: string }[]).map(({ message }) => message);

/** The stores and helpers of the tests about an event of the embedded queue that ends the process. */
export function crashingStarts() {
  let folder = "";
  let path = "";
  let queue: EmbeddedQueue;
  let position = 0;
  /** What every delivery held, start by start; `…` where it ended the process. */
  let starts: string[][] = [];
  let handled: string[] = [];
  let deadLetters: RejectedEvent[] = [];
  let sources: TelemetrySource[] = [];

  const open = (): void => {
    queue = openEmbeddedQueue({ path, clock: { now: () => Date.now() }, bytesMax: 2 ** 30 });
  };
  const append = (...messages: string[]): Promise<void> => queue.append(messages.map((message) => batchOf([message])));

  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder, "queue.db");
    position = 0;
    starts = [];
    handled = [];
    deadLetters = [];
    sources = [];
    open();
  });
  afterEach(async () => {
    for (const source of sources) await source.close();
    queue.close();
    rmSync(folder, { recursive: true, force: true });
  });
  /** A worker from its start until the queue is empty or it dies, which leaves no time to close anything. */
  async function start(
    fateOf: (messages: readonly string[]) => Fate,
    isDone = (): boolean => queue.read(position, 1).length === 0,
  ): Promise<{ fate: Fate; source: TelemetrySource }> {
    const source = openEmbeddedSource({ path, positions: async () => new Map([["default", position]]) });
    sources.push(source);
    const stop = new AbortController();
    const deliveries: string[] = [];
    starts.push(deliveries);
    let fate: Fate = "goes on";
    const take = async ({ batches, progress }: Delivery): Promise<void> => {
      const messages = batches.flatMap(messagesOf);
      fate = fateOf(messages);
      deliveries.push(`${messages.join(" ")}${fate === "dies" ? "…" : ""}`);
      if (fate === "dies") {
        stop.abort();
        throw new Error("the process ended");
      }
      handled.push(...messages);
      for (const batch of batches) if (batch.kind === "rejected") deadLetters.push(...listRejectedEvents(batch));
      position = "consumers" in progress ? (progress.consumers[0]?.position ?? 0) : 0;
    };
    const running = source.run(take, stop.signal);
    await waitFor(() => stop.signal.aborted || isDone(), { what: "the end of a start" });
    stop.abort();
    await running;
    return { fate, source };
  }
  const fatal = (messages: readonly string[]): Fate => (messages.includes("fatal") ? "dies" : "goes on");

  return {
    append,
    start,
    fatal,
    open,
    get starts() {
      return starts;
    },
    get deadLetters() {
      return deadLetters;
    },
    get handled() {
      return handled;
    },
    get queue() {
      return queue;
    },
    get path() {
      return path;
    },
  };
}
