import { expect } from "chai";
import { Tocsin } from "../src/index.ts";
import { type Act, answers, type ScriptedServer, scriptedServer } from "./scripted-server.ts";

describe("pages", () => {
  let server: ScriptedServer;
  async function play(...acts: Act[]) {
    server = await scriptedServer(...acts);
    return new Tocsin({
      baseUrl: `${server.url}/`,
      ingestUrl: server.url,
      token: async () => "T",
      apiKey: "K",
      organizationId: "acme",
    });
  }
  afterEach(() => server?.close());

  it("gives a page with its cursor and the total", async () => {
    const client = await play(
      answers(200, [{ id: "1" }], {
        link: '<https://x.test/incidents?limit=1&cursor=a%2Cb>; rel="next"',
        "x-total-count": "7",
      }),
    );
    expect(await client.incidents.list({ limit: 1 })).to.deep.equal({
      items: [{ id: "1" }],
      nextCursor: "a,b",
      totalCount: 7,
    });
  });

  it("walks over all pages, asking for one only when it is needed", async () => {
    const client = await play(
      answers(200, [{ id: "1" }, { id: "2" }], {
        link: '<https://x.test/events/search?cursor=0>; rel="first", </events/search?cursor=c2>; rel=next',
      }),
      answers(200, [{ id: "3" }]),
    );
    const found: string[] = [];
    for await (const { id } of client.events.searchAll({ q: "boom" })) {
      if (id === "2") expect(server.seen).to.have.length(1);
      found.push(id);
    }
    expect(found).to.deep.equal(["1", "2", "3"]);
    expect(server.seen.map(({ url }) => url)).to.deep.equal([
      "/events/search?q=boom",
      "/events/search?q=boom&cursor=c2",
    ]);
  });
});
