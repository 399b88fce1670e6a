import { expect } from "chai";
import { HEARTBEAT_FRAME } from "../../src/stream/frame.ts";
import { createStreamHub } from "../../src/stream/hub.ts";
import type { StreamStore } from "../../src/stream/stream-store.ts";
import { createMemoryStore, createSink, idsOf, upTo } from "./hub-readers.ts";
import { readerOf, time } from "./hub-samples.ts";

const MIB = 1024 * 1024;
/** The hub's time; a reader whose buffer stays full this long is dropped. */
const STALL_MS = 5_000;

const hubOf = (store: StreamStore) => createStreamHub(store, { perToken: 100, perOrganization: 100 });

describe("the stream hub", () => {
  it("drops a reader that doesn't read some time after its 1 MiB is full, while 50 others get all 500 changes in order", async () => {
    const store = createMemoryStore();
    const hub = hubOf(store);
    const readers = Array.from({ length: 50 }, () => createSink(true));
    const stalled = createSink(false);
    for (const sink of [...readers.slice(0, 25), stalled, ...readers.slice(25)]) await hub.open(readerOf(sink));
    for (let index = 0; index < 500; index++) {
      store.push(JSON.stringify({ index, padding: "x".repeat(8_000) }));
      if (index % 7 === 0) await hub.poll(time.now);
    }
    await hub.poll(time.now);
    expect(stalled.ended, "it has some time to read").to.equal(false);
    time.now += STALL_MS;
    await hub.poll(time.now);
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
    await hub.poll(time.now);
    expect(store.reads).to.equal(1);
    await hub.poll(time.now);
    expect(store.reads, "nothing is new").to.equal(1);
  });

  it("goes on when a dropped reader comes back with the id that it saw last", async () => {
    const store = createMemoryStore();
    const hub = hubOf(store);
    const first = createSink(false);
    await hub.open(readerOf(first));
    for (let index = 0; index < 300; index++) store.push("x".repeat(8_000));
    await hub.poll(time.now);
    await hub.poll(time.now);
    time.now += STALL_MS;
    await hub.poll(time.now);
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
});
