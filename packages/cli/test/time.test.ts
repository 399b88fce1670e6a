import { expect } from "chai";
import { closestMatch } from "../src/text/closest-match.ts";
import { age, clock, parseDuration, parseHumanTime, parseTime } from "../src/text/time.ts";

describe("time", () => {
  const now = Date.parse("2026-11-20T08:00:00Z");
  it("parses durations, and rejects other texts", () => {
    expect([
      parseDuration("90s"),
      parseDuration("1h30m"),
      parseDuration("2d"),
      parseDuration("1.5h"),
      parseDuration("250ms"),
    ]).to.deep.equal([90_000, 5_400_000, 172_800_000, 5_400_000, 250]);
    for (const wrong of ["", "5", "m", "-5m", "5 m", "5x"]) expect(parseDuration(wrong), wrong).to.equal(undefined);
  });
  it("parses relative and absolute times", () => {
    expect([
      parseTime("1h", now),
      parseTime("now", now),
      parseTime("2026-11-20T09:00:00+02:00", now),
      parseTime("yesterday", now),
    ]).to.deep.equal(["2026-11-20T07:00:00.000Z", "2026-11-20T08:00:00.000Z", "2026-11-20T07:00:00.000Z", undefined]);
  });
  it("parses a time expression as the last or the next such time, and rejects one that it understands in part", async () => {
    const now = new Date(2026, 10, 22, 8);
    const said = async (text: string, ahead = false) => {
      const at = await parseHumanTime(text, now, ahead);
      return at && clock(at).slice(0, -3);
    };
    expect(await said("yesterday 9am")).to.equal("2026-11-21 09:00");
    expect(await said("last friday")).to.equal("2026-11-20 12:00");
    expect([await said("22:00"), await said("22:00", true)]).to.deep.equal(["2026-11-21 22:00", "2026-11-22 22:00"]);
    expect([await said("07:00"), await said("07:00", true)]).to.deep.equal(["2026-11-22 07:00", "2026-11-23 07:00"]);
    expect([await said("monday 9am"), await said("monday 9am", true)]).to.deep.equal([
      "2026-11-16 09:00",
      "2026-11-23 09:00",
    ]);
    expect(await said("tomorrow 22:00", true)).to.equal("2026-11-23 22:00");
    expect([await said("nonsense"), await said("wenesday 22:00"), parseTime("nov 20", now.getTime())]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
  });
  it("prints ages in one unit, never negative", () => {
    expect(
      [
        "2026-11-20T07:59:48Z",
        "2026-11-20T07:55:00Z",
        "2026-11-19T08:00:00Z",
        "2026-11-10T08:00:00Z",
        "2026-11-20T08:01:00Z",
        "x",
      ].map((at) => age(at, now)),
    ).to.deep.equal(["12s", "5m", "24h", "10d", "0s", "?"]);
  });
});

describe("closestMatch", () => {
  it("finds the closest word, and none if nothing is close", () => {
    expect(closestMatch("incidnts", ["incidents", "ingest"])).to.equal("incidents");
    expect(closestMatch("frobnicate", ["incidents", "ingest"])).to.equal(undefined);
  });
});
