import { type Incident, Tocsin } from "@tocsin/sdk";
import { expect } from "chai";
import { followFeed } from "../src/tail/follow-feed.ts";
import { createFeed } from "../src/tail/incident-feed.ts";
import { type Answer, type FakeTocsin, fakeTocsin, incident, json, refusal } from "./fake-tocsin.ts";

const ready = (id: number) => `retry: 1\n\nid: ${id}\nevent: ready\ndata: {"lastEventId":"${id}"}\n\n`;
const message = (id: number, data: Incident) => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
const open: Answer = (response) => void response.writeHead(200, { "content-type": "text/event-stream" });

describe("the feed of a view", () => {
  let server: FakeTocsin;
  let leave: AbortController;
  beforeEach(() => {
    leave = new AbortController();
  });
  afterEach(async () => {
    leave.abort();
    await server.close();
  });

  async function keep(routes: Readonly<Record<string, Answer>>, lastEventId?: string) {
    server = await fakeTocsin(routes);
    const feed = createFeed({});
    const client = new Tocsin({ baseUrl: server.url, token: "T", retries: 0 });
    const kept = followFeed(feed, client, { signal: leave.signal, lastEventId });
    kept.catch(() => {});
    const titles = () => feed.state().incidents.map(({ title, status }) => `${title} ${status}`);
    /** Once the feed is as it is waited for; the keeper's failure ends the wait. */
    const until = (isThere: () => boolean) =>
      Promise.race([
        kept,
        new Promise<void>((resolve) => {
          const check = () => isThere() && resolve();
          feed.subscribe(check);
          check();
        }),
      ]);
    return { feed, kept, titles, until };
  }
  const asked = () => server.requests.map(({ url }) => url.split("?")[0]);

  it("lists the incidents once its stream is open, then adds changes from the stream", async () => {
    const known = incident({ id: "1", title: "known" });
    const { feed, titles, until } = await keep({
      "GET /incidents/stream": (response, request) => {
        open(response, request);
        response.write(ready(4) + message(5, { ...known, status: "RESOLVED" }));
      },
      "GET /incidents": json([known]),
    });
    await until(() => feed.state().changes === 1 && feed.state().connection.kind === "connected");
    expect(asked()).to.deep.equal(["/incidents/stream", "/incidents"]);
    expect(titles()).to.deep.equal(["known RESOLVED"]);
  });

  it("is not connected before the list is read", async () => {
    let during = "";
    const { feed, until } = await keep({
      "GET /incidents/stream": (response, request) => {
        open(response, request);
        response.write(ready(0));
      },
      "GET /incidents": (response, request) => {
        during = feed.state().connection.kind;
        json([incident()])(response, request);
      },
    });
    await until(() => feed.state().connection.kind === "connected");
    expect(during).to.equal("connecting");
    expect(feed.state().incidents).to.have.lengthOf(1);
  });

  it("resumes after an outage without a second list, and lists again without an id to resume from", async () => {
    const opened = [
      (text: string) => text.slice(0, 10),
      (text: string) => text,
      (text: string) => text + message(5, incident({ title: "after" })),
    ];
    const { titles, until } = await keep({
      "GET /incidents/stream": (response, request) => {
        open(response, request);
        const play = opened.shift();
        response.write(play?.(ready(4)) ?? "", () => opened.length > 0 && response.end());
      },
      "GET /incidents": json([]),
    });
    await until(() => titles().includes("after OPEN"));
    expect(asked().filter((path) => path === "/incidents")).to.have.lengthOf(2);
    const streams = server.requests.filter(({ url }) => url === "/incidents/stream");
    expect(streams.map(({ headers }) => headers["last-event-id"])).to.deep.equal([undefined, undefined, "4"]);
  });

  it("starts after the given change without the list, until a reset", async () => {
    const { titles, until } = await keep(
      {
        "GET /incidents/stream": (response, request) => {
          open(response, request);
          response.write(`id: 7\nevent: reset\ndata: {"message":"gone","at":""}\n\n`);
        },
        "GET /incidents": json([incident({ title: "listed" })]),
      },
      "3",
    );
    await until(() => titles().includes("listed OPEN"));
    expect(server.requests[0]?.headers["last-event-id"]).to.equal("3");
    expect(asked()).to.deep.equal(["/incidents/stream", "/incidents"]);
  });

  it("fails if the list or the first connection fails", async () => {
    const quiet: Answer = (response, request) => {
      open(response, request);
      response.write(ready(0));
    };
    const { kept } = await keep({ "GET /incidents/stream": quiet, "GET /incidents": refusal(403, "Not yours.") });
    expect(await kept.catch((error: Error) => error.message)).to.contain("Not yours.");
    leave.abort();
    await server.close();
    leave = new AbortController();
    const refused = await keep({ "GET /incidents/stream": refusal(503, "Away.") });
    expect(await refused.kept.catch((error: Error) => error.message)).to.contain("Away.");
  });
});
