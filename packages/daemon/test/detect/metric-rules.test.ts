import { expect } from "chai";
import { createChance, createWorld, learned, metric, minutes, reasons, repeat, START } from "./support.ts";

describe("a metric's own history", () => {
  const anomaly = () => createWorld(learned(120));
  const series = (from: number, count: number, value: (minute: number) => number, fields = {}) =>
    repeat(count, (index) =>
      metric(START + minutes(from + index), value(from + index), { name: "latency_p99", unit: "ms", ...fields }),
    );

  it("makes a lasting jump unusual, once, until it is back", () => {
    const chance = createChance(7);
    const world = anomaly();
    expect(world.live(series(0, 300, () => 100 + 5 * chance.normal()))).to.deep.equal([]);
    const found = world.live(series(300, 20, () => 260 + 5 * chance.normal()));
    expect(found[0]).to.include({
      reason: "metric_far_from_usual",
      deduplicationKey: "metric-anomaly:checkout-api:latency_p99",
    });
    expect(found[0]?.at).to.be.lessThan(START + minutes(304));
    expect(found.length).to.be.greaterThan(3);
    // The last unusual minute is complete, and judged, when the next one begins.
    expect(world.live(series(322, 1, () => 100))).to.have.lengthOf(1);
    expect(world.live(series(323, 60, () => 100 + 5 * chance.normal()))).to.deep.equal([]);
  });

  it("says until when it is known to go on, however long that is", () => {
    const chance = createChance(7);
    const [from, to] = [300, 345];
    const found = anomaly().live(series(0, to, (minute) => (minute < from ? 100 : 260) + 5 * chance.normal()));
    expect(found.at(-1)?.at).to.be.within(START + minutes(to - 4), START + minutes(to));
    expect(found.at(-1)?.evidence.length).to.be.at.most(10);
  });

  it("says nothing before it knows the series", () => {
    expect(anomaly().live([...series(0, 100, () => 10), ...series(100, 10, () => 900)])).to.deep.equal([]);
  });

  it("says nothing of a series of which it doesn't know as much of the past as the rule asks for", () => {
    const jumpAt = (minute: number) => {
      const chance = createChance(7);
      const usual = series(0, minute, () => 100 + 5 * chance.normal());
      return createWorld(learned(1440)).live([...usual, ...series(minute, 20, () => 260)]);
    };
    expect(jumpAt(1400)).to.deep.equal([]);
    expect(reasons(jumpAt(1440)).slice(0, 1)).to.deep.equal(["metric_far_from_usual"]);
  });

  it("must be rarer to be told while no day of it is known, and where many series are judged", () => {
    const jumps = repeat(30, (index) => 110 + 4 * index);
    const foundAfter = (minute: number, others = 0) =>
      jumps.filter((jump) => {
        const chance = createChance(7);
        const usual = series(0, minute, () => 100 + 5 * chance.normal());
        const world = createWorld(learned(240, 1));
        world.send(repeat(others, (index) => metric(START, 1, { name: `other_${index}` })));
        return world.live([...usual, ...series(minute, 20, () => jump)]).length > 0;
      });
    const [young, old, oneOfMany] = [foundAfter(241), foundAfter(1441), foundAfter(1441, 200)];
    expect(young).to.not.be.empty;
    expect(old).to.include.members(young);
    expect(old.length).to.be.above(young.length);
    expect(old.length).to.be.above(oneOfMany.length);
  });

  it("is quiet about what is used up, goes wrong or takes time where it becomes less", () => {
    const fallOf = (name: string) => {
      const chance = createChance(9);
      const usual = (minute: number) => (minute < 400 ? 100 : 20) + 2 * chance.normal();
      return reasons(anomaly().live(series(0, 420, usual, { name }))).slice(0, 1);
    };
    for (const name of ["memory_usage", "request_latency_p99", "errors_per_minute", "queue_depth"])
      expect(fallOf(name), name).to.deep.equal([]);
    for (const name of ["requests_per_minute", "memory_free", "orders", "cache_hit_ratio"])
      expect(fallOf(name), name).to.deep.equal(["metric_far_from_usual"]);
  });

  it("knows a counter by its name, however seldom it rises", () => {
    const errors = (count: (minute: number) => number) =>
      series(0, 900, (minute) => count(minute), { name: "http_responses_5xx_total" });
    // One more in every twenty minutes, and a process that begins anew.
    expect(anomaly().live(errors((minute) => Math.floor((minute % 700) / 20)))).to.deep.equal([]);
    const storm = errors((minute) => Math.floor(minute / 20) + Math.max(0, minute - 880) * 40);
    expect(reasons(anomaly().live(storm)).slice(0, 1)).to.deep.equal(["metric_far_from_usual"]);
  });

  const quiet: Record<string, (minute: number, normal: () => number) => number> = {
    "a constant": () => 3,
    "a constant that goes from 2 to 4 replicas": (minute) => (minute < 700 ? 2 : 4),
    noise: (_, normal) => 50 + 10 * normal(),
    "noise with a long tail": (_, normal) => 40 * Math.exp(0.6 * normal()),
    "a smooth daily swing": (minute) => 200 + 150 * Math.sin((2 * Math.PI * minute) / 1440),
    "a noisy daily swing": (minute, normal) => 200 + 150 * Math.sin((2 * Math.PI * minute) / 1440) + 12 * normal(),
    "a trend": (minute, normal) => 100 + minute / 10 + normal(),
    "a counter with a restart": (minute, normal) => 1e6 + 600 * (minute % 1000) + Math.abs(20 * normal()),
    "a spike every hour": (minute, normal) => 20 + normal() + (minute % 60 === 0 ? 200 : 0),
  };
  for (const [name, value] of Object.entries(quiet)) {
    it(`is quiet about ${name}`, () => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const chance = createChance(seed);
        expect(anomaly().live(series(0, 2000, (minute) => value(minute, chance.normal)))).to.deep.equal(
          [],
          `seed ${seed}`,
        );
      }
    });
  }
});
