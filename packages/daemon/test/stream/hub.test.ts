import { connect } from "node:net";
import { expect } from "chai";
import { HEARTBEAT_FRAME } from "../../src/stream/frame.ts";
import { createStreamHub, type StreamReader } from "../../src/stream/hub.ts";
import type { StreamChange, StreamStore } from "../../src/stream/stream-store.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { openStream } from "../support/stream.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

const MIB = 1024 * 1024;
/** The hub's time; a reader whose buffer stays full this long is dropped. */
const STALL_MS = 5_000;
let now = 0;
const scope = { organizationId: "shop", actor: "ada", permissions: [] };

function createMemoryStore(): StreamStore & { push(data: string): void; reads: number } {
  const changes: StreamChange[] = [];
  return {
    reads: 0,
    push: (data) => void changes.push({ seq: changes.length + 1, event: null, data }),
    heads: async (organizations) => new Map(organizations.map((each) => [each, changes.length])),
    async after(_scope, seq, most) {
      this.reads += 1;
      return changes.slice(seq, seq + most);
    },
    oldest: async () => changes[0]?.seq,
  };
}

/** A reader that takes everything at once, or nothing. */
function createSink(reads: boolean) {
  const frames: string[] = [];
  let bytes = 0;
  const sink = {
    frames,
    ended: false,
    write(frame: string) {
      frames.push(frame);
      bytes += frame.length;
    },
    buffered: () => (reads ? 0 : bytes),
    end() {
      sink.ended = true;
    },
  };
  return sink;
}

const hubOf = (store: StreamStore) => createStreamHub(store, { perToken: 100, perOrganization: 100 });
const readerOf = (sink: StreamReader["sink"], more: Partial<StreamReader> = {}): StreamReader => ({
  scope,
  token: "t",
  openedAt: now,
  expiresAt: Number.MAX_SAFE_INTEGER,
  isRevoked: () => false,
  lastEventId: undefined,
  sink,
  ...more,
});
const idsOf = (frames: readonly string[]): number[] =>
  frames.filter((frame) => frame.startsWith("id: ")).map((frame) => Number(/^id: (\d+)/.exec(frame)?.[1]));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe("the stream hub", () => {
  it("drops a reader that doesn't read some time after its 1 MiB is full, while 50 others get all 500 changes in order", async () => {
    const store = createMemoryStore();
    const hub = hubOf(store);
    const readers = Array.from({ length: 50 }, () => createSink(true));
    const stalled = createSink(false);
    for (const sink of [...readers.slice(0, 25), stalled, ...readers.slice(25)]) await hub.open(readerOf(sink));
    for (let index = 0; index < 500; index++) {
      store.push(JSON.stringify({ index, padding: "x".repeat(8_000) }));
      if (index % 7 === 0) await hub.poll(now);
    }
    await hub.poll(now);
    expect(stalled.ended, "it has some time to read").to.equal(false);
    now += STALL_MS;
    await hub.poll(now);
    for (const { frames, ended } of readers) {
      expect(idsOf(frames)).to.deep.equal(upTo(500));
      expect(ended).to.equal(false);
    }
    expect(stalled.ended).to.equal(true);
    expect(stalled.frames.join("").length).to.be.within(MIB - 20_000, MIB + 20_000);
    expect(idsOf(stalled.frames), "what it got is in order").to.deep.equal(upTo(idsOf(stalled.frames).length));
    expect(hub.size()).to.equal(50);
  });

  it("reads the store once for all readers that stand at the same place", async () => {
    const store = createMemoryStore();
    const hub = hubOf(store);
    for (let index = 0; index < 50; index++) await hub.open(readerOf(createSink(true)));
    store.reads = 0;
    store.push("{}");
    await hub.poll(now);
    expect(store.reads).to.equal(1);
    await hub.poll(now);
    expect(store.reads, "nothing is new").to.equal(1);
  });

  it("goes on when a dropped reader comes back with the id that it saw last", async () => {
    const store = createMemoryStore();
    const hub = hubOf(store);
    const first = createSink(false);
    await hub.open(readerOf(first));
    for (let index = 0; index < 300; index++) store.push("x".repeat(8_000));
    await hub.poll(now);
    await hub.poll(now);
    now += STALL_MS;
    await hub.poll(now);
    expect(first.ended).to.equal(true);
    const seen = idsOf(first.frames);
    const second = createSink(true);
    await hub.open(readerOf(second, { lastEventId: String(seen.at(-1)) }));
    expect([...seen, ...idsOf(second.frames)]).to.deep.equal(upTo(300));
  });

  it("tells a reader without an id where it stands before anything else, and one that comes back with it what it missed", async () => {
    const store = createMemoryStore();
    const hub = hubOf(store);
    for (const data of ["1", "2"]) store.push(data);
    const [first, second] = [createSink(true), createSink(true)];
    const close = await hub.open(readerOf(first));
    const opening = first.frames.join("");
    expect(opening).to.equal('retry: 2000\n\nid: 2\nevent: ready\ndata: {"lastEventId":"2"}\n\n');
    close();
    store.push("3");
    await hub.open(readerOf(second, { lastEventId: "2" }));
    expect(second.frames).to.deep.equal(["retry: 2000\n\n", "id: 3\ndata: 3\n\n"]);
  });

  it("sends a comment as a sign of life, to every reader", async () => {
    const hub = hubOf(createMemoryStore());
    const sinks = [createSink(true), createSink(true)];
    for (const sink of sinks) await hub.open(readerOf(sink));
    hub.heartbeat(Date.now());
    expect(HEARTBEAT_FRAME).to.match(/^: .*\n\n$/);
    for (const { frames } of sinks) expect(frames.at(-1)).to.equal(HEARTBEAT_FRAME);
  });

  it("ends the stream of a token that has run out, and no other", async () => {
    const hub = hubOf(createMemoryStore());
    const [short, long] = [createSink(true), createSink(true)];
    await hub.open(readerOf(short, { expiresAt: 1_000 }));
    await hub.open(readerOf(long, { expiresAt: 2_000 }));
    hub.heartbeat(999);
    expect([short.ended, long.ended]).to.deep.equal([false, false]);
    hub.heartbeat(1_000);
    expect([short.ended, long.ended]).to.deep.equal([true, false]);
    expect(hub.size()).to.equal(1);
  });

  it("drops a stalled reader at a heartbeat too", async () => {
    const hub = hubOf(createMemoryStore());
    const stalled = { ...createSink(true), buffered: () => MIB + 1 };
    let ended = false;
    await hub.open(readerOf({ ...stalled, end: () => (ended = true) }));
    hub.heartbeat(now);
    expect(ended).to.equal(false);
    hub.heartbeat(now + STALL_MS);
    expect(ended).to.equal(true);
  });

  it("counts readers that come at once against the limits, and gives back the place of one whose opening failed", async () => {
    const store = createMemoryStore();
    const hub = createStreamHub(store, { perToken: 3, perOrganization: 4 });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => hub.open(readerOf(createSink(true)))));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).to.have.lengthOf(3);
    const failing = createStreamHub(
      { ...store, heads: async () => Promise.reject(new Error("away")) },
      { perToken: 1, perOrganization: 1 },
    );
    for (let index = 0; index < 3; index++) {
      const error = await failing.open(readerOf(createSink(true))).then(
        () => undefined,
        (reason: Error) => reason,
      );
      expect(error?.message).to.equal("away");
    }
    expect(failing.size()).to.equal(0);
  });

  it("closing ends every stream", async () => {
    const hub = hubOf(createMemoryStore());
    const sinks = [createSink(true), createSink(true)];
    for (const sink of sinks) await hub.open(readerOf(sink));
    hub.close();
    expect(sinks.map(({ ended }) => ended)).to.deep.equal([true, true]);
    expect(hub.size()).to.equal(0);
  });
});

describe("a socket that doesn't read the stream", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  it("is closed, and another reader gets every change in order", async () => {
    const token = tokenOf("shop");
    const { hostname, port } = new URL(daemon.core);
    const socket = connect(Number(port), hostname);
    socket
      .on("error", () => undefined)
      .write(
        `GET /incidents/stream HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${tokenOf("shop", { sub: "stalled" })}\r\n\r\n`,
      );
    socket.pause();
    const reader = await openStream(daemon.core, token);
    const clients = async (): Promise<number> =>
      Number(/^tocsin_stream_clients (\d+)/m.exec(await (await fetch(`${daemon.core}/metrics`)).text())?.[1]);
    await waitFor(async () => (await clients()) === 2, { what: "two readers" });
    // Kernels keep some megabytes for a socket that isn't read.
    const description = "x".repeat(9_000);
    let created = 0;
    while ((await clients()) === 2 && created < 1_500) {
      const body = { title: String(created), description, severity: "LOW", affectedServices: [] };
      const answers = await Promise.all(Array.from({ length: 20 }, () => core(daemon, "/incidents", { token, body })));
      created += answers.filter(({ status }) => status === 201).length;
    }
    await waitFor(async () => (await clients()) === 1, { within: 10_000, what: "the end of the reader that stalls" });
    await waitFor(() => reader.messages.length === created, { what: "every change at the other reader" });
    expect(reader.messages.map(({ id }) => Number(id))).to.deep.equal(upTo(created));
    reader.close();
    socket.destroy();
  });
});
