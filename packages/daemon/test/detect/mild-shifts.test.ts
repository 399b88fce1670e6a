import { expect } from "chai";
import type { Candidate } from "../../src/model/candidate.ts";
import type { MetricPoint } from "../../src/model/telemetry.ts";
import { createChance, createWorld, metric, minutes, repeat, START } from "./support.ts";

type At = (minute: number) => number;

const gauge = (lasting: number, at: At, fields: Partial<MetricPoint>): MetricPoint[] =>
  repeat(lasting, (minute) => metric(START + minutes(minute), at(minute), fields));

const shiftsOf = (telemetry: readonly MetricPoint[]): Candidate[] =>
  createWorld()
    .live(
      telemetry.toSorted((one, other) => one.timestamp - other.timestamp),
      5000,
    )
    .filter(({ ruleId }) => ruleId === "golden-signals");

const severitiesFrom = (found: readonly Candidate[], minute: number) =>
  found.filter(({ observedAt }) => observedAt >= START + minutes(minute)).map(({ severity }) => severity);

const REQUESTS = { name: "http.requests", unit: "Count" };

describe("a shift that wakes nobody", () => {
  it("is that of client errors, however many they are", () => {
    const failing = (name: string) =>
      severitiesFrom(
        shiftsOf([
          ...gauge(200, () => 60, REQUESTS),
          ...gauge(200, (minute) => (minute >= 170 ? 40 : minute % 5 === 0 ? 1 : 0), { name, unit: "Count" }),
        ]),
        170,
      );
    expect(failing("http.5xx.errors")).to.include("HIGH");
    expect(failing("http.4xx.errors")).to.include("MEDIUM").and.not.to.include("HIGH");
  });

  it("is that of one failure in half an hour, though nothing else was requested", () => {
    const found = shiftsOf([
      ...gauge(900, (minute) => (minute % 30 === 0 ? 1 : 0), REQUESTS),
      ...gauge(900, (minute) => (minute >= 500 && minute % 30 === 0 ? 1 : 0), { name: "http.errors", unit: "Count" }),
    ]);
    expect(severitiesFrom(found, 0)).not.to.include("HIGH");
  });

  it("is that of failures that aren't among the requests which are counted", () => {
    const rejected = (minute: number) => (minute >= 500 && minute % 4 === 0 ? 1 : 0);
    const found = shiftsOf([
      ...gauge(700, (minute) => (minute < 300 ? minute % 2 : 0), REQUESTS),
      ...gauge(700, rejected, { name: "http.requests.rejected", unit: "Count" }),
    ]);
    expect(severitiesFrom(found, 0)).not.to.include("HIGH");
  });

  it("is none where a time only grows, as that of a processor which a process has used", () => {
    const fields = { name: "vm_statistics_runtime_milliseconds", unit: "ms" };
    const spent = repeat(20, (nth) => metric(START + minutes(5 * nth), 120_000 * (nth + 1), fields));
    expect(shiftsOf(spent)).to.deep.equal([]);
  });
});

describe("traffic that falls", () => {
  const chance = createChance(5);
  const noisy = (level: number) => chance.poisson(level);

  it("is HIGH where it breaks down in the course of an evening", () => {
    const evening = (minute: number) => (minute < 330 ? 400 : minute < 335 ? 240 : minute < 420 ? 90 : 0);
    const found = shiftsOf(gauge(440, (minute) => noisy(evening(minute)), REQUESTS));
    expect(severitiesFrom(found, 336).filter((severity) => severity !== "LOW")[0]).to.equal("HIGH");
    expect(
      severitiesFrom(
        found.filter(({ observedAt }) => observedAt < START + minutes(420)),
        330,
      ),
    ).to.include("LOW");
  });

  it("is LOW through a quiet night, also when the first day ends", () => {
    const night = (minute: number) => (minute < 1000 ? 110 : Math.max(7, 110 - 1.5 * (minute - 1000)));
    const severities = repeat(8, () => shiftsOf(gauge(1620, (minute) => noisy(night(minute)), REQUESTS))).flatMap(
      (found) => severitiesFrom(found, 0),
    );
    expect(new Set(severities)).to.deep.equal(new Set(["LOW"]));
  });

  it("is a condition of its own after traffic that rose", () => {
    const burst = (minute: number) => (minute < 360 ? 60 : minute < 400 ? 600 : 0);
    const found = shiftsOf(gauge(420, (minute) => noisy(burst(minute)), REQUESTS));
    const keys = new Set(found.map(({ deduplicationKey }) => deduplicationKey));
    expect(keys.size).to.equal(2);
    expect(severitiesFrom(found, 400)).to.include("HIGH");
  });
});

describe("the title of a shift", () => {
  it("has the mean of a minute, not its last value", () => {
    for (const low of [0, 1, 2, 3]) {
      const valueAt = (nth: number) => (nth < 1200 ? 100 : nth % 4 === low ? 90 : 6000);
      const found = shiftsOf(
        repeat(1260, (nth) => metric(START + nth * 15_000, valueAt(nth), { name: "queue_depth", unit: "1" })),
      );
      const [, now] = /queue_depth (\d+) instead/.exec(found[0]?.title ?? "") ?? [];
      expect(Number(now)).to.be.greaterThan(1000);
    }
  });
});
