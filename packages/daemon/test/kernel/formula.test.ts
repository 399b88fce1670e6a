import { expect } from "chai";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { csvOptions } from "../../src/kernel/csv.ts";
import { escapeFormulas } from "../../src/kernel/formula.ts";

const signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹢", "﹣", "﹦", "﹫", "−"];
const isFormula = (cell: string): boolean =>
  /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800"]*[=+\-@＝＋－＠﹢﹣﹦﹫−]/u.test(cell);

/** Cells as a reader finds them that splits rows at one separator and treats quotes as text, as within a cell. */
const cellsAt = (separator: string, text: string): readonly string[] =>
  text.split(/[\r\n]/).flatMap((row) => row.split(separator));

/** The inverse, from right to left, as its documentation states it. */
function withoutEscapes(text: string): string {
  const before = "[\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800\"',;|]*";
  const sign = "[=+\\-@＝＋－＠﹢﹣﹦﹫−]";
  const first = text.replace(new RegExp(`^'(?=${before}(?:${sign}|(?<=[\\t\\r\\n]${before})))`, "u"), "");
  return first.replace(new RegExp(`(?<=[;|\\t\\r\\n])'(?=${before}${sign})`, "gu"), "");
}

const texts = fc
  .array(
    fc.constantFrom(...signs, ..."\t\r\n ;|,'\"a1", "\u00a0", "\u3000", "\u200b", "\ufeff", "\u{e0041}", "HYPERLINK()"),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(""));

describe("Formulas in CSV", () => {
  for (const start of [
    "",
    ";",
    ";;",
    "|",
    "\t",
    " ",
    "\u00a0",
    "\u3000",
    "\u200b",
    "\u{e0041}",
    ' "',
    "\r\n",
    ",",
    "; ",
  ]) {
    it(`a cell that begins with ${JSON.stringify(start)} and a sign of a formula begins with an apostrophe`, () => {
      for (const sign of signs) expect(escapeFormulas(`${start}${sign}1+1`)).to.match(/^'/);
    });
  }

  it("a sign behind a separator of another locale or a line break is no beginning of a cell", () => {
    expect(escapeFormulas("checkout;=cmd|' /C calc'!A0")).to.equal("checkout;'=cmd|' /C calc'!A0");
    expect(escapeFormulas("a\n=1|+2\t@x")).to.equal("a\n'=1|'+2\t'@x");
    expect(escapeFormulas(";=1")).to.equal("';'=1");
  });

  it("ordinary text stays as it is", () => {
    for (const text of ["", "a=b; c=d", "x - y", "two\nlines", "api;web", "p99 > 2 s, error rate +3 %", "it's; fine"])
      expect(escapeFormulas(text)).to.equal(text);
  });

  it("no reader finds a formula in any text, at whichever separator it splits", () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const separator of [";", "|", "\t", "\0"])
          for (const cell of cellsAt(separator, escapeFormulas(text))) expect(isFormula(cell), cell).to.equal(false);
      }),
      { numRuns: 5000 },
    );
  });

  it("the text can be had back", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(withoutEscapes(escapeFormulas(text))).to.equal(text);
      }),
      { numRuns: 5000 },
    );
  });

  it("256 KiB of hostile text take a step for each character", function () {
    this.timeout(20_000); // Each would take minutes alone if an expression walked back.
    for (const piece of [";", " ;", "\t", ";'", "=", ";=", "'", "\u200b"]) escapeFormulas(piece.repeat(2 ** 18));
  });

  it("objects in cells are escaped too, and numbers stay numbers", () => {
    const rows = stringify([{ a: { b: ";=1" }, c: -5 }], csvOptions(["a", "c"]));
    expect(rows).to.equal('a,c\r\n"{""b"":"";\'=1""}",-5\r\n');
  });
});
