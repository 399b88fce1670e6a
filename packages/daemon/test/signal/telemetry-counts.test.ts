import { expect } from "chai";
import fc from "fast-check";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { type BucketRange, bucketStartOf, bucketsTouched, minutesKeptFrom } from "../../src/model/telemetry-count.ts";
import { NOW } from "../store/samples.ts";

/** The minutes that the ranges cover, hours as their sixty. */
function minutesOf(ranges: readonly BucketRange[]): number[] {
  const minutes: number[] = [];
  for (const { span, from, to } of ranges) {
    for (let start = from; start <= to; start += span) {
      for (let minute = start; minute < start + span; minute += MINUTE_MS) minutes.push(minute);
    }
  }
  return minutes;
}

describe("a span of time", () => {
  it("is counted from every minute that it touches, each once, whole hours as hours", () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 * DAY_MS }), fc.nat({ max: 10 * HOUR_MS }), (ago, lasting) => {
        const from = NOW - ago;
        const to = from + lasting;
        const expected: number[] = [];
        for (let start = bucketStartOf(from, MINUTE_MS); start <= to; start += MINUTE_MS) expected.push(start);
        const ranges = bucketsTouched({ from, to }, NOW);
        expect(minutesOf(ranges)).to.deep.equal(expected);
        expect(ranges.reduce((sum, range) => sum + (range.to - range.from) / range.span + 1, 0)).to.be.at.most(130);
      }),
    );
  });

  it("is counted from a whole hour where the oldest minutes that are kept begin within that hour", () => {
    const kept = minutesKeptFrom(NOW);
    const hour = bucketStartOf(kept, HOUR_MS);
    expect(kept, "a boundary inside an hour").to.be.greaterThan(hour);
    // The minute from the hour's beginning to `kept` is gone, so minutes alone would leave it out of the sum.
    expect(bucketsTouched({ from: hour - 1, to: kept }, NOW)).to.deep.equal([
      { span: HOUR_MS, from: hour - HOUR_MS, to: hour },
    ]);
    // What begins at the first minute kept needs no hour.
    expect(bucketsTouched({ from: kept, to: kept + MINUTE_MS }, NOW)).to.deep.equal([
      { span: MINUTE_MS, from: kept, to: kept + MINUTE_MS },
    ]);
  });

  it("is counted from the hours that it touches where minutes are no longer kept", () => {
    fc.assert(
      fc.property(fc.nat({ max: 20 * DAY_MS }), fc.nat({ max: 20 * DAY_MS }), (ago, lasting) => {
        const from = NOW - ago;
        const to = Math.min(NOW, from + lasting);
        const minutes = minutesOf(bucketsTouched({ from, to }, NOW));
        const [first, last] = [minutes[0] as number, minutes.at(-1) as number];
        const kept = minutesKeptFrom(NOW);
        expect(first).to.equal(bucketStartOf(from, from < kept ? HOUR_MS : MINUTE_MS));
        expect(last)
          .to.be.at.least(bucketStartOf(to, MINUTE_MS))
          .and.at.most(to + HOUR_MS);
        expect(minutes).to.have.lengthOf((last - first) / MINUTE_MS + 1);
        const inMinutes = bucketsTouched({ from, to }, NOW).filter(({ span }) => span === MINUTE_MS);
        for (const range of inMinutes) expect(range.from).to.be.at.least(kept);
      }),
      // Found with seed 1231286310: the span ends at the first minute that is kept.
      { examples: [[259_200_001, 60_001]] },
    );
  });
});
