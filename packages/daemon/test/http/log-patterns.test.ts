import { expect } from "chai";
import type { components } from "../../src/generated/interfaces.ts";
import { core, drained, ingest, type StoredEvent, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

type LogPattern = components["schemas"]["LogPattern"];

describe("patterns of logs", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  const get = (path: string, organization: string) => core(daemon, path, { token: tokenOf(organization) });

  /** The patterns, once so many occurrences are counted. */
  const listed = (organization: string, occurrences: number, query = ""): Promise<LogPattern[]> =>
    waitFor(
      async () => {
        const answer = await get(`/events/patterns?service=checkout-api${query}`, organization);
        expect(answer.status, answer.text).to.equal(200);
        const patterns = answer.json<LogPattern[]>();
        return patterns.reduce((sum, { count }) => sum + count, 0) >= occurrences && patterns;
      },
      { what: "the list of patterns", within: 30_000 },
    );

  it("are listed with what they have in common, and find their logs", async () => {
    const organization = "listed";
    const paid = [1, 2, 3].map((order) => log({ message: `order ${order} was paid`, level: "info" }));
    const refused = log({ message: "card was refused by issuer", level: "error", metadata: { env: "Staging" } });
    await ingest(daemon, "/events/logs/batch", [...paid, refused], { organization });
    await drained(daemon, { organization });
    const patterns = await listed(organization, 4);
    expect(patterns.map(({ count }) => count)).to.deep.equal([3, 1]);
    const [first, second] = patterns as [LogPattern, LogPattern];
    expect(first).to.deep.include({ service: "checkout-api", level: "info", trend: "steady" });
    expect(first.template).to.match(/^order <.+> was paid$/);
    expect(first.levels).to.deep.equal({ debug: 0, info: 3, warn: 0, error: 0, fatal: 0 });
    expect(second).to.deep.include({ environment: "staging", level: "error", template: "card was refused by issuer" });
    const found = (await get(`/events/search?patternId=${first.patternId}`, organization)).json<StoredEvent[]>();
    expect(found.map(({ message }) => message).sort()).to.deep.equal(paid.map(({ message }) => message));
    const sample = await get(`/events/${first.sampleEventId}`, organization);
    expect(sample.json()).to.include({ patternId: first.patternId });
    const ofStaging = await listed(organization, 1, "&environment=STAGING");
    expect(ofStaging.map(({ patternId }) => patternId)).to.deep.equal([second.patternId]);
    expect((await get("/events/patterns?service=nobody", organization)).json()).to.deep.equal([]);
  });

  it("are found whole by any of their ids, where several turned out to be one", async () => {
    const organization = "united";
    const words = [
      "amber",
      "birch",
      "cedar",
      "delta",
      "ember",
      "fjord",
      "grove",
      "heath",
      "inlet",
      "jetty",
      "karst",
      "ledge",
    ];
    const sent = words.map((word) => log({ message: `the depot of ${word} has opened its gates` }));
    for (const each of sent) await ingest(daemon, "/events/logs/batch", [each], { organization });
    await drained(daemon, { organization });
    const [united] = await listed(organization, sent.length);
    expect(united?.count).to.equal(sent.length);
    expect(united?.aliases).to.not.be.empty;
    for (const id of [united?.patternId, united?.aliases[0]]) {
      const answer = await get(`/events/search?patternId=${id}&service=checkout-api`, organization);
      expect(answer.json<StoredEvent[]>()).to.have.lengthOf(sent.length);
    }
  });

  it("go on being counted, also those that nothing follows", async () => {
    const organization = "counted";
    for (let round = 0; round < 3; round++)
      await ingest(daemon, "/events/logs/batch", [log({ message: `round ${round}` })], { organization });
    await drained(daemon, { organization });
    expect(await listed(organization, 3)).to.have.lengthOf(1);
  });

  it("show hostile messages without what could harm a reader", async () => {
    const organization = "hostile";
    const message =
      "\u001b[31mred\u0007 \u202eright to left\u0000 \r\n\u009b2J =cmd|' /C calc'!A0 <script>alert(1)</script>";
    await ingest(daemon, "/events/logs/batch", [log({ message })], { organization });
    await drained(daemon, { organization });
    const [pattern] = await listed(organization, 1);
    expect(pattern?.template).to.not.match(/\p{C}/u);
  });

  it("belong to their organization alone", async () => {
    await ingest(daemon, "/events/logs/batch", [log({ message: "secret of alice" })], { organization: "alice" });
    await drained(daemon, { organization: "alice" });
    const [own] = await listed("alice", 1);
    expect((await get("/events/patterns?service=checkout-api", "bob")).json()).to.deep.equal([]);
    expect((await get(`/events/search?patternId=${own?.patternId}`, "bob")).json()).to.deep.equal([]);
  });

  it("can't be listed without a service, nor by what is no trend, level, time or id", async () => {
    for (const query of [
      "",
      "?service=",
      "?service=a&trend=up",
      "?service=a&level=loud",
      "?service=a&since=now",
      "?service=a&limit=0",
      "?service=a&limit=1001",
      "?service=a&cursor=x",
    ])
      expect((await get(`/events/patterns${query}`, "bob")).status, query).to.equal(400);
    for (const id of ["", "5F0C2A91", "5f0c2a9", "'; --", "5f0c2a91*"])
      expect((await get(`/events/search?patternId=${encodeURIComponent(id)}`, "bob")).status, id).to.equal(400);
  });
});
