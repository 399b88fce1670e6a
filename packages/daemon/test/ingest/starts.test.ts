import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Delivery, TelemetrySource } from "../../src/ingest/queue.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { elementsOf, listRejectedEvents, type RejectedEvent } from "../../src/model/batch-codec.ts";
import { type EmbeddedQueue, openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { openEmbeddedSource } from "../../src/store/queue/embedded-source.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { waitFor } from "../support/wait.ts";
import { batchOf } from "../support/worker.ts";

const messagesOf = (batch: AcceptedBatch): string[] =>
  batch.kind === "rejected"
    ? listRejectedEvents(batch).map(({ payload }) => `dead: ${(payload as { message: string }).message}`)
    : (elementsOf(batch) as { message: string }[]).map(({ message }) => message);

describe("an event of the embedded queue that ends the process", () => {
  let folder = "";
  let path = "";
  let queue: EmbeddedQueue;
  let position = 0;
  /** What every delivery held, start by start; `…` where it ended the process. */
  let starts: string[][] = [];
  let handled: string[] = [];
  let letters: RejectedEvent[] = [];
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
    letters = [];
    sources = [];
    open();
  });
  afterEach(async () => {
    for (const source of sources) await source.close();
    queue.close();
    rmSync(folder, { recursive: true, force: true });
  });

  type Fate = "dies" | "goes on";
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
      for (const batch of batches) if (batch.kind === "rejected") letters.push(...listRejectedEvents(batch));
      position = "consumers" in progress ? (progress.consumers[0]?.position ?? 0) : 0;
    };
    const running = source.run(take, stop.signal);
    await waitFor(() => stop.signal.aborted || isDone(), { what: "the end of a start" });
    stop.abort();
    await running;
    return { fate, source };
  }
  const fatal = (messages: readonly string[]): Fate => (messages.includes("fatal") ? "dies" : "goes on");

  it("is handed over alone from the third start on, and is a dead letter at the fifth", async () => {
    await append("fatal", "good", "better");
    while ((await start(fatal)).fate === "dies");
    expect(starts).to.deep.equal([
      ["fatal good better…"],
      ["fatal good better…"],
      ["fatal…"],
      ["fatal…"],
      ["dead: fatal", "good", "better"],
    ]);
    expect(letters).to.have.length(1);
    expect(letters[0]).to.deep.include({ kind: "log", attempts: 4 });
    expect(letters[0]?.reason).to.contain("ends the daemon");
  });

  it("is found among others that came with it, which are handled once and in order", async () => {
    const names = Array.from({ length: 30 }, (_, index) => (index === 20 ? "fatal" : `event-${index}`));
    await append(...names);
    while ((await start(fatal)).fate === "dies");
    expect(handled).to.deep.equal(names.map((name) => (name === "fatal" ? "dead: fatal" : name)));
    expect(starts.length).to.be.below(8);
    await append("later", "and later");
    await start(fatal);
    expect(starts.at(-1), "what comes after is not suspected").to.deep.equal(["later and later"]);
  });

  it("is told from the next one of its kind, which has tries of its own", async () => {
    await append("fatal", "fatal");
    while ((await start(fatal)).fate === "dies");
    expect(letters.map(({ attempts }) => attempts)).to.deep.equal([4, 4]);
  });

  it("is not looked for where the daemon was stopped in order", async () => {
    await append("one", "two");
    for (let round = 0; round < 6; round++) await (await start(() => "dies")).source.close();
    expect(new Set(starts.flat())).to.deep.equal(new Set(["one two…"]));
  });

  it("is not looked for where each start came further than the one before", async () => {
    for (let round = 0; round < 6; round++) {
      let deliveries = 0;
      await append(`a${round}`, `b${round}`);
      const dyingAtTheSecond = (): Fate => {
        deliveries += 1;
        if (deliveries === 1) void append("c");
        return deliveries === 1 ? "goes on" : "dies";
      };
      await start(dyingAtTheSecond, () => false);
    }
    expect(starts.map(([first]) => first)).to.deep.equal([
      "a0 b0",
      "c a1 b1",
      "c a2 b2",
      "c a3 b3",
      "c a4 b4",
      "c a5 b5",
    ]);
    expect(letters).to.deep.equal([]);
  });

  it("is not looked for in another queue's file", async () => {
    await append("fatal", "good");
    for (let round = 0; round < 4; round++) await start(fatal);
    queue.close();
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
    open();
    await append("new", "newer");
    await start(fatal);
    expect(starts.at(-1)).to.deep.equal(["new newer"]);
  });

  it("costs one note a start, however much is delivered", async () => {
    const notes = new Set<string>();
    const moreAndMore = (): Fate => {
      notes.add(readFileSync(`${path}.starts`, "utf8"));
      void append("more");
      return "goes on";
    };
    await append("first");
    await start(moreAndMore, () => handled.length > 20);
    expect(notes.size).to.equal(1);
  });

  it("is looked for anew where the note of it is damaged", async () => {
    await append("fatal", "good");
    for (let round = 0; round < 4; round++) await start(fatal);
    writeFileSync(`${path}.starts`, "{");
    await start(fatal);
    expect(starts.at(-1)).to.deep.equal(["fatal good…"]);
  });
});
