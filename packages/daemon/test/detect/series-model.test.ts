import { expect } from "chai";
import { createModel, type Judgement } from "../../src/methods/metric-series/series-model.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { judgeAll } from "./series-model-samples.ts";
import { createChance, createWorld, keys, learned, metric, minutes, repeat, START } from "./support.ts";

const DAY = 1440;

const highest = (judgements: readonly Judgement[]): number => Math.max(...judgements.map(({ score }) => score));
const swing = (minute: number): number => 200 + 150 * Math.sin((2 * Math.PI * minute) / DAY);

describe("the score of a series", () => {
  const noises: Record<string, (minute: number, chance: ReturnType<typeof createChance>) => number> = {
    "bell-shaped": (_, chance) => 50 + 10 * chance.normal(),
    "long-tailed": (_, chance) => 40 * Math.exp(0.6 * chance.normal()),
    counted: (_, chance) => chance.poisson(4),
    "with a daily swing": (minute, chance) => swing(minute) + 12 * chance.normal(),
  };
  for (const [name, noise] of Object.entries(noises)) {
    it(`is passed about as seldom as it says by noise that is ${name}`, () => {
      const chance = createChance(11);
      const judgements = judgeAll(
        createModel(),
        0,
        repeat(20_000, (minute) => noise(minute, chance)),
      );
      const passing = (score: number) => judgements.filter((each) => each.score >= score).length / judgements.length;
      expect(passing(1)).to.be.lessThan(2 / 1000);
      expect(passing(2)).to.be.lessThan(1 / 5000);
    });
  }

  it("is high once for what comes again and again", () => {
    const chance = createChance(5);
    const model = createModel();
    const quiet = () => repeat(300, () => 20 + chance.normal());
    judgeAll(model, 0, quiet());
    const peaks = [1, 2, 3, 4].map((time) => {
      const peak = highest(judgeAll(model, 300 * time, [90, 91, 90]));
      judgeAll(model, 300 * time + 3, quiet());
      return peak;
    });
    expect(peaks[0]).to.be.greaterThan(2);
    expect(Math.max(...peaks.slice(1))).to.be.lessThan(1);
  });

  it("tells one trouble once, however long it goes on", () => {
    const chance = createChance(6);
    const model = createModel();
    judgeAll(
      model,
      0,
      repeat(600, () => 100 + 5 * chance.normal()),
    );
    const during = judgeAll(
      model,
      600,
      repeat(60, () => 260 + 5 * chance.normal()),
    );
    expect(during.filter(({ score }) => score >= 2)).to.have.lengthOf(1);
  });

  it("isn't blinded for good by one wild value", () => {
    const chance = createChance(8);
    const model = createModel();
    const usual = (count: number) => repeat(count, () => 100 + 5 * chance.normal());
    judgeAll(model, 0, [...usual(1000), 1e9, ...usual(26_000)]);
    expect(highest(judgeAll(model, 27_001, [260, 261, 259]))).to.be.greaterThan(2);
  });
});

describe("a metric's own history, over days", () => {
  const anomaly = () => createWorld(learned(120));
  const point = (minute: number, service: string, name: string, value: number): Telemetry =>
    metric(START + minutes(minute), value, { service, name, unit: "1" });

  it("opens nothing in a healthy shop with daily swings", () => {
    const chance = createChance(21);
    const found = anomaly().live(
      repeat(3 * DAY, (minute) =>
        ["cart", "search", "pay"].flatMap((service, index) => {
          const load = 1 + 0.4 * Math.sin((2 * Math.PI * (minute + 100 * index)) / DAY);
          return [
            point(minute, service, "cpu", 30 * load + 3 * chance.normal()),
            point(minute, service, "latency", 180 * load * Math.exp(0.25 * chance.normal())),
            point(minute, service, "requests", chance.poisson(40 * load)),
            point(minute, service, "sessions_total", 6000 * minute + 900 * chance.next()),
          ];
        }),
      ).flat(),
    );
    expect(keys(found)).to.deep.equal([]);
  });

  const troubles: Record<string, (usual: number) => number> = {
    "a shift of its level": (usual) => usual + 200,
    "a fall to nothing": () => 0,
  };
  for (const [name, trouble] of Object.entries(troubles)) {
    it(`sees ${name} above a daily swing within five minutes`, () => {
      const chance = createChance(22);
      const at = 3 * DAY + 360;
      const found = anomaly().live(
        repeat(at + 5, (minute) => {
          const usual = swing(minute) + 12 * chance.normal();
          return point(minute, "cart", "orders", minute < at ? usual : trouble(usual));
        }),
      );
      expect(keys(found.slice(0, 1))).to.deep.equal(["metric-anomaly:cart:orders"]);
      expect(found[0]?.at).to.be.at.least(START + minutes(at));
    });
  }

  it("opens nothing for one wild minute, nor where nothing comes for a while after it", () => {
    const chance = createChance(23);
    const usual = repeat(700, (minute) =>
      point(minute, "cart", "orders", minute === 600 ? 5000 : 100 + 5 * chance.normal()),
    );
    const isAway = (_: unknown, minute: number) => minute > 600 && minute < 612;
    expect(anomaly().live(usual)).to.deep.equal([]);
    expect(anomaly().live(usual.filter((each, minute) => !isAway(each, minute)))).to.deep.equal([]);
  });
});
