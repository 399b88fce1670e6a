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

  it("says what it stays at in three digits in the title, and in full in the description", () => {
    const chance = createChance(22);
    const value = (minute: number) => 1_048_576 + (minute < 2 * DAY ? Math.round(3000 * chance.normal()) : 0);
    const [found] = foundIn("temperature", 2 * DAY + 2 * HOUR, value);
    expect(found?.title).to.match(/: 1050000 for /);
    expect(found?.description).to.match(/ unchanged at 1048576 for /);
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
