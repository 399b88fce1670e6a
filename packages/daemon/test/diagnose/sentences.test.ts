import { expect } from "chai";
import fc from "fast-check";
import { duration, figure, percent } from "../../src/detect/describe-figures.ts";
import { fromTo, gapOf, ratesFromTo } from "../../src/diagnose/analyse/sentences.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { mostDigits } from "../kernel/significant-digits.ts";

describe("the figures of diagnoses and detections", () => {
  it("name a change of values by their unit, with three digits at most", () => {
    expect(fromTo(30.12345, 98.76, "percent", false)).to.equal("30.1 → 98.8 %");
    expect(fromTo(399e6, 1.5432e9, "bytes", false)).to.equal("399 MB → 1.54 GB");
    expect(fromTo(0.9, 2468.676876762356, "", true)).to.equal("0.9 → 2470");
    expect(ratesFromTo(0, 2468.7)).to.equal("none → 2470 a minute");
    expect(ratesFromTo(0.01, 23)).to.equal("less than 0.1 → 23 a minute");
  });

  it("name a gap in hours and minutes", () => {
    expect(gapOf(0, 29_000)).to.equal("less than a minute");
    expect(gapOf(0, 2 * HOUR_MS + 14 * MINUTE_MS)).to.equal("2 h 14 min");
    expect(gapOf(5 * MINUTE_MS, 0)).to.equal("less than a minute");
  });

  it("count minutes, hours and days in the number of the text", () => {
    expect([1, 1.001, 45.6789, 210, 2880].map(duration)).to.deep.equal([
      "1 minute",
      "1 minute",
      "45.7 minutes",
      "3.5 hours",
      "2 days",
    ]);
    expect([figure(Number.NaN), percent(Number.POSITIVE_INFINITY)]).to.deep.equal(["unknown", "unknown"]);
  });

  it("never contain NaN, Infinity or more than four digits, whatever the numbers", () => {
    const number = fc.oneof(fc.double(), fc.double({ min: 0, max: 1e7 }));
    fc.assert(
      fc.property(
        number,
        number,
        fc.constantFrom("bytes", "percent", "ms", ""),
        fc.boolean(),
        (one, other, unit, counted) => {
          const texts = [fromTo(one, other, unit, counted), ratesFromTo(one, other), figure(one), percent(one)];
          for (const text of [...texts, duration(one), gapOf(one, other)]) {
            expect(text).to.not.match(/NaN|Infinity|undefined|-0(?![.\d])/);
            expect(mostDigits(text), text).to.be.at.most(4);
          }
        },
      ),
      {
        examples: ["bytes", "percent", "ms", ""].flatMap((unit) => [
          [Number.NaN, Number.POSITIVE_INFINITY, unit, false],
          [Number.NEGATIVE_INFINITY, -0, unit, true],
        ]),
      },
    );
  });
});
