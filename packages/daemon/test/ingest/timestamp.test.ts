import { expect } from "chai";
import fc from "fast-check";
import { parseTimestamp } from "../../src/ingest/timestamp.ts";

const two = (value: number): string => String(value).padStart(2, "0");
const date = fc.date({
  min: new Date("0000-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});

/** The time as a clock in that offset shows it. */
function inOffset(at: Date, minutes: number): string {
  const local = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, -1);
  return `${local}${minutes < 0 ? "-" : "+"}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

describe("a timestamp", () => {
  it("in UTC means what Date says it means, from the year 0 to 9999", () => {
    fc.assert(
      fc.property(date, (at) => {
        expect(parseTimestamp(at.toISOString())).to.equal(at.getTime());
      }),
      {
        numRuns: 2_000,
        examples: [
          [new Date("0050-06-01T00:00:00Z")],
          [new Date("1969-12-31T23:59:59.999Z")],
          [new Date("2000-02-29T00:00:00Z")],
        ],
      },
    );
  });

  it("means the same moment in every offset", () => {
    const recent = fc.date({
      min: new Date("1900-01-02T00:00:00Z"),
      max: new Date("2200-01-01T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(recent, fc.integer({ min: -14 * 60, max: 14 * 60 }), (at, minutes) => {
        expect(parseTimestamp(inOffset(at, minutes))).to.equal(at.getTime());
      }),
      { numRuns: 2_000 },
    );
  });

  it("of any day of any month is taken exactly where the calendar has it", () => {
    const day = fc.record({
      year: fc.integer({ min: 1900, max: 2400 }),
      month: fc.integer({ min: 0, max: 14 }),
      day: fc.integer({ min: 0, max: 33 }),
    });
    fc.assert(
      fc.property(day, ({ year, month, day: number }) => {
        const at = new Date(Date.UTC(year, month - 1, number));
        const exists = at.getUTCMonth() === month - 1 && at.getUTCDate() === number && month >= 1 && month <= 12;
        const parsed = parseTimestamp(`${year}-${two(month)}-${two(number)}T00:00:00Z`);
        expect(parsed).to.equal(exists ? at.getTime() : undefined);
      }),
      { numRuns: 5_000 },
    );
  });

  it("has its fraction cut to milliseconds, however many digits it has up to nine", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,9}$/), (fraction) => {
        const parsed = parseTimestamp(`2026-01-02T03:04:05.${fraction}Z`);
        expect(parsed).to.equal(Date.UTC(2026, 0, 2, 3, 4, 5) + Number(fraction.padEnd(3, "0").slice(0, 3)));
      }),
    );
  });

  it("is a whole number of milliseconds or nothing, for any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[\d:TZ.+, -]{0,40}$/)), (text) => {
        const parsed = parseTimestamp(text);
        if (parsed !== undefined) expect(Number.isInteger(parsed)).to.equal(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it("is read in one pass, however long the text", () => {
    expect(parseTimestamp("1".repeat(256 * 1024))).to.equal(undefined);
    expect(parseTimestamp(`2026-01-02T03:04:05.${"9".repeat(256 * 1024)}`)).to.equal(undefined);
  }).timeout(5_000);
});
