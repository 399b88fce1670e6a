import { expect } from "chai";
import fc from "fast-check";
import { searchTerms } from "../../src/kernel/search-terms.ts";

describe("the words of a text", () => {
  it("are runs of letters and digits, without case, each once, in order", () => {
    expect(searchTerms("Payment-Gateway: the GATEWAY (v2) failed!", 10)).to.deep.equal([
      "payment",
      "gateway",
      "the",
      "v2",
      "failed",
    ]);
    expect(searchTerms("Größe ΑΒΓ 東京 שלום", 10)).to.deep.equal(["größe", "αβγ", "東京", "שלום"]);
    expect(searchTerms("", 10)).to.deep.equal([]);
    expect(searchTerms(" -*\"'() 🙈 ", 10)).to.deep.equal([]);
  });

  it("are at most as many as asked for", () => {
    expect(searchTerms("a b c d", 2)).to.deep.equal(["a", "b"]);
  });

  it("hold nothing that a query language could read, whatever the text, and never the index's own marks", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => {
        for (const term of searchTerms(text, 50)) {
          expect(term).to.match(/^[\p{L}\p{N}\p{M}]+$/u);
          expect(term).to.not.match(/[\uE000-\uF8FF"'*()\s]/);
          expect(term.length).to.be.within(1, 100 * 2);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("hold whole characters where they are cut, so that a database gives them back as they were", () => {
    for (const deadLetter of ["\u{1D400}", "\u{20000}"]) {
      const [term] = searchTerms(`${"a".repeat(99)}${deadLetter}`, 5);
      expect(term?.isWellFormed()).to.equal(true);
    }
    expect(searchTerms(`${"a".repeat(99)}\u{1D400} ${"a".repeat(99)}\u{20000}`, 5)).to.have.length(1);
  });

  it("are the same for the words of the words", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const terms = searchTerms(text, 50);
        expect(searchTerms(terms.join(" "), 50)).to.deep.equal(terms);
      }),
    );
  });

  it("are found in one pass, whatever 256 KiB repeat: what looks back again and again never ends", () => {
    for (const unit of ["a", " ", "a ", "\u0300", "a\u0300", "🙈", "-", "a-"]) {
      const text = unit.repeat(Math.floor((256 * 1024) / unit.length));
      expect(searchTerms(text, 2_000).length, JSON.stringify(unit)).to.be.at.most(2_000);
    }
  }).timeout(5_000);
});
