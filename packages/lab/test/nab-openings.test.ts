import { expect } from "chai";

const { openingsOf } = await import(new URL("../eval/nab/live.mjs", import.meta.url).href);

const ROW_MS = 5 * 60_000;
const ROWS_A_DAY = 288;
const BEGIN = Date.parse("2026-01-05T00:00:00Z");

/** A metric around 100, with a period of a day, that stands at 400 from `brokenFrom` on. */
function fileOf(days: number, brokenFrom: number) {
  const rows = Array.from({ length: days * ROWS_A_DAY }, (_, row) => row);
  const clock = (row: number) => new Date(BEGIN + row * ROW_MS).toISOString().slice(0, 19).replace("T", " ");
  const healthy = (row: number) => 100 + 5 * Math.sin((row / ROWS_A_DAY) * 2 * Math.PI) + ((row * 7919) % 13) / 13;
  return {
    name: "made-up",
    times: rows.map(clock),
    values: rows.map((row) => (row >= brokenFrom ? 400 : healthy(row))),
  };
}

describe("the openings of a benchmark's file", () => {
  it("come from the built-in rule for metric anomalies, soon after the metric breaks", () => {
    const brokenFrom = 5 * ROWS_A_DAY;
    const openings: number[] = openingsOf(fileOf(6, brokenFrom));
    expect(openings[0]).to.be.within(brokenFrom, brokenFrom + 6);
  });
});
