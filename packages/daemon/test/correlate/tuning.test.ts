import { expect } from "chai";
import fc from "fast-check";
import { weigh } from "../../src/correlate/tuning.ts";
import { wilsonInterval } from "../../src/methods/calibration/wilson-interval.ts";
import { rule } from "./samples.ts";

const ROUNDING = 1e-12;

describe("the interval of a rate", () => {
  // R. G. Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I, method 3.
  const published = [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const;
  for (const [successes, tries, lower, upper] of published) {
    it(`of ${successes} in ${tries} is from ${lower} to ${upper}, as published`, () => {
      const interval = wilsonInterval(successes, tries);
      expect(interval.lower).to.be.closeTo(lower, 0.00005);
      expect(interval.upper).to.be.closeTo(upper, 0.00005);
    });
  }

  it("holds the rate, stays within 0 and 1, and narrows with more of the same", () => {
    const counts = fc.integer({ min: 1, max: 10_000 }).chain((tries) => fc.tuple(fc.nat(tries), fc.constant(tries)));
    fc.assert(
      fc.property(counts, ([successes, tries]) => {
        const { lower, upper } = wilsonInterval(successes, tries);
        const more = wilsonInterval(successes * 10, tries * 10);
        expect(lower).to.be.within(0, successes / tries + ROUNDING);
        expect(upper).to.be.within(successes / tries - ROUNDING, 1);
        expect(more.upper - more.lower).to.be.below(upper - lower);
      }),
    );
  });

  it("of nothing is everything", () => {
    expect(wilsonInterval(0, 0)).to.deep.equal({ lower: 0, upper: 1 });
  });
});

describe("the recommendation for a rule", () => {
  const of = (resolvedCount: number, usageCount: number, priority = 10, openCount = 0) =>
    weigh({ rule: rule({ priority }), usageCount, resolvedCount, openCount, incidentCount: usageCount });

  it("is to come earlier where even the worst rate is above 80 %, with the numbers in plain words", () => {
    expect(of(40, 42)).to.include({
      recommendation: "increase",
      currentPriority: 10,
      suggestedPriority: 15,
      successRate: 40 / 42,
      rationale:
        "40 of 42 decisions ended well (95.2 %). " +
        "The true rate lies between 84.2 % and 98.7 % (95 % confidence), all of it above 80 %.",
    });
  });

  it("is to stay for as good a rate with too few decisions to be sure", () => {
    expect(of(15, 15)).to.include({ recommendation: "keep", suggestedPriority: 10, successRate: 1 });
    expect(of(16, 16)).to.include({ recommendation: "increase" });
  });

  it("is to come later where even the best rate is below 50 %", () => {
    expect(of(5, 30)).to.include({ recommendation: "decrease", suggestedPriority: 5 });
    expect(of(12, 30).recommendation).to.equal("keep");
  });

  it("is to stay while the decisions that haven't ended could tip it either way", () => {
    expect(of(5, 30, 10, 20)).to.include({ recommendation: "keep", successRate: 5 / 30 });
    expect(of(5, 30, 10, 20).rationale).to.contain("5 of 30 decisions ended well (16.7 %), 20 haven't ended.");
    expect(of(40, 62, 10, 20).recommendation).to.equal("keep");
  });

  it("leaves the range from 0 to 100 nowhere, and leads back to it from outside", () => {
    const up = (priority: number): number => of(400, 400, priority).suggestedPriority;
    const down = (priority: number): number => of(0, 400, priority).suggestedPriority;
    expect([-50, -2, 0, 98, 100, 500].map(up)).to.deep.equal([-45, 3, 5, 100, 100, 500]);
    expect([-50, 0, 2, 100, 103, 500].map(down)).to.deep.equal([-50, 0, 0, 95, 98, 495]);
    expect(of(400, 400, 100)).to.include({ recommendation: "keep" });
    expect(of(400, 400, 100).rationale).to.match(/all of it above 80 %, but tuning goes no further than 100\.$/);
  });
});
