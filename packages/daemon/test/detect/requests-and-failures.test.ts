import { expect } from "chai";
import type { MetricPoint, Telemetry } from "../../src/model/telemetry.ts";
import { createChance, createWorld, log, metric, minutes, repeat, START } from "./support.ts";

const REQUESTS = "http_requests_total";
const FAILURES = "http_errors_total";

interface Minute {
  readonly requests: number;
  readonly failures: number;
}

/** Totals of requests and of failed ones, each minute. */
function totals(lasting: number, at: (minute: number) => Minute): MetricPoint[] {
  const total = { requests: 40_000, failures: 70 };
  return repeat(lasting, (minute) => {
    const { requests, failures } = at(minute);
    total.requests += requests;
    total.failures += failures;
    const time = START + minutes(minute) + 30_000;
    return [
      metric(time, total.requests, { name: REQUESTS, unit: "" }),
      metric(time + 1, total.failures, { name: FAILURES, unit: "" }),
    ];
  }).flat();
}

const shiftsOf = (telemetry: readonly Telemetry[]) =>
  createWorld()
    .live(telemetry, 5000)
    .filter(({ ruleId }) => ruleId === "golden-signals");

const ofFailures = (telemetry: readonly Telemetry[]) =>
  shiftsOf(telemetry).filter(({ title }) => title.startsWith("Errors of "));

describe("failures beside requests", () => {
  it("are an incident where most of two requests a minute fail, and HIGH in six minutes", () => {
    const found = ofFailures(
      totals(300, (minute) => ({ requests: 2, failures: minute >= 280 ? 1 + (minute % 2) : 0 })),
    );
    const high = found.find(({ severity }) => severity === "HIGH");
    expect(high?.description).to.match(/That is (?:[4-9]\d|100)(?:\.\d)? % of the requests\.$/);
    expect(((high?.observedAt ?? Infinity) - START) / 60_000 - 280).to.be.at.most(6);
  });

  it("are none where as many of them fail as before, however many more requests a job sends", () => {
    const share = (requests: number) => ({ requests, failures: Math.round(requests * 0.03) });
    const found = ofFailures(totals(420, (minute) => share(minute >= 360 && minute < 400 ? 900 : 70)));
    expect(found.map(({ severity }) => severity).filter((severity) => severity !== "LOW")).to.deep.equal([]);
  });

  it("are none where the requests become fewer, as at night, or come in a gauge that never moves", () => {
    const night = totals(500, (minute) => ({ requests: Math.max(6, 300 - Math.max(0, minute - 200)), failures: 3 }));
    const still = night.map((point) =>
      point.name === REQUESTS ? { ...point, value: 200, name: "RequestCount" } : point,
    );
    for (const telemetry of [night, still]) expect(ofFailures(telemetry)).to.deep.equal([]);
  });

  it("make errors in logs matter less while there are no more of them", () => {
    const chance = createChance(3);
    const logs = (from: number, lasting: number, share: number) =>
      repeat(lasting * 20, (nth) => {
        const at = START + minutes(from) + nth * 3000;
        return log(at, chance.next() < share ? { level: "error", message: "mail relay denied the letter" } : {});
      });
    const sent = [...logs(0, 240, 0.01), ...logs(240, 10, 0.5)];
    const severest = (telemetry: readonly Telemetry[]) => {
      const found = createWorld().live(
        [...telemetry].sort((one, other) => one.timestamp - other.timestamp),
        5000,
      );
      return found.filter(({ ruleId }) => ruleId === "log-error-rate").at(-1)?.severity;
    };
    expect(severest(sent)).to.equal("HIGH");
    const calm = (lasting: number, failures: number) =>
      totals(lasting, (minute) => ({ requests: 60, failures: minute % 7 === 0 ? failures : 0 }));
    expect(severest([...sent, ...calm(250, 1)])).to.equal("MEDIUM");
    expect(severest([...sent, ...calm(250, 0)]), "a metric that never counted a failure").to.equal("HIGH");
    expect(severest([...sent, ...calm(238, 1)]), "metrics that stopped").to.equal("HIGH");
    const late = calm(250, 1).filter(({ name, timestamp }) => name === REQUESTS || timestamp > START + minutes(232));
    expect(severest([...sent, ...late]), "a metric that is new").to.equal("HIGH");
  });
});

describe("the traffic of a job", () => {
  it("is LOW when it begins and when it ends, in gauges and totals", () => {
    const isOn = (minute: number) => minute >= 600 && minute < 670;
    const chance = createChance(11);
    const gauge = repeat(720, (minute) =>
      metric(START + minutes(minute), isOn(minute) ? 150 + chance.poisson(50) : 0, {
        name: "RequestCount",
        unit: "Count",
      }),
    );
    for (const telemetry of [gauge, totals(720, (minute) => ({ requests: isOn(minute) ? 180 : 0, failures: 0 }))]) {
      const severities = shiftsOf(telemetry).map(({ severity }) => severity);
      expect(severities).to.include("LOW");
      expect(new Set(severities)).to.deep.equal(new Set(["LOW"]));
    }
  });

  it("is HIGH where it was never as low", () => {
    const chance = createChance(12);
    const found = shiftsOf(
      repeat(400, (minute) =>
        metric(START + minutes(minute), minute >= 380 ? 1 : chance.poisson(200), {
          name: "RequestCount",
          unit: "Count",
        }),
      ),
    );
    expect(found.some(({ severity }) => severity === "HIGH")).to.equal(true);
  });
});
