import { expect } from "chai";
import fc from "fast-check";
import { createSeries, followOnset, gather, type Series } from "../../src/detect/series/metric-series.ts";
import { decodeSeries, encodeSeries } from "../../src/detect/series/series-codec.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import { createChance, createWorld, learned, metric, minutes, repeat, START } from "./support.ts";

const HOUR = 60;
const DAY = 24 * HOUR;
/** Minutes between two values, so that days of them are few. */
const EVERY = 5;

const world = () => createWorld(learned(DAY));

/** A metric's values from the start on, up to a minute. */
const values = (name: string, until: number, value: (minute: number) => number, every = EVERY) =>
  repeat(until / every, (index) =>
    metric(START + minutes(index * every), value(index * every), { name, unit: "1", labels: { pod: "a" } }),
  );

const foundIn = (name: string, until: number, value: (minute: number) => number, every = EVERY): Candidate[] =>
  world().live(values(name, until, value, every));

const reasonsOf = (found: readonly Candidate[]): string[] => [...new Set(found.map(({ reason }) => reason))];

describe("a line that goes flat", () => {
  const noisy = (from: number, to: number) => {
    const chance = createChance(4);
    return (minute: number) => (minute >= from && minute < to ? 42.5 : 40 + 3 * chance.normal());
  };

  it("is stuck after an hour, in one incident that says for how long and what it did before, until it moves", () => {
    const [from, to] = [2 * DAY, 2 * DAY + 3 * HOUR];
    const found = foundIn("temperature", to + DAY, noisy(from, to));
    expect(reasonsOf(found)).to.deep.equal(["metric_stuck"]);
    expect(new Set(found.map(({ deduplicationKey }) => deduplicationKey)).size).to.equal(1);
    expect(found[0]?.at).to.be.within(START + minutes(from + HOUR), START + minutes(from + HOUR + 2 * EVERY));
    expect(found.at(-1)?.at).to.be.within(START + minutes(to - 3 * EVERY), START + minutes(to));
    expect(found.at(-1)?.title).to.match(/^Stuck temperature of checkout-api: 42\.5 for 2\.9\d? hours$/);
    expect(found.at(-1)?.description).to.contain("unchanged at 42.5 for 2.9").and.contain("changed with every value");
  });

  it("is the new usual after a day, and told no more", () => {
    const found = foundIn("temperature", 5 * DAY, noisy(2 * DAY, 5 * DAY));
    expect(reasonsOf(found)).to.deep.equal(["metric_stuck"]);
    expect(found.at(-1)?.at).to.be.within(START + minutes(3 * DAY), START + minutes(3 * DAY + 2 * HOUR));
  });

  it("is told until it moves, however often it comes", () => {
    for (const every of [1, 5, 15]) {
      const [from, to] = [4 * DAY, 5 * DAY - HOUR];
      const found = foundIn("temperature", to + HOUR, noisy(from, to), every);
      expect(reasonsOf(found), `${every}`).to.deep.equal(["metric_stuck"]);
      expect(found.at(-1)?.at, `${every}`).to.be.within(START + minutes(to - 2 * HOUR), START + minutes(to));
    }
  });

  it("is found again another day, where it lasts half as long again", () => {
    const chance = createChance(21);
    const isFlat = (minute: number) =>
      (minute >= 2 * DAY && minute < 2 * DAY + 6 * HOUR) || (minute >= 4 * DAY && minute < 4 * DAY + 12 * HOUR);
    const found = foundIn("temperature", 5 * DAY, (minute) => (isFlat(minute) ? 42.5 : 40 + 3 * chance.normal()));
    const again = found.filter(({ at }) => at > START + minutes(4 * DAY));
    expect(reasonsOf(again)).to.deep.equal(["metric_stuck"]);
    expect(again[0]?.at).to.be.within(START + minutes(4 * DAY + 8.8 * HOUR), START + minutes(4 * DAY + 9.2 * HOUR));
  });

  it("says what it stays at in full", () => {
    const chance = createChance(22);
    const value = (minute: number) => 1_048_576 + (minute < 2 * DAY ? Math.round(3000 * chance.normal()) : 0);
    expect(foundIn("temperature", 2 * DAY + 2 * HOUR, value)[0]?.title).to.match(/: 1048576 for /);
  });

  for (const every of [1, 2, 5, 15]) {
    it(`isn't a size that never changes and comes every ${every} minutes`, () => {
      for (const size of [1, 3, 100]) expect(foundIn("max_connections", 3 * DAY, () => size, every)).to.deep.equal([]);
    });

    it(`isn't what settled in its first day and comes every ${every} minutes`, () => {
      const chance = createChance(23);
      for (const settled of [9 * HOUR, 15 * HOUR]) {
        const value = (minute: number) => (minute < settled ? 512 + 40 * chance.normal() : 512);
        expect(reasonsOf(foundIn("heap", 3 * DAY, value, every))).to.not.include("metric_stuck");
      }
    });
  }

  const quiet: Record<string, (minute: number, normal: () => number) => number> = {
    "a share that is whole again": (minute, normal) => (minute < 2 * DAY ? 1 - Math.abs(normal()) / 50 : 1),
    "what is at its limit": (minute, normal) => (minute < 2 * DAY ? Math.min(100, 80 + 20 * normal()) : 100),
    "a number that is set now and then": (minute) => 3 + (Math.floor(minute / 200) % 2),
    "what rests at night": (minute, normal) => (minute % DAY < 7 * HOUR ? 12 : 40 + 3 * normal()),
    "what has nothing to do": (minute, normal) => (minute < 2 * DAY ? Math.max(0, Math.round(2 * normal())) : 0),
    "what was steady for hours before": (minute, normal) =>
      minute % DAY < 2 * HOUR || minute > 3 * DAY - 5 * HOUR ? 41 : 40 + 3 * normal(),
  };
  for (const [name, value] of Object.entries(quiet)) {
    it(`isn't ${name}`, () => {
      const chance = createChance(12);
      expect(reasonsOf(foundIn("items", 3 * DAY, (minute) => value(minute, chance.normal)))).to.not.include(
        "metric_stuck",
      );
    });
  }

  it("isn't seen before a day of the series is known", () => {
    expect(foundIn("temperature", 20 * HOUR, noisy(12 * HOUR, 20 * HOUR))).to.deep.equal([]);
  });
});

describe("a metric that creeps", () => {
  const creeping = (name: string, value: (minute: number, normal: () => number) => number, until: number) => {
    const chance = createChance(31);
    return foundIn(name, until, (minute) => value(minute, chance.normal));
  };
  const leak = (from: number, anHour: number) => (minute: number, normal: () => number) =>
    50 + 4 * normal() + Math.max(0, minute - from) * (anHour / HOUR);

  it("is found within a day though no hour of it is odd, in one incident that says how fast and since when", () => {
    const found = creeping("memory_usage", leak(8 * DAY, 1), 9 * DAY);
    expect(reasonsOf(found)).to.deep.equal(["metric_drifting"]);
    expect(new Set(found.map(({ deduplicationKey }) => deduplicationKey)).size).to.equal(1);
    expect(found[0]?.title).to.match(
      /^Rising memory_usage of checkout-api: from [45]\d(\.\d)? to [56]\d(\.\d)? in 20 hours$/,
    );
    expect(found[0]?.description).to.match(
      /: (0\.\d+|1(\.\d+)?) an hour, without a break\. Before, it rose by no more than/,
    );
  });

  it("is told by how long it was gone when it is back", () => {
    const back = 9 * DAY;
    const found = creeping(
      "memory_usage",
      (minute, normal) => (minute < back ? leak(8 * DAY, 1)(minute, normal) : 50 + 4 * normal()),
      back + DAY,
    );
    expect(found.at(-1)?.at).to.be.below(START + minutes(back + 12 * HOUR));
  });

  it("is a relief where less is better", () => {
    expect(creeping("memory_usage", leak(8 * DAY, -1), 9 * DAY)).to.deep.equal([]);
    expect(reasonsOf(creeping("memory_free", leak(8 * DAY, -1), 9 * DAY))).to.deep.equal(["metric_drifting"]);
  });

  it("is a relief where more is better", () => {
    for (const name of ["memory_free", "cache_hit_ratio", "availability"])
      expect(creeping(name, leak(8 * DAY, 1), 9 * DAY), name).to.deep.equal([]);
  });

  it("goes on after a wild minute", () => {
    const spikes = [8 * DAY + 19 * HOUR, 8 * DAY + 21 * HOUR];
    const value = (minute: number, normal: () => number) =>
      spikes.includes(minute) ? 900 : leak(8 * DAY, 1)(minute, normal);
    const found = creeping("memory_usage", value, 9 * DAY + 4 * HOUR).filter(
      ({ reason }) => reason === "metric_drifting",
    );
    expect(found.at(-1)?.at).to.be.above(START + minutes(9 * DAY + 3 * HOUR));
  });

  const quiet: Record<string, (minute: number, normal: () => number) => number> = {
    "at the pace it always had": (minute, normal) => 50 + minute / 600 + 0.3 * normal(),
    "by day and back by night": (minute, normal) => 50 + 20 * Math.sin((2 * Math.PI * minute) / DAY) + 2 * normal(),
    "from a weekend to a working day": (minute, normal) => {
      const day = Math.floor(minute / DAY) % 7;
      return 50 + (day >= 5 ? 5 : 20) * Math.sin((2 * Math.PI * minute) / DAY) + 2 * normal();
    },
    "up by a weekend, once two are known": (minute, normal) => {
      const inWeek = (minute + 6 * DAY) % (7 * DAY);
      return 50 + Math.max(0, inWeek - 5 * DAY) / 60 + normal();
    },
    "up and back like a saw": (minute, normal) => 40 + ((minute % (11 * HOUR)) / HOUR) * 3 + normal(),
  };
  for (const [name, value] of Object.entries(quiet)) {
    it(`isn't one that goes ${name}`, () => {
      expect(reasonsOf(creeping("pool_in_use", value, 15 * DAY))).to.not.include("metric_drifting");
    });
  }
});

describe("the growth of a counter", () => {
  const counted = (until: number, every: number, value: (minute: number) => number) => {
    const points = repeat(until / every, (index) => index * every).map((minute) =>
      metric(START + minutes(minute), value(minute), { name: "bytes_total", unit: "1" }),
    );
    return points.filter(({ value }) => !Number.isNaN(value));
  };

  it("is seen however high the counter stands", () => {
    const chance = createChance(14);
    const at = 600;
    const total = { low: 0, high: 1e11 };
    const growing = (name: keyof typeof total) => (minute: number) => {
      total[name] += minute < at ? 4000 + 100 * chance.normal() : 40_000;
      return Math.round(total[name]);
    };
    for (const name of ["low", "high"] as const) {
      const found = createWorld(learned(120)).live(counted(at + 20, 1, growing(name)));
      expect(reasonsOf(found), name).to.deep.equal(["metric_far_from_usual"]);
      expect(found[0]?.at, name).to.be.within(START + minutes(at), START + minutes(at + 5));
    }
  });

  it("is that of a minute, also where values are further apart or one is missing", () => {
    const chance = createChance(15);
    let total = 0;
    const points = counted(4 * DAY, EVERY, (minute) => {
      total += EVERY * (100 + 5 * chance.normal());
      return minute === 3 * DAY || minute === 3 * DAY + EVERY ? Number.NaN : Math.round(total);
    });
    expect(createWorld(learned(120)).live(points)).to.deep.equal([]);
    const surge = repeat(4, (index) => {
      total += EVERY * 900;
      return metric(START + minutes(4 * DAY + index * EVERY), total, { name: "bytes_total", unit: "1" });
    });
    const [found] = createWorld(learned(120)).live([...points, ...surge]);
    expect(found?.title).to.equal("Unusual growth of bytes_total of checkout-api: 900 instead of 100");
  });
});

describe("a series", () => {
  /** Stretches of a series: how its values go, how far apart, and what happens to some of them. */
  const stretches = fc.array(
    fc.record({
      count: fc.integer({ min: 1, max: 120 }),
      every: fc.constantFrom(1, 1, 5, 30, 90, 2000),
      from: fc.oneof(fc.integer({ min: -100, max: 100 }), fc.double({ min: -1e99, max: 1e99, noNaN: true })),
      slope: fc.constantFrom(0, 0, 0.1, 7, -7),
      noise: fc.constantFrom(0, 0, 1, 50),
      late: fc.constantFrom(0, 0, 3),
    }),
    { minLength: 1, maxLength: 12 },
  );

  it("is judged the same, and its troubles told the same, wherever it was stored and loaded", () => {
    fc.assert(
      fc.property(stretches, fc.boolean(), fc.integer({ min: 1, max: 50 }), (all, isNamed, often) => {
        const name = isNamed ? "seen_total" : "seen";
        const minute = START / MINUTE_MS;
        let straight: Series = createSeries(name, null, null, minute);
        let stored: Series = createSeries(name, null, null, minute);
        const chance = createChance(all.length);
        let [at, taken] = [minute, 0];
        for (const { count, every, from, slope, noise, late } of all) {
          for (let index = 0; index < count; index++) {
            at += every;
            const value = from + slope * index + noise * chance.normal();
            const sent = taken % 7 === 3 ? at - late : at;
            const [one, other] = [straight, stored].map((series) => {
              const judgement = gather(series, sent, value, `e${taken}`, sent * MINUTE_MS);
              const onset = judgement === null ? null : followOnset(series, judgement, 1, [`e${taken}`, sent]);
              return structuredClone({ judgement, onset });
            });
            expect(other).to.deep.equal(one);
            if (++taken % often === 0) stored = decodeSeries(JSON.parse(JSON.stringify(encodeSeries(stored))));
          }
        }
        expect(encodeSeries(stored)).to.deep.equal(encodeSeries(straight));
        straight = stored;
      }),
      { numRuns: 60 },
    );
  });
});
