import { expect } from "chai";
import type { Severity } from "../../src/model/incident.ts";
import type { MetricPoint, Telemetry } from "../../src/model/telemetry.ts";
import { createChance, createWorld, error, log, metric, minutes, repeat, START, traffic } from "./support.ts";

const HOUR = 60;

/** A value each minute, with noise of `noise` around the level that `levelAt` gives for the minute. */
function series(lasting: number, levelAt: (minute: number) => number, noise: number, fields: Partial<MetricPoint>) {
  const chance = createChance(7);
  return repeat(lasting, (minute) => {
    const value = levelAt(minute) + noise * (2 * chance.next() - 1);
    return metric(START + minutes(minute), value, fields);
  });
}

/** What opens at or after the minute, with the minutes that it took. */
function opened(telemetry: readonly Telemetry[], begins: number) {
  const found = createWorld().live(telemetry, 5000);
  const late = found.filter(({ observedAt }) => observedAt >= START + minutes(begins));
  const early = found.filter(({ observedAt }) => observedAt < START + minutes(begins));
  const after = late.map(({ observedAt }) => (observedAt - START) / 60_000 - begins);
  const since = (wanted: Severity) => after[late.findIndex(({ severity }) => severity === wanted)];
  return { early, first: late[0], after: after[0], medium: since("MEDIUM"), high: since("HIGH") };
}

const shift = (hours: number, lasting: number, from: number, to: number) => (minute: number) =>
  minute >= hours * HOUR && minute < hours * HOUR + lasting ? to : from;

describe("an outage on the first day", () => {
  it("opens HIGH within three minutes for a latency that rises from 120 ms to 4,800 ms after six hours", () => {
    const fields = { name: "http_request_duration_p99", unit: "ms" };
    const { early, first, after } = opened(series(6 * HOUR + 8, shift(6, 8, 120, 4800), 3, fields), 6 * HOUR);
    expect(early).to.deep.equal([]);
    expect(first?.severity).to.equal("HIGH");
    expect(after).to.be.at.most(3);
  });

  for (const [name, unit, from, to, noise] of [
    ["checkout_latency_p99", "ms", 220, 3100, 20],
    ["orders_queue_depth", "1", 100, 5000, 15],
    ["rps", "1", 400, 5, 30],
    ["availability", "percent", 99.95, 70, 0.04],
  ] as const) {
    it(`opens HIGH within three minutes for ${name} from ${from} to ${to} after five hours`, () => {
      const { early, first, after } = opened(series(320, shift(5, 20, from, to), noise, { name, unit }), 5 * HOUR);
      expect(early).to.deep.equal([]);
      expect(first?.severity).to.equal("HIGH");
      expect(after).to.be.at.most(3);
    });
  }

  for (const [share, severity] of [
    [0.193, "MEDIUM"],
    [0.21, "HIGH"],
  ] as const) {
    it(`is ${severity} where a metric says that ${100 * share} % of the requests fail`, () => {
      const fields = { name: "http_error_ratio", unit: "ratio" };
      const found = createWorld().live(series(200, shift(2, 20, 0.002, share), 0.0005, fields), 5000);
      const shifts = found.filter(({ ruleId }) => ruleId === "golden-signals");
      expect(new Set(shifts.map((each) => each.severity))).to.deep.equal(new Set([severity]));
    });
  }

  it("opens within five minutes where all of three logs a minute fail with a known error", () => {
    const past = repeat(15 * HOUR, (third) =>
      third % 60 === 7 ? error(START + minutes(third / 3)) : log(START + minutes(third / 3)),
    );
    const failing = repeat(45, (third) => error(START + minutes(5 * HOUR + third / 3)));
    const { early, after, high } = opened([...past, ...failing], 5 * HOUR);
    expect(early).to.deep.equal([]);
    expect(after).to.be.at.most(5);
    expect(high).to.be.at.most(7);
  });

  it("opens within a minute where half of a thousand logs a minute fail", () => {
    const quiet = traffic(START, 30, 1000, 10);
    const failing = traffic(START + minutes(30), 3, 1000, 500);
    const { early, after, high } = opened([...quiet, ...failing], 30);
    expect(early).to.deep.equal([]);
    expect(after).to.be.at.most(0.5);
    expect(high).to.be.at.most(1.1);
  });

  it("opens for 10 % errors of twenty logs a minute within five minutes", () => {
    const quiet = traffic(START, 120, 20, 0).map((each, index) => (index % 100 === 50 ? error(each.timestamp) : each));
    const failing = traffic(START + minutes(120), 15, 20, 2);
    const { early, first, after } = opened([...quiet, ...failing], 120);
    expect(early).to.deep.equal([]);
    expect(after).to.be.at.most(7);
    expect(first?.ruleId).to.equal("log-error-rate");
  });

  it("opens for server errors that only access lines show", () => {
    const line = (at: number, status: number) =>
      log(at, {
        message: `10.0.0.7 - - [04/May/2026:10:00:00 +0000] "GET /cart/17 HTTP/1.1" ${status} 512 "-" "curl/8"`,
      });
    const quiet = repeat(60 * 60, (second) => line(START + second * 1000, second % 400 === 3 ? 502 : 200));
    const failing = repeat(5 * 60, (second) => line(START + minutes(60) + second * 1000, second % 3 === 0 ? 503 : 200));
    const { early, first, after } = opened([...quiet, ...failing], 60);
    expect(early).to.deep.equal([]);
    expect(first?.ruleId).to.equal("log-error-rate");
    expect(after).to.be.at.most(5);
  });

  it("tells the second outage of a metric, two hours later and twice as bad, as it told the first", () => {
    const fields = { name: "http_request_duration_p99", unit: "ms" };
    const level = (minute: number) => {
      if (minute >= 120 && minute < 140) return 2500;
      return minute >= 260 && minute < 280 ? 5000 : 120;
    };
    const found = createWorld().live(series(300, level, 3, fields), 5000);
    const at = found.map(({ observedAt }) => (observedAt - START) / 60_000);
    expect(at.some((minute) => minute >= 120 && minute <= 124)).to.equal(true);
    expect(at.some((minute) => minute >= 260 && minute <= 264)).to.equal(true);
  });

  it("is LOW in development", () => {
    const found = createWorld().send([
      log(START, { level: "fatal", message: "out of order", metadata: { env: "development" } }),
    ]);
    expect(found.map(({ severity }) => severity)).to.deep.equal(["LOW"]);
  });

  it("opens for memory that triples within four hours", () => {
    const fields = { name: "process_resident_memory_bytes", unit: "bytes" };
    const level = (minute: number) => 2e8 * (minute < 360 ? 1 : 1 + Math.min(2, (2 * (minute - 360)) / 240));
    const { early, medium } = opened(series(660, level, 2e6, fields), 360);
    expect(early).to.deep.equal([]);
    expect(medium).to.be.at.most(240);
  });
});
