import { expect } from "chai";

const script = (name: string) => import(new URL(`../eval/${name}.mjs`, import.meta.url).href);
const { atThreshold, bestOf, normalised, PROFILES, pointsOf } = await script("nab/score");
const { groupingScore } = await script("loghub/score");

const ROWS = 1000;
/** Rows 400 to 499 are the labelled window; the first 150 teach. */
const file = (alarms: readonly number[]) => ({
  name: "group/file.csv",
  times: Array.from({ length: ROWS }, (_, row) => String(row)),
  windows: [["400", "499"]],
  scores: Array.from({ length: ROWS }, (_, row): number => (alarms.includes(row) ? 1 : 0)),
});
const standard = (alarms: readonly number[]): number => {
  const points = pointsOf([file(alarms)]);
  const { raw } = atThreshold(points, PROFILES.standard, 1) ?? atThreshold(points, PROFILES.standard, Infinity);
  return normalised(points, PROFILES.standard, raw);
};

describe("the score of NAB", () => {
  it("is 0 for silence and 100 for one alarm on the window's first row", () => {
    expect(standard([])).to.equal(0);
    expect(standard([400])).to.be.closeTo(100, 1e-9);
  });

  it("gives less to an alarm that comes later in the window", () => {
    expect(standard([400])).to.be.above(standard([450]));
    expect(standard([450])).to.be.above(standard([499]));
    expect(standard([499])).to.be.above(50);
  });

  it("counts a window once, at its earliest alarm", () => {
    expect(standard([400, 420, 450])).to.equal(standard([400]));
  });

  it("charges an alarm outside, the less the nearer it follows a window", () => {
    expect(standard([300, 400])).to.be.closeTo(100 - 11 / 2, 1e-9);
    expect(standard([400, 505])).to.be.within(standard([400, 700]), standard([400]));
    expect(standard([400, 900])).to.be.closeTo(100 - 11 / 2, 1e-9);
  });

  it("doesn't look at the rows that teach", () => {
    expect(standard([10, 149, 400])).to.equal(standard([400]));
  });

  it("finds the threshold that is worth most", () => {
    const scored = file([]);
    scored.scores[200] = 0.3;
    scored.scores[400] = 0.7;
    const points = pointsOf([scored]);
    expect(bestOf(points, PROFILES.standard)).to.include({ threshold: 0.7, found: 1, falseRows: 0 });
  });

  it("has no figure where there is nothing to find", () => {
    const points = pointsOf([{ ...file([]), windows: [] }]);
    expect(normalised(points, PROFILES.standard, 0)).to.equal(null);
  });
});

describe("the score of grouped lines", () => {
  it("counts lines whose group is exactly one event's", () => {
    const events = ["a", "a", "b", "b", "c"];
    expect(groupingScore(events, ["1", "1", "2", "2", "3"])).to.include({ accuracy: 1, f1: 1 });
    expect(groupingScore(events, ["1", "1", "2", "3", "4"])).to.include({ accuracy: 3 / 5, groups: 4, events: 3 });
    expect(groupingScore(events, ["1", "1", "1", "1", "3"])).to.include({ accuracy: 1 / 5 });
  });
});
