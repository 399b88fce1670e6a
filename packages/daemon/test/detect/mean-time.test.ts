import { expect } from "chai";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { createChance, createWorld, metric, minutes, repeat, START } from "./support.ts";

const shiftsOf = (telemetry: readonly Telemetry[]) =>
  createWorld()
    .live(telemetry, 5000)
    .filter(({ ruleId }) => ruleId === "golden-signals");

describe("the mean time of requests", () => {
  /** Sum and count of a histogram of Prometheus. */
  const histogram = (lasting: number, seconds: (minute: number) => number, isReset = (_: number) => false) => {
    let [sum, count] = [900, 30_000];
    return repeat(lasting, (minute) => {
      const requests = 20 + (minute % 5);
      if (isReset(minute)) [sum, count] = [0, 0];
      sum += requests * seconds(minute) * (1 + 0.1 * (minute % 3));
      count += requests;
      const time = START + minutes(minute) + 20_000;
      return [
        metric(time, count, { name: "http_server_requests_seconds_count", unit: "", labels: { uri: "/pay" } }),
        metric(time, sum, { name: "http_server_requests_seconds_sum", unit: "", labels: { uri: "/pay" } }),
      ];
    }).flat();
  };

  it("is read from their sum and count, and told in seconds", () => {
    const [first] = shiftsOf(histogram(140, (minute) => (minute >= 130 ? 1.8 : 0.12)));
    expect(first?.title).to.match(
      /^Latency of checkout-api rose: mean http_server_requests_seconds [12]\.\d+ instead of 0\.1/,
    );
    expect(((first?.observedAt ?? 0) - START) / 60_000 - 130).to.be.at.most(3.5);
  });

  it("is read where sums come before their counts, and where names are written together", () => {
    const reversed = histogram(140, (minute) => (minute >= 130 ? 1.8 : 0.12)).toReversed();
    const together = (name: string) =>
      name.replace(/_seconds_(\w)/, (_, first: string) => `Seconds${first.toUpperCase()}`);
    const sent = reversed.map((point) => ({ ...point, name: together(point.name) }));
    for (const telemetry of [reversed, sent]) {
      const [first] = shiftsOf(telemetry.sort((one, other) => one.timestamp - other.timestamp));
      expect(first?.title).to.match(/^Latency of checkout-api rose: mean \w+ [12]\.\d+ instead of 0\.1/);
    }
  });

  it("isn't told of a process that starts again, nor of more requests", () => {
    expect(
      shiftsOf(
        histogram(
          140,
          () => 0.12,
          (minute) => minute === 100,
        ),
      ),
    ).to.deep.equal([]);
  });

  it("isn't known while there are no requests, which some metrics tell as 0", () => {
    const slowest = repeat(300, (minute) =>
      metric(START + minutes(minute), minute % 10 === 0 ? 0.4 + 0.01 * (minute % 7) : 0, {
        name: "http_server_requests_seconds_max",
        unit: "s",
      }),
    );
    expect(shiftsOf(slowest)).to.deep.equal([]);
  });
});

describe("a high quantile of a service without requests", () => {
  it("is LOW for four minutes", () => {
    const chance = createChance(5);
    const telemetry = repeat(124, (minute) => [
      metric(START + minutes(minute), minute >= 120 ? 40 : 0.2 + 0.01 * chance.next(), {
        name: "latency_p99",
        unit: "s",
      }),
      metric(START + minutes(minute) + 1, 0, { name: "requests_per_second", unit: "1/s" }),
    ]).flat();
    expect(new Set(shiftsOf(telemetry).map(({ severity }) => severity))).to.deep.equal(new Set(["LOW"]));
  });
});
