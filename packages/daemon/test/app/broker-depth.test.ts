import { expect } from "chai";
import { createBrokerDepth } from "../../src/app/backends/broker-depth.ts";
import type { AcceptedEvents, QueueCounts } from "../../src/ingest/queue.ts";
import { batchOf, numbered } from "../support/worker.ts";

const AWAY = new Error("the database is away");

describe("The depth of a broker", () => {
  let now = 1_000_000;
  let isReporter = true;
  let stored: AcceptedEvents = { events: 0, firstAt: 0 };
  let ready = 0;
  /** Ends a report that hangs. */
  let answer: ((error?: Error) => void) | undefined;
  let hangs = false;
  let quietSince: number | undefined;
  let resets: number[] = [];
  const open = () =>
    createBrokerDepth({
      process: "one",
      clock: { now: () => now },
      messages: async () => ready,
      counts: {
        async accept(_process, accepted): Promise<QueueCounts> {
          if (hangs) {
            await new Promise<void>((resolve, reject) => {
              answer = (error) => (error ? reject(error) : resolve());
            });
          }
          const events = stored.events + accepted.events;
          stored = { events, firstAt: stored.firstAt || accepted.firstAt };
          return { depth: events, oldestAt: stored.firstAt || undefined, isReporter, quietSince };
        },
        handle: async () => undefined,
        reset: async (since) => void resets.push(since),
      },
    });
  beforeEach(() => {
    [now, isReporter, ready, hangs] = [1_000_000, true, 0, false];
    stored = { events: 0, firstAt: 0 };
    [quietSince, resets] = [undefined, []];
  });
  const batch = (events: number) => ({ ...batchOf(numbered(events)), receivedAt: now });

  it("holds what was known, and what came since, while a report hangs and after it failed", async () => {
    const depth = open();
    await depth.exchange();
    depth.published(batch(40));
    hangs = true;
    const hanging = depth.exchange();
    now += 30_000;
    depth.published(batch(2));
    expect([depth.depth(), depth.oldestAt()]).to.deep.equal([42, 1_000_000]);
    answer?.(AWAY);
    expect(await hanging.catch((error: unknown) => error)).to.equal(AWAY);
    expect([depth.depth(), depth.oldestAt()]).to.deep.equal([42, 1_000_000]);
    hangs = false;
    await depth.exchange();
    expect([depth.depth(), depth.oldestAt()]).to.deep.equal([42, 1_000_000]);
  });

  it("holds what the reporting process can't know, in a process that doesn't report", async () => {
    isReporter = false;
    const depth = open();
    await depth.exchange();
    depth.published(batch(40));
    hangs = true;
    const hanging = depth.exchange();
    expect([depth.depth(), depth.oldestAt()]).to.deep.equal([40, 1_000_000]);
    answer?.();
    await hanging;
    expect([depth.depth(), depth.oldestAt()]).to.deep.equal([0, undefined]);
  });

  it("holds at least the messages in the broker, also where a report fails", async () => {
    const depth = open();
    await depth.exchange();
    [hangs, ready] = [true, 7];
    const hanging = depth.exchange();
    answer?.(AWAY);
    await hanging.catch(() => undefined);
    expect([depth.depth(), depth.oldestAt()]).to.deep.equal([7, 1_000_000]);
  });

  it("keeps the counts of quiet ends until the broker was empty for five seconds on end", async () => {
    const depth = open();
    [ready, quietSince] = [3, 990_000];
    await depth.exchange();
    // A worker takes the messages, and dies before it reports them.
    ready = 0;
    await depth.exchange();
    now += 4_000;
    await depth.exchange();
    ready = 3;
    await depth.exchange();
    ready = 0;
    await depth.exchange();
    now += 4_000;
    await depth.exchange();
    expect(resets).to.deep.equal([]);
    now += 2_000;
    await depth.exchange();
    expect(resets).to.deep.equal([990_000]);
  });
});
