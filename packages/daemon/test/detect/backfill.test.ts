import { expect } from "chai";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { createWorld, error, keys, log, metric, minutes, only, repeat, START, traffic } from "./support.ts";

const DAY = minutes(24 * 60);
const YESTERDAY = START - DAY;

/** As it would come at the start. */
const backfilled = (telemetry: readonly Telemetry[]): Telemetry[] =>
  telemetry.map((item) => ({ ...item, receivedAt: START }));

const latency = (from: number, lasting: number, value: number) =>
  repeat(lasting, (minute) =>
    metric(from + minutes(minute), value + (minute % 3), { name: "http_request_duration_p99", unit: "ms" }),
  );

const byTime = (one: Telemetry, other: Telemetry): number => one.timestamp - other.timestamp;

const shifts = only("golden-signals");

describe("a backfill", () => {
  it("teaches a metric, so that a shift in the first live minutes opens", () => {
    const live = [...latency(START, 2, 120), ...latency(START + minutes(2), 5, 4800)];
    expect(createWorld(shifts).live(live)).to.deep.equal([]);
    const world = createWorld(shifts);
    expect(world.send(backfilled(latency(YESTERDAY, 12 * 60, 120)), START)).to.deep.equal([]);
    expect(keys(world.live(live))).to.include("golden-signals:checkout-api:http_request_duration_p99");
  });

  it("teaches the rate of errors", () => {
    const outage = traffic(START, 6, 60, 30);
    expect(createWorld(only("log-error-rate")).live(outage)).to.deep.equal([]);
    const world = createWorld(only("log-error-rate"));
    expect(world.send(backfilled(traffic(YESTERDAY, 12 * 60, 6, 0)), START)).to.deep.equal([]);
    expect(keys(world.live(outage))).to.include("log-error-rate:checkout-api");
    const used = createWorld(only("log-error-rate"));
    used.send(backfilled(traffic(YESTERDAY, 12 * 60, 6, 3)), START);
    expect(used.live(outage)).to.deep.equal([]);
  });

  it("teaches the kinds of errors: known ones are no news, others are", () => {
    const world = createWorld(only("log-new-pattern"));
    const past = traffic(YESTERDAY, 12 * 60, 6, 1);
    expect(world.send(backfilled(past), START)).to.deep.equal([]);
    expect(world.live(repeat(60, (second) => error(START + 1000 * second)))).to.deep.equal([]);
    const other = repeat(60, (second) => error(START + minutes(1) + 1000 * second, { message: "ledger is locked" }));
    expect(new Set(keys(world.live(other))).size).to.equal(1);
  });

  it("that ends in an outage opens nothing when the service is well again, and tells the next outage", () => {
    const world = createWorld(only("log-error-rate", "golden-signals"));
    const past = [
      ...traffic(YESTERDAY, 120, 60, 1),
      ...traffic(YESTERDAY + minutes(120), 20, 60, 50),
      ...latency(YESTERDAY, 120, 120),
      ...latency(YESTERDAY + minutes(120), 20, 4800),
    ];
    expect(world.send(backfilled(past), START)).to.deep.equal([]);
    const well = [error(START), ...latency(START, 6, 120), ...traffic(START + minutes(1), 5, 60, 1)];
    expect(world.live(well.sort(byTime))).to.deep.equal([]);
    const again = [...traffic(START + minutes(6), 5, 60, 40), ...latency(START + minutes(6), 5, 4800)];
    expect(new Set(keys(world.live(again.sort(byTime))))).to.deep.equal(
      new Set(["log-error-rate:checkout-api", "golden-signals:checkout-api:http_request_duration_p99"]),
    );
  });

  it("changes nothing that live telemetry taught, and teaches the series that know nothing", () => {
    const live = [...latency(START, 30, 120), ...traffic(START, 30, 60, 1)].sort(byTime);
    const world = createWorld(only("log-error-rate", "golden-signals"));
    const plain = createWorld(only("log-error-rate", "golden-signals"));
    for (const each of [world, plain]) each.live(live);
    const now = START + minutes(30);
    const old = [...latency(YESTERDAY, 60, 4800), ...traffic(YESTERDAY, 60, 60, 50)].map((item) => ({
      ...item,
      receivedAt: now,
    }));
    expect(world.send(old, now)).to.deep.equal([]);
    const learned = ({ state }: typeof world) => {
      const [[, { errorRate, "series@2": series, volume, minutes: counts }]] = JSON.parse(state()).environments;
      return { errorRate, series, volume, counts };
    };
    expect(learned(world)).to.deep.equal(learned(plain));
    const queue = repeat(60, (minute) => metric(YESTERDAY + minutes(minute), 100, { name: "queue_depth", unit: "1" }));
    world.send(
      queue.map((item) => ({ ...item, receivedAt: now })),
      now,
    );
    const grown = repeat(5, (minute) => metric(now + minutes(minute), 5000, { name: "queue_depth", unit: "1" }));
    expect(keys(world.live(grown))).to.include("golden-signals:checkout-api:queue_depth");
  });

  it("doesn't open for how often a log came in its last minutes", () => {
    const rising = only("log-pattern-rising");
    const warn = (at: number) => log(at, { level: "warn", message: "cache is cold" });
    const usual = repeat(30 * 60, (minute) => warn(YESTERDAY - DAY + minutes(minute)));
    const many = repeat(300, (second) => warn(YESTERDAY + minutes(6 * 60) + 1000 * second));
    const seen = createWorld(rising).live([...usual, ...many, warn(YESTERDAY + minutes(6 * 60 + 10))]);
    expect(keys(seen)).to.have.lengthOf(1);
    const world = createWorld(rising);
    expect(world.send(backfilled([...usual, ...many]), START)).to.deep.equal([]);
    expect(world.live([warn(START), warn(START + minutes(6))])).to.deep.equal([]);
  });
});
