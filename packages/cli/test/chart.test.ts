import { expect } from "chai";
import stringWidth from "string-width";
import { chartStyleFor, describeChart, type Point, renderChart, sparkline, valueText } from "../src/format/chart.ts";
import { plainPaint } from "../src/text/paint.ts";

const start = Date.parse("2026-11-20T08:00:00Z");
const minute = (count: number): string => new Date(start + count * 60_000).toISOString();
/** Half an hour of 2 and half an hour of 30, with one value missing. */
const points: Point[] = Array.from({ length: 60 }, (_, index) => ({
  at: minute(index),
  value: index === 45 ? null : index < 30 ? 2 : 30,
}));
const marks = [
  { at: minute(28), label: "deployment of checkout \u001b[2Jv2.14.0" },
  { at: minute(30), label: "onset" },
  { at: minute(-5), label: "before" },
];
const drawn = (values: readonly (number | null)[], width = 20): string =>
  renderChart(
    values.map((value, index) => ({ at: minute(index), value })),
    { width, height: 2, drawing: "blocks", paint: plainPaint },
  );

describe("sparkline", () => {
  for (const [name, [values, line]] of Object.entries({
    "the lowest low and the highest high": [[0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█"],
    "a gap for what is missing": [[1, null, 2, Number.NaN], "▁ █ "],
    "what is all the same half high": [[5, 5], "▄▄"],
    "zeros low": [[0, 0], "▁▁"],
    "nothing of nothing": [[], ""],
    "the largest numbers": [[-Number.MAX_VALUE, 0, Number.MAX_VALUE], "▁▅█"],
  } satisfies Record<string, [(number | null)[], string]>))
    it(`draws ${name}`, () => {
      expect(sparkline(values)).to.equal(line);
    });

  it("accepts more values than a call accepts arguments", () => {
    expect(sparkline(Array.from({ length: 300_000 }, (_, index) => index))).to.have.length(300_000);
  });
});

describe("chart", () => {
  it("shows values, unit, times, and marks by letter", () => {
    const shown = renderChart(points, { width: 80, height: 4, unit: "%", drawing: "blocks", paint: plainPaint, marks });
    const [letters, top, , , bottom, times, ...legend] = shown.split("\n");
    expect(letters).to.equal(`${" ".repeat(34)}A B`);
    expect(top).to.equal(`30 % |${" ".repeat(28)}│ ${"█".repeat(15)} ${"█".repeat(14)}`);
    expect(bottom).to.equal(` 0 % |${"▂".repeat(30)}${"█".repeat(15)} ${"█".repeat(14)}`);
    expect(times).to.match(/^ {6}\d\d:00 +\d\d:00$/);
    expect(legend.map((line) => line.replace(/\d{4}-\S+ \S+/, "TIME"))).to.deep.equal([
      "A  TIME deployment of checkout v2.14.0",
      "B  TIME onset",
      "C  TIME before (outside the chart)",
    ]);
  });

  for (const width of [40, 80, 200])
    for (const drawing of ["blocks", "ascii", "words"] as const)
      it(`fits ${width} cells, drawn with ${drawing}`, () => {
        const shown = renderChart(points, { width, unit: "requests", drawing, paint: plainPaint, marks });
        for (const line of shown.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
        if (drawing !== "blocks") expect(shown).to.match(/^[ -~\n]*$/);
      });

  it("distinguishes zero from a gap, and shows small values", () => {
    expect(drawn([0, null, 1, 1000], 20).split("\n")[1]).to.match(/^ +0 \|_+ +▁+█+$/);
  });

  it("shows the maximum of each column", () => {
    const values = Array.from({ length: 1_000 }, (_, index) => (index === 500 ? 10 : 1));
    expect(drawn(values, 20).split("\n")[0]).to.match(/^10 \| +█$/);
  });

  it("accepts a single value, no values and invalid times", () => {
    expect(drawn([3])).to.contain("█");
    expect(drawn([0])).to.contain("_");
    expect(drawn([null])).to.equal("There are no values.");
    expect(renderChart([{ at: "?", value: 1 }], { width: 40, drawing: "blocks", paint: plainPaint })).to.contain(
      "no values",
    );
    expect(drawn([-5, 1e308])).to.contain("1E308");
  });

  it("accepts values in any order and number", () => {
    const many = Array.from({ length: 200_000 }, (_, index) => ({ at: minute(200_000 - index), value: index }));
    const lines = renderChart(many, { width: 80, drawing: "blocks", paint: plainPaint }).split("\n");
    expect(lines[0]).to.match(/^200K \|█/);
  });

  it("moves marks of the same time aside", () => {
    const twice = [marks[1], marks[1]].flatMap((mark) => mark ?? []);
    const shown = renderChart(points, { width: 80, drawing: "blocks", paint: plainPaint, marks: twice });
    expect(shown.split("\n")[0]?.trim()).to.equal("AB");
  });

  it("describes minimum, maximum, last value and the change at a mark as a sentence", () => {
    const words = describeChart(points, { unit: "%", marks }).replace(/ at \d{4}-\S+ [\d:]{8}/g, "");
    expect(words).to.match(/^59 values from .*: lowest 2 %, highest 30 %, last 30 %, rising\./);
    expect(words).to.contain("onset: on average 2 % before, 30 % since.");
  });

  it("chooses the style for the terminal", () => {
    expect(chartStyleFor({ LANG: "en_US.UTF-8", TERM: "xterm" })).to.equal("blocks");
    expect(chartStyleFor({})).to.equal("blocks");
    expect(chartStyleFor({ LANG: "en_US.UTF-8", LC_ALL: "C" })).to.equal("ascii");
    expect(chartStyleFor({ LANG: "en_US.UTF-8", TERM: "dumb" })).to.equal("ascii");
    expect(chartStyleFor({ LANG: "en_US.UTF-8", INK_SCREEN_READER: "true" })).to.equal("words");
    expect(chartStyleFor({ LANG: "en_US.UTF-8", TOCSIN_SCREEN_READER: "1" })).to.equal("words");
    expect(chartStyleFor({ LANG: "en_US.UTF-8", TOCSIN_SCREEN_READER: "0" })).to.equal("blocks");
  });

  it("abbreviates values", () => {
    expect([valueText(0.123456, "ms"), valueText(1_234_567), valueText(12, "\u001b[2J%")]).to.deep.equal([
      "0.123 ms",
      "1.23M",
      "12 %",
    ]);
  });
});
