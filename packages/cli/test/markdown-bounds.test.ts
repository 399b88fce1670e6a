import { expect } from "chai";
import { markdownText } from "../src/format/markdown.ts";
import { plainPaint } from "../src/text/paint.ts";

const text = (source: string, width = 80): string => markdownText(source, { width, paint: plainPaint });

describe("Large Markdown in a terminal", () => {
  describe("is bounded", () => {
    const many = (piece: string, characters: number) => piece.repeat(Math.ceil(characters / piece.length));
    it("reads the start of ten megabytes, and reports the rest", () => {
      expect(text(many("word\n\n", 10_000_000)).slice(-100)).to.match(
        /\[The rest is left out: 95000\d\d characters\.\]$/,
      );
    });

    it("keeps the numbers of a long list", () => {
      const steps = (numberOf: (index: number) => number) =>
        Array.from({ length: 9_000 }, (_, index) => `${numberOf(index)}. step`).join("\n");
      expect(text(steps(() => 1)) === steps((index) => index + 1)).to.equal(true);
    });

    it("shows the source of deep nesting", () => {
      const shown = text(`${">".repeat(100_000)}a`);
      expect(shown).to.contain(">>>>").and.to.contain("nested too deeply");
    });

    for (const [name, source] of Object.entries({
      "quotes that grow and shrink": many("> a\n> > b\n", 500_000),
      "tables within each other's rows": many("a|b\n-|-\n# h\n", 500_000),
      "a table with a thousand columns": `${many("a|", 1_900)}\n${many("-|", 1_900)}\n${many("x\n", 400_000)}`,
      "lists within lists": Array.from({ length: 500 }, (_, depth) => `${" ".repeat(depth * 2)}- a`).join("\n"),
      "an item of a list that goes on and on": `- ${many("a\n", 500_000)}`,
      "marks within words": many(`${many("_a__b ", 3_900)}\n\n`, 200_000),
      "marks that never end": many("**a _b ", 500_000),
      "comments that never end": many("<!--", 500_000),
      brackets: "[".repeat(250_000) + "]".repeat(250_000),
    }))
      it(`takes ${name}`, () => {
        expect(text(source)).not.to.equal("");
      }).timeout(20_000);
  });
});
