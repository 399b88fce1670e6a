import { expect } from "chai";
import fc from "fast-check";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import {
  formatAgo,
  formatBefore,
  formatDuration,
  formatFigure,
  formatPercent,
  formatRatio,
} from "../../src/kernel/format-figures.ts";
import { mostDigits } from "./significant-digits.ts";

const each = <Value>(format: (value: Value) => string, expected: readonly (readonly [Value, string])[]): void => {
  for (const [value, text] of expected) expect(format(value), String(value)).to.equal(text);
};
const NOT_FINITE = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

describe("a figure in a sentence", () => {
  it("has three significant digits at most, and no minus before zero", () => {
    each(formatFigure, [
      [0, "0"],
      [-0, "0"],
      [2468.676876762356, "2470"],
      [0.0123456, "0.0123"],
      [-12.592, "-12.6"],
      [100, "100"],
      [Number.MAX_VALUE, "unknown"],
      ...NOT_FINITE.map((value) => [value, "unknown"] as const),
    ]);
  });

  it("is a percentage that says neither nothing nor everything where something is left", () => {
    each(formatPercent, [
      [0, "0 %"],
      [-0, "0 %"],
      [0.07, "7 %"],
      [0.12345, "12.3 %"],
      [0.00001, "less than 0.01 %"],
      [0.9999, "more than 99.9 %"],
      [0.999, "99.9 %"],
      [1, "100 %"],
      [1.25, "125 %"],
      [Number.NaN, "unknown"],
    ]);
  });

  it("is a ratio in times", () => {
    each(formatRatio, [
      [1, "1 time"],
      [0.5, "0.5 times"],
      [126.921, "127 times"],
      [Number.POSITIVE_INFINITY, "countless times"],
      [Number.NaN, "an unknown number of times"],
    ]);
  });

  it("is a duration of two units at most", () => {
    each(formatDuration, [
      [0, "0 s"],
      [-0, "0 s"],
      [1, "less than 1 s"],
      [SECOND_MS, "1 s"],
      [MINUTE_MS - 1, "59 s"],
      [MINUTE_MS, "1 min"],
      [HOUR_MS - 1, "59 min"],
      [HOUR_MS, "1 h"],
      [2 * HOUR_MS + 14 * MINUTE_MS, "2 h 14 min"],
      [2 * DAY_MS - 1, "47 h 59 min"],
      [2 * DAY_MS, "2 days"],
      [3 * DAY_MS + 4.9 * HOUR_MS, "3 days 4 h"],
      [7 * DAY_MS + HOUR_MS, "7 days"],
      [12_345 * DAY_MS, "12300 days"],
      [-5 * MINUTE_MS, "5 min"],
      [Number.NaN, "an unknown time"],
    ]);
  });

  it("is a time ago, or to come, and now within a minute", () => {
    each(formatAgo, [
      [0, "just now"],
      [MINUTE_MS - 1, "just now"],
      [1 - MINUTE_MS, "just now"],
      [14 * MINUTE_MS, "14 min ago"],
      [-HOUR_MS, "in 1 h"],
      [Number.NaN, "at an unknown time"],
    ]);
  });

  it("is a time before an event, and just before it within a minute", () => {
    each(
      (ms: number) => formatBefore(ms, "the incident"),
      [
        [0, "just before the incident"],
        [-5, "just before the incident"],
        [HOUR_MS, "1 h before the incident"],
      ],
    );
  });

  it("is never NaN, infinite or more exact than three digits, whatever the number", () => {
    const formats = [formatFigure, formatPercent, formatRatio, formatDuration, formatAgo];
    const numbers = fc.oneof(
      fc.double(),
      fc.double({ min: -1e9, max: 1e9 }),
      fc.integer(),
      fc.constantFrom(...NOT_FINITE),
    );
    fc.assert(
      fc.property(numbers, (value) => {
        for (const text of [...formats.map((format) => format(value)), formatBefore(value, "it")]) {
          expect(text).to.not.match(/NaN|Infinity|-0(?![.\d])/);
          expect(mostDigits(text), text).to.be.at.most(3);
        }
      }),
    );
  });
});
