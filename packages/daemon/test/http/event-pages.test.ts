import { expect } from "chai";
import { PAGE_BYTES_MAX } from "../../src/model/page-limits.ts";
import { core, drained, ingest, type StoredEvent, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { ErrorBody } from "../support/request.ts";
import { log, logs } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

const LENIENT = "/events/logs/batch?onInvalid=skip";
/** As large as events may be, nearly: their JSON is six times as long as their text. */
const LARGE = "\u0001".repeat(40_000);
const LARGE_EVENTS = 50;

describe("pages of events", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  const get = (path: string, organization: string) => core(daemon, path, { token: tokenOf(organization) });

  /** Every page from the first on. */
  async function pagesFrom<Item>(start: string, organization: string): Promise<{ items: Item[]; bytes: number }[]> {
    const pages: { items: Item[]; bytes: number }[] = [];
    let path: string | undefined = start;
    while (path !== undefined) {
      const answer = await get(path, organization);
      expect(answer.status, answer.text.slice(0, 300)).to.equal(200);
      pages.push({ items: answer.json<Item[]>(), bytes: Buffer.byteLength(answer.text) });
      path = /^<(.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    return pages;
  }

  it("hold the very records that reading them one by one answers", async () => {
    const organization = "same";
    const events = [log({ message: 'a "quoted" ü\u2028\u0001', metadata: { deep: [1, { x: null }] } }), log()];
    await ingest(daemon, "/events/logs/batch", events, { organization });
    const deployment = { service: "checkout-api", version: "1.2.3", environment: "production" };
    await ingest(daemon, "/events/deployments", deployment, { organization });
    await drained(daemon, { organization });
    const answer = await get("/events/search", organization);
    expect(answer.headers.get("content-type")).to.match(/^application\/json/);
    const found = answer.json<StoredEvent[]>();
    expect(found.filter(({ service }) => service !== "marker")).to.have.lengthOf(3);
    for (const event of found) {
      expect((await get(`/events/${event.id}`, organization)).json()).to.deep.equal(event);
    }
  });

  it("end at 8 MiB of events however many are asked for, and lead on to the rest", async () => {
    const organization = "large";
    const sent = logs(LARGE_EVENTS, (index) => ({ message: `large ${index} ${LARGE}` }));
    const answer = await ingest(daemon, "/events/logs/batch", sent, { organization });
    expect(answer.status, answer.text).to.equal(202);
    await drained(daemon, { organization });
    for (const query of ["limit=1000", "limit=1000&q=large"]) {
      const pages = await pagesFrom<StoredEvent>(`/events/search?${query}`, organization);
      expect(pages.length).to.be.above(1);
      for (const { items, bytes } of pages) expect(bytes).to.be.at.most(PAGE_BYTES_MAX + items.length + 2);
      const messages = pages.flatMap(({ items }) => items.map(({ message }) => message));
      const expected = sent.map(({ message }) => message);
      expect(messages.filter((each) => each !== "marker").sort()).to.deep.equal(expected.sort());
    }
  });

  it("end at 8 MiB of dead letters too", async () => {
    const organization = "large-letters";
    const sent = logs(LARGE_EVENTS, (index) => ({ level: "loud", index, message: LARGE }));
    await ingest(daemon, LENIENT, sent, { organization });
    const indexes = await waitFor(
      async () => {
        const pages = await pagesFrom<{ payload: { index: number } }>("/events/dead-letters?limit=500", organization);
        for (const { items, bytes } of pages) expect(bytes).to.be.at.most(PAGE_BYTES_MAX + items.length * 1_000);
        const all = pages.flatMap(({ items }) => items.map(({ payload }) => payload.index));
        return all.length >= LARGE_EVENTS && { all, pages: pages.length };
      },
      { what: "all dead letters", within: 30_000 },
    );
    expect(indexes.pages).to.be.above(1);
    expect(indexes.all).to.deep.equal(sent.map(({ index }) => index as number).reverse());
  });

  it("begin at no cursor but one that was answered: others are a mistake of the caller, whatever they hold", async () => {
    await drained(daemon, { organization: "cursors" });
    for (const path of ["/events/search", "/events/dead-letters", "/incidents"]) {
      for (const cursor of [
        "-zzzzzzzzzzzzz",
        "zzzzzzzzzzzzz",
        "-",
        ".",
        "zzzzzzzzzzzzzzz",
        "9.x",
        "' or 1=1",
        "%F0%9F%A4%96",
      ]) {
        const answer = await get(`${path}?cursor=${encodeURIComponent(cursor)}`, "cursors");
        expect(answer.status, `${path} ${cursor}: ${answer.text}`).to.equal(400);
        expect(answer.json<ErrorBody>().details?.[0]?.path).to.equal("/query/cursor");
      }
      expect((await get(`${path}?cursor=`, "cursors")).status).to.equal(200);
    }
  });

  it("are empty where the window ends before it begins", async () => {
    await drained(daemon, { organization: "window" });
    const answer = await get("/events/search?from=2999-01-01T00:00:00Z&to=2000-01-01T00:00:00Z", "window");
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.json()).to.deep.equal([]);
  });
});
