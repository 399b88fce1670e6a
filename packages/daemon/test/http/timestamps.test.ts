import { expect } from "chai";
import { ingest, search, startTestDaemon, stored, type TestDaemon } from "../support/daemon.ts";
import type { ErrorBody } from "../support/request.ts";
import { log } from "../support/telemetry.ts";

const HOUR_MS = 3_600_000;

describe("the timestamp of an event", function () {
  this.timeout(20_000);
  let daemon: TestDaemon;
  before(async () => {
    // Old events are removed by their own time; here they must stay.
    daemon = await startTestDaemon({ TOCSIN_EVENT_RETENTION_DAYS: "3650" });
  });
  after(() => daemon.stop());

  const send = (timestamp: unknown) => ingest(daemon, "/events/logs", log({ timestamp }));
  async function keptAs(timestamp: string): Promise<string> {
    const answer = await send(timestamp);
    expect(answer.status, `${timestamp}: ${answer.text}`).to.equal(202);
    return (await stored(daemon, answer.json<{ id: string }>().id)).timestamp;
  }

  const taken: Readonly<Record<string, string>> = {
    "2026-11-20T21:00:01.123+00:00": "2026-11-20T21:00:01.123Z",
    "2026-11-20T21:35:53.127000Z": "2026-11-20T21:35:53.127Z",
    "2026-11-20T22:00:01+01:00": "2026-11-20T21:00:01.000Z",
    "2026-11-20T22:00:01+0100": "2026-11-20T21:00:01.000Z",
    "2026-11-20T22:00:01+01": "2026-11-20T21:00:01.000Z",
    "2026-11-20T00:15:00-09:30": "2026-11-20T09:45:00.000Z",
    "2026-11-20T21:00Z": "2026-11-20T21:00:00.000Z",
    "2026-11-20T21:00:01.999999999Z": "2026-11-20T21:00:01.999Z",
    "2026-11-20T21:00:01,5Z": "2026-11-20T21:00:01.500Z",
    "2024-02-29T12:00:00Z": "2024-02-29T12:00:00.000Z",
    "2000-02-29T12:00:00Z": "2000-02-29T12:00:00.000Z",
    "2025-12-31T23:30:00-01:00": "2026-01-01T00:30:00.000Z",
    "2016-12-31T23:59:60Z": "2017-01-01T00:00:00.000Z",
  };
  for (const [sent, expected] of Object.entries(taken)) {
    it(`${sent} is kept as ${expected}`, async () => {
      expect(await keptAs(sent)).to.equal(expected);
    });
  }

  const refused: readonly unknown[] = [
    "2026-02-30T12:00:00Z",
    "2025-02-29T12:00:00Z",
    "1900-02-29T12:00:00Z",
    "2026-13-01T12:00:00Z",
    "2026-00-10T12:00:00Z",
    "2026-11-20T24:30:00Z",
    "2026-11-20T21:60:00Z",
    "2026-11-20T21:00:01",
    "2026-11-20",
    "yesterday",
    "",
    "2026-11-20T21:00:01.1234567891Z",
    "2026-11-20T21:00:01Z; drop table event",
    1_795_210_690,
    null,
    true,
  ];
  for (const sent of refused) {
    it(`${JSON.stringify(sent)} is refused, naming the field`, async () => {
      const answer = await send(sent);
      expect(answer.status, answer.text).to.equal(400);
      expect(answer.json<ErrorBody>().details?.[0]?.path).to.equal("/timestamp");
    });
  }

  it("may lie 23 hours ahead of the server, not 25, in whatever offset it is told", async () => {
    const ahead = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
    const withOffset = (hours: number): string =>
      new Date(Date.now() + (hours - 12) * HOUR_MS).toISOString().replace("Z", "-12:00");
    for (const text of [ahead(23), withOffset(23)]) expect((await send(text)).status, text).to.equal(202);
    for (const text of [ahead(25), withOffset(25), "9999-12-31T23:59:59Z"]) {
      const answer = await send(text);
      expect(answer.status, text).to.equal(400);
      expect(answer.json<ErrorBody>().message).to.contain("24 hours");
    }
  });

  it("may be old: it is kept, and searched by its own time", async () => {
    expect(await keptAs("2019-03-04T05:06:07.008Z")).to.equal("2019-03-04T05:06:07.008Z");
    const found = await search(daemon, { from: "2019-03-04T00:00:00Z", to: "2019-03-05T00:00:00Z" });
    expect(found.map(({ timestamp }) => timestamp)).to.deep.equal(["2019-03-04T05:06:07.008Z"]);
  });

  it("may lie before 1970: it is kept as it is, and found", async () => {
    expect(await keptAs("1969-07-20T20:17:40Z")).to.equal("1969-07-20T20:17:40.000Z");
    const times = (await search(daemon, { to: "1970-01-01T00:00:00Z" })).map(({ timestamp }) => timestamp);
    expect(times).to.deep.equal(["1969-07-20T20:17:40.000Z"]);
  });

  it("in the first century is kept as it is, or refused, and never moved to the twentieth", async () => {
    const answer = await send("0050-06-01T00:00:00Z");
    if (answer.status === 400) return;
    const event = await stored(daemon, answer.json<{ id: string }>().id);
    expect(event.timestamp).to.equal("0050-06-01T00:00:00.000Z");
  });

  it("that is left out is the server's time", async () => {
    const before = Date.now();
    const answer = await ingest(daemon, "/events/logs", log());
    const { timestamp, receivedAt } = await stored(daemon, answer.json<{ id: string }>().id);
    expect(timestamp).to.equal(receivedAt);
    expect(Date.parse(timestamp)).to.be.within(before, Date.now());
  });
});
