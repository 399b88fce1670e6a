import { expect } from "chai";
import type { Candidate } from "../../src/model/candidate.ts";
import { EVERY, values } from "./series-slow-samples.ts";
import { createChance, createWorld, learned, minutes, START } from "./support.ts";

const HOUR = 60;
const DAY = 24 * HOUR;

const world = () => createWorld(learned(DAY));

const foundIn = (name: string, until: number, value: (minute: number) => number, every = EVERY): Candidate[] =>
  world().live(values(name, until, value, every));

const reasonsOf = (found: readonly Candidate[]): string[] => [...new Set(found.map(({ reason }) => reason))];

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
