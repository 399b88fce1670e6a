import { expect } from "chai";
import fc from "fast-check";
import { figureText, minutesText, percentText, timesText } from "../src/text/figure.ts";
import { ago } from "../src/text/time.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const agoMinutes = (minutes: number): string => ago(new Date(now - minutes * 60_000).toISOString(), now);
const each = (format: (value: number) => string, expected: readonly (readonly [number, string])[]): void => {
  for (const [value, text] of expected) expect(format(value), String(value)).to.equal(text);
};

/** The most significant digits that a number of the text has. */
const mostDigits = (text: string): number =>
  Math.max(
    0,
    ...[...text.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => {
      const digits = number.replace(".", "").replace(/^0+/, "");
      return (number.includes(".") ? digits : digits.replace(/0+$/, "")).length;
    }),
  );

describe("figures in texts", () => {
  it("have three significant digits at most", () => {
    each(figureText, [
      [2468.676876762356, "2470"],
      [-0, "0"],
      [0.0123456, "0.0123"],
      [Number.NaN, "unknown"],
      [Number.POSITIVE_INFINITY, "unknown"],
    ]);
    each(timesText, [
      [1, "1 time"],
      [126.92, "127 times"],
      [Number.POSITIVE_INFINITY, "an unknown number of times"],
    ]);
  });

  it("are percentages that say neither nothing nor everything where something is left", () => {
    each(percentText, [
      [0, "0 %"],
      [0.07, "7 %"],
      [0.00001, "less than 0.01 %"],
      [0.9999, "more than 99.9 %"],
      [1, "100 %"],
      [Number.NaN, "unknown"],
    ]);
  });

  it("are durations of two units at most", () => {
    each(minutesText, [
      [0, "0 min"],
      [0.3, "less than a minute"],
      [-7.5, "8 min"],
      [59.6, "1 h"],
      [134, "2 h 14 min"],
      [2 * 1440, "2 days"],
      [3 * 1440 + 250, "3 days 4 h"],
      [43_200, "30 days"],
      [Number.NaN, "an unknown time"],
    ]);
  });

  it("are times ago, and now within a minute or in the future", () => {
    each(agoMinutes, [
      [0, "just now"],
      [0.99, "just now"],
      [-3, "just now"],
      [5, "5m ago"],
      [125, "2h ago"],
    ]);
    expect(ago("never", now)).to.equal("at an unknown time");
  });

  it("never contain NaN, Infinity or more than three digits, whatever the number", () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.double({ min: -1e7, max: 1e7 })), (value) => {
        for (const text of [figureText(value), percentText(value), timesText(value), minutesText(value)]) {
          expect(text).to.not.match(/NaN|Infinity|-0(?![.\d])/);
          expect(mostDigits(text), text).to.be.at.most(3);
        }
      }),
    );
  });
});
