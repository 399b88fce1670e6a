import { expect } from "chai";
import fc from "fast-check";
import { markdownLine, markdownQuote } from "../../src/kernel/markdown.ts";

/** What CommonMark makes of text without markup: entities and backslashes before punctuation are read back. */
const readBack = (markdown: string): string =>
  markdown.replace(
    /\\([!-/:-@[-`{-~])|&(lt|gt|amp);/g,
    (_, character: string | undefined, entity: string) => character ?? { lt: "<", gt: ">", amp: "&" }[entity] ?? "",
  );

describe("Text as Markdown", () => {
  it("has no markup in it", () => {
    const cases: Readonly<Record<string, string>> = {
      "# heading": "\\# heading",
      "a *b* _c_ `d` ~e~": "a \\*b\\* \\_c\\_ \\`d\\` \\~e\\~",
      "[click](http://evil)": "\\[click\\](http\\://evil)",
      "<script>alert(1)</script>": "&lt;script&gt;alert(1)&lt;/script&gt;",
      "&lt;b&gt;": "&amp;lt;b&amp;gt;",
      "a | b": "a \\| b",
      "a \\| b": "a \\\\\\| b",
      "- item": "\\- item",
      "12. item": "12\\. item",
      "3) item": "3\\) item",
      "3.5 minutes": "3.5 minutes",
      "====": "\\====",
      "one\n\n# two\r\nthree": "one \\# two three",
      "\u202egnp.exe\u0000": "gnp.exe",
      "plain words, 3.5 % (of all)": "plain words, 3.5 % (of all)",
    };
    for (const [text, markdown] of Object.entries(cases)) expect(markdownLine(text)).to.equal(markdown);
  });

  it("reads back as the text, in one line", () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab1 .)-+=:#*_`~[]()<>&|\\$@!/\n\t") }), (text) => {
        const line = markdownLine(text);
        expect(line).not.to.match(/[\n\r]/);
        expect(readBack(line)).to.equal(text.replace(/\s+/g, " ").trim());
      }),
    ));

  it("keeps its lines in a quotation, of which each is quoted", () => {
    expect(markdownQuote("one\n- two\r\n\r\n# three")).to.equal("> one\\\n> \\- two\\\n>\\\n> \\# three");
    for (const nothing of ["", " \n ", "\u0000"]) expect(markdownQuote(nothing)).to.equal("");
  });
});
