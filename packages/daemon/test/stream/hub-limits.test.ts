import { expect } from "chai";
import { createStreamHub } from "../../src/stream/hub.ts";
import type { StreamStore } from "../../src/stream/stream-store.ts";
import { createMemoryStore, createSink } from "./hub-readers.ts";
import { readerOf, time } from "./hub-samples.ts";

const MIB = 1024 * 1024;
/** The hub's time; a reader whose buffer stays full this long is dropped. */
const STALL_MS = 5_000;

const hubOf = (store: StreamStore) => createStreamHub(store, { perToken: 100, perOrganization: 100 });

describe("the limits of the stream hub", () => {
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
    hub.heartbeat(time.now);
    expect(ended).to.equal(false);
    hub.heartbeat(time.now + STALL_MS);
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
