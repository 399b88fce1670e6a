import { expect } from "chai";
import { conversionTo } from "../../src/detect/rules/metric-unit.ts";
import { meaningOf } from "../../src/methods/golden-signals/metric-meaning.ts";

const UNITS: readonly (readonly [unit: string, seconds: number])[] = [
  ["s", 1],
  ["secs", 1],
  ["ms", 1e-3],
  ["msec", 1e-3],
  ["Milliseconds", 1e-3],
  ["us", 1e-6],
  ["microsecond", 1e-6],
  ["ns", 1e-9],
  ["minutes", 60],
];

describe("the unit of a latency", () => {
  for (const [unit, seconds] of UNITS) {
    it(`${unit} is ${seconds} s for thresholds and for golden signals`, () => {
      const words = new Set(["request", "latency"]);
      expect(conversionTo("seconds", unit, "request latency", words)?.factor).to.equal(seconds);
      expect(meaningOf(unit, words)).to.include({ signal: "latency", factor: seconds, isGuessed: false });
    });
  }

  it("isn't read from a single letter of the name", () => {
    expect(meaningOf("", new Set(["m", "latency"]))).to.include({ factor: 1, isGuessed: true });
  });
});
