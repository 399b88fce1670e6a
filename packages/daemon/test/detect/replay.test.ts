import { expect } from "chai";
import { replay, startReplay, warmUpMsOf } from "../../src/detect/replay/replay.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { byTime, history, live } from "./history.ts";
import { builtInRules, error, log, metric, minutes, only, repeat, START, traffic } from "./support.ts";

const openings = (telemetry: readonly Telemetry[], rules = builtInRules, until = START + DAY_MS) =>
  replay(telemetry, rules, { until }).episodes;

describe("a replay of telemetry", function () {
  this.timeout(60_000);

  for (const seed of [1, 2, 3, 4, 5, 6]) {
    it(`finds what was found live, with the built-in rules: history ${seed}`, () => {
      const requests = history(seed, START, 5);
      const until = START + 6 * HOUR_MS;
      const found = openings(byTime(requests), builtInRules, until);
      const wanted = live(requests, builtInRules, until);
      expect(wanted.length).to.be.greaterThan(3);
      const inOrder = (keys: readonly string[]): string[] => keys.toSorted();
      expect(inOrder(found.map(({ first }) => first.deduplicationKey))).to.deep.equal(
        inOrder(wanted.map(({ deduplicationKey }) => deduplicationKey)),
      );
      for (const { deduplicationKey, createdAt, severity, resolvedAt } of wanted) {
        const own = found.filter(({ first }) => first.deduplicationKey === deduplicationKey);
        const same = own.find(({ openedAt }) => Math.abs(openedAt - createdAt) <= 5 * SECOND_MS);
        expect(same, `${deduplicationKey} of ${new Date(createdAt).toISOString()}`).to.include({ severity });
        // Live telemetry is up to 20 seconds late, and the minutes of a rise decide its severity.
        expect(Math.abs((same?.closedAt ?? until) - (resolvedAt ?? until))).to.be.at.most(80 * SECOND_MS);
      }
    });
  }

  it("doesn't depend on how it is cut into pages", () => {
    const telemetry = byTime(history(7, START, 3));
    const paged = startReplay(builtInRules);
    for (let from = 0; from < telemetry.length; from += 137) {
      for (const _ of paged.take(telemetry.slice(from, from + 137)));
    }
    for (const _ of paged.end(START + DAY_MS));
    expect(paged.outcome(START + DAY_MS)).to.deep.equal(replay(telemetry, builtInRules, { until: START + DAY_MS }));
  });

  it("goes on with what is open, reopens what resolved within the hour, and opens something new later", () => {
    const fatal = (at: number) => log(at, { level: "fatal" });
    const found = openings(
      [START, START + minutes(1), START + minutes(30), START + minutes(200)].map(fatal),
      only("log-fatal").map((rule) => ({ ...rule, resolveAfterMs: minutes(15) })),
    );
    expect(found.map(({ openedAt, observations, reopened }) => [openedAt, observations, reopened])).to.deep.equal([
      [START, 3, 1],
      [START + minutes(200), 1, 0],
    ]);
    expect(found[0]?.closedAt).to.equal(START + minutes(45));
  });

  it("leaves open what hasn't been quiet for long enough when it ends", () => {
    const [found] = openings([log(START, { level: "fatal" })], only("log-fatal"), START + minutes(14));
    expect(found).to.include({ closedAt: null, severity: "CRITICAL" });
  });

  it("finds silence by the time of the telemetry, though nothing comes after it", () => {
    const found = openings(traffic(START, 60, 12, 0), only("service-silent"), START + minutes(70));
    expect(found).to.have.lengthOf(1);
    expect(found[0]?.openedAt).to.be.within(START + minutes(63), START + minutes(65));
  });

  it("passes over a backfill and says how much, and judges what is hours late as if it had come in time", () => {
    const late = (by: number) => (item: Telemetry) => ({ ...item, receivedAt: item.timestamp + by });
    const errors = repeat(60, (index) => error(START + index * 100));
    const backfill = replay(errors.map(late(6 * HOUR_MS)), builtInRules, { until: START + DAY_MS });
    expect(backfill).to.deep.include({ episodes: [], backfilled: 60 });
    const found = openings(errors.map(late(5 * HOUR_MS)), only("log-error-burst"));
    expect(found.map(({ openedAt }) => openedAt - START)).to.deep.equal([MINUTE_MS + 4900]);
  });

  it("follows a bounded number of services, and says how much of others it left out", () => {
    const fatal = repeat(5, (index) => log(START + index * SECOND_MS, { service: `s${index}`, level: "fatal" }));
    const { episodes, leftOut } = replay(fatal, only("log-fatal"), { until: START + HOUR_MS, servicesMax: 3 });
    expect(episodes.map(({ first }) => first.service)).to.deep.equal(["s0", "s1", "s2"]);
    expect(leftOut).to.equal(2);
  });

  it("changes none of what it is given", () => {
    const telemetry = [metric(START, 99), metric(START + MINUTE_MS, 99)];
    const before = structuredClone(telemetry);
    openings(telemetry);
    expect(telemetry).to.deep.equal(before);
  });

  it("needs as much telemetry before a range as its rules look back, a day at the most", () => {
    expect(warmUpMsOf([])).to.equal(0);
    expect(warmUpMsOf(only("log-error-burst"))).to.equal(80 * MINUTE_MS);
    expect(warmUpMsOf(builtInRules)).to.equal(6 * HOUR_MS);
    const slow = only("log-new-pattern").map((rule) => ({ ...rule, warmUpMinutes: 7 * 24 * 60 }));
    expect(warmUpMsOf(slow)).to.equal(DAY_MS);
    expect(warmUpMsOf(slow.map((rule) => ({ ...rule, enabled: false })))).to.equal(0);
  });
});
