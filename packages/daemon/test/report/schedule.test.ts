import { expect } from "chai";
import { DAY_MS, HOUR_MS, toIso } from "../../src/kernel/clock.ts";
import { duePeriod, nextTime } from "../../src/report/schedule.ts";

const UTC = { hour: 8, timeZone: "UTC" };
const BERLIN = { hour: 2, timeZone: "Europe/Berlin" };
const at = (text: string): number => Date.parse(text);
const due = (...given: Parameters<typeof duePeriod>) => {
  const { period, from, until } = duePeriod(...given);
  return [period, toIso(from), toIso(until)];
};

/** Every time of so many days, one after the other. */
function times(schedule: typeof UTC, from: string, count: number): string[] {
  const found: string[] = [];
  for (let after = at(from); found.length < count; after = at(found.at(-1) as string)) {
    found.push(toIso(nextTime(schedule, "daily", after)));
  }
  return found;
}

describe("The schedule of reports", () => {
  it("has one time a day, or one a week on Monday", () => {
    expect(toIso(nextTime(UTC, "daily", at("2026-11-21T07:59:59Z")))).to.equal("2026-11-21T08:00:00.000Z");
    expect(toIso(nextTime(UTC, "daily", at("2026-11-21T08:00:00Z")))).to.equal("2026-11-22T08:00:00.000Z");
    // The 21st is a Saturday.
    expect(toIso(nextTime(UTC, "weekly", at("2026-11-21T07:00:00Z")))).to.equal("2026-11-23T08:00:00.000Z");
    expect(toIso(nextTime(UTC, "weekly", at("2026-11-23T08:00:00Z")))).to.equal("2026-11-30T08:00:00.000Z");
  });

  it("goes by the clocks of its time zone, on days that skip the hour and days that have it twice too", () => {
    expect(times(BERLIN, "2026-03-27T12:00:00Z", 4)).to.deep.equal([
      "2026-03-28T01:00:00.000Z",
      "2026-03-29T01:00:00.000Z",
      "2026-03-30T00:00:00.000Z",
      "2026-03-31T00:00:00.000Z",
    ]);
    expect(times(BERLIN, "2026-10-23T12:00:00Z", 4)).to.deep.equal([
      "2026-10-24T00:00:00.000Z",
      "2026-10-25T00:00:00.000Z",
      "2026-10-26T01:00:00.000Z",
      "2026-10-27T01:00:00.000Z",
    ]);
  });

  it("names the period by its day there, whenever it is asked within it", () => {
    const auckland = { hour: 0, timeZone: "Pacific/Auckland" };
    const periods = new Set<string>();
    for (let now = at("2026-11-20T11:00:00Z"); now < at("2026-11-21T11:00:00Z"); now += HOUR_MS) {
      periods.add(duePeriod(auckland, "daily", null, now).period);
    }
    expect([...periods]).to.deep.equal(["2026-11-21"]);
  });

  it("reports the time since the one before, from its own moment on", () => {
    expect(due(UTC, "daily", null, at("2026-11-21T08:00:00Z"))).to.deep.equal([
      "2026-11-21",
      "2026-11-20T08:00:00.000Z",
      "2026-11-21T08:00:00.000Z",
    ]);
    expect(due(UTC, "weekly", null, at("2026-11-25T12:00:00Z"))).to.deep.equal([
      "2026-11-23",
      "2026-11-16T08:00:00.000Z",
      "2026-11-23T08:00:00.000Z",
    ]);
  });

  it("covers what was missed in one, up to a month of it", () => {
    const now = at("2026-11-21T09:00:00Z");
    expect(due(UTC, "daily", at("2026-11-17T08:00:00Z"), now)[1]).to.equal("2026-11-17T08:00:00.000Z");
    expect(due(UTC, "daily", now - 40 * DAY_MS, now)[1]).to.equal("2026-11-20T08:00:00.000Z");
    // The clock was set back, or the hour is another one now.
    expect(due(UTC, "daily", now + DAY_MS, now)[1]).to.equal("2026-11-20T08:00:00.000Z");
  });
});
