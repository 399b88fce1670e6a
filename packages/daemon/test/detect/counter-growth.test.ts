import { expect } from "chai";
import fc from "fast-check";
import { createSeries, followOnset, gather, type Series } from "../../src/detect/series/metric-series.ts";
import { decodeSeries, encodeSeries } from "../../src/detect/series/series-codec.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import { EVERY } from "./series-slow-samples.ts";
import { createChance, createWorld, learned, metric, minutes, repeat, START } from "./support.ts";

const HOUR = 60;
const DAY = 24 * HOUR;

const reasonsOf = (found: readonly Candidate[]): string[] => [...new Set(found.map(({ reason }) => reason))];

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
