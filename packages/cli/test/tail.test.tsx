/** @jsxRuntime automatic */
/** @jsxImportSource react */
import { expect } from "chai";
import { cleanup, render } from "ink-testing-library";
import { createFeed, createStatusTracker, type FeedFilter, messagePasses } from "../src/tail/incident-feed.ts";
import { plainPaint } from "../src/text/paint.ts";
import { TailView } from "../src/views/tail-view.tsx";
import { incident } from "./fake-tocsin.ts";

const message = (fields: Parameters<typeof incident>[0] = {}) => ({
  type: "incident" as const,
  id: "1",
  incident: incident(fields),
});

describe("feed", () => {
  it("has the latest change first and every incident once", () => {
    const feed = createFeed({});
    for (const id of ["a", "b", "a"]) feed.take(message({ id, title: id }));
    expect(feed.state().incidents.map(({ id }) => id)).to.deep.equal(["a", "b"]);
    expect(feed.state().changes).to.equal(3);
  });

  it("keeps a bounded number of incidents", () => {
    const feed = createFeed({});
    for (let id = 0; id < 600; id += 1) feed.take(message({ id: String(id) }));
    expect(feed.state().incidents).to.have.length(500);
  });

  it("keeps the start of an outage", () => {
    const feed = createFeed({});
    feed.connection({ connected: true, resumed: true }, 1);
    feed.connection({ connected: false, error: undefined, retryInMs: 1 }, 2);
    feed.connection({ connected: false, error: undefined, retryInMs: 1 }, 3);
    expect(feed.state().connection).to.deep.equal({ kind: "lost", since: 2, reason: undefined });
  });

  it("passes incidents that match all filters, and their diagnoses", () => {
    const filter: FeedFilter = { severities: ["HIGH"], services: ["a", "b"] };
    const shown = new Set<string>();
    const progress = (incidentId: string) => ({
      type: "diagnosis" as const,
      id: "1",
      progress: { incidentId, diagnosisStatus: "RUNNING" as const, stage: "s", message: "m", at: "" },
    });
    const passing = [
      message({ id: "1", severity: "HIGH", affectedServices: ["x", "b"] }),
      message({ id: "2", severity: "LOW", affectedServices: ["a"] }),
      message({ id: "3", severity: "HIGH", affectedServices: ["c"] }),
      progress("1"),
      progress("2"),
      { type: "reset" as const, id: undefined, reset: { message: "", at: "" } },
    ].map((each) => messagePasses(each, filter, shown));
    expect(passing).to.deep.equal([true, false, false, true, false, true]);
  });

  it("distinguishes status changes from other changes", () => {
    const moved = createStatusTracker();
    expect([moved(incident()), moved(incident()), moved(incident({ status: "CLOSED" }))]).to.deep.equal([
      { from: undefined },
      undefined,
      { from: "OPEN" },
    ]);
  });
});

describe("tail view", () => {
  afterEach(cleanup);
  const draw = (feed = createFeed({})) => ({
    feed,
    ...render(<TailView feed={feed} address="http://x.test" paint={plainPaint} keys={true} />),
  });
  /** Ink draws a little after a change. */
  const until = async (frame: () => string | undefined, part: string) => {
    for (let attempt = 0; attempt < 5_000 && !frame()?.includes(part); attempt += 1)
      await new Promise((resolve) => setTimeout(resolve, 2));
    expect(frame()).to.include(part);
  };

  it("shows that it is connecting, then the incidents", async () => {
    const { feed, lastFrame } = draw();
    await until(lastFrame, "○ connecting  http://x.test  0 changes");
    feed.connection({ connected: true, resumed: true }, Date.now());
    feed.take(message({ createdAt: new Date().toISOString() }));
    await until(lastFrame, "● connected  http://x.test  1 change");
    expect(lastFrame()).not.to.include("1 changes");
    await until(lastFrame, "019353e1  CRITICAL  OPEN    checkout  Error burst in checkout");
  });

  it("shows that it is stale when the connection is lost", async () => {
    const { feed, lastFrame } = draw();
    feed.connection({ connected: false, error: undefined, retryInMs: 1 }, Date.now() - 12.5 * 60_000);
    await until(lastFrame, "STALE 12m, reconnecting");
  });

  it("draws only the rows that fit", async () => {
    const { feed, lastFrame } = draw();
    feed.replace(
      Array.from({ length: 300 }, (_, index) => incident({ id: `${1000 + index}0000-0000`, title: `number ${index}` })),
    );
    await until(lastFrame, "more do not fit");
    expect(lastFrame()?.split("\n").length).to.be.below(process.stdout.rows || 24);
  });

  it("counts a single hidden incident in the singular", async () => {
    const { feed, lastFrame } = draw();
    const replace = (length: number) =>
      feed.replace(Array.from({ length }, (_, id) => incident({ id: `${1000 + id}0000-0000` })));
    replace(300);
    await until(lastFrame, "more do not fit");
    const hidden = Number(/(\d+) more do not fit/.exec(lastFrame() ?? "")?.[1]);
    replace(300 - hidden + 1);
    await until(lastFrame, "1 more does not fit");
  });

  it("draws no control character of a title", async () => {
    const { feed, lastFrame } = draw();
    feed.take(message({ title: "bad\u001b]0;pwned\u0007 \u202etitle" }));
    await until(lastFrame, "bad title");
    expect(lastFrame()).not.to.match(/[\u0000-\u0008\u000b-\u001f\u202e]/);
  });

  it("quits when q is pressed", async () => {
    const feed = createFeed({});
    const readers = new Set<() => void>();
    const subscribe = (listener: () => void) => {
      readers.add(listener);
      return () => readers.delete(listener);
    };
    const { stdin, lastFrame } = draw({ ...feed, subscribe });
    await until(lastFrame, "q quits");
    expect(readers).to.have.property("size", 1);
    stdin.write("q");
    await until(() => (readers.size === 0 ? "left" : ""), "left");
  });
});
