import { expect } from "chai";
import fc from "fast-check";
import { createTemplateSet, matchTemplate, templateText } from "../../src/methods/log-templates/template-set.ts";
import { decodeTemplateSet, encodeTemplateSet } from "../../src/methods/log-templates/template-set-codec.ts";
import { tokenizeMessage } from "../../src/methods/log-templates/tokenizer.ts";
import { patternSets } from "./pattern-sets.ts";
import { mine, templatesOf } from "./templates-samples.ts";

const templateOf = (message: string): string | undefined => templatesOf(message)[0];

describe("Any set of patterns", () => {
  const world = patternSets();

  it("are the same after they were stored and read, at any point", () => {
    fc.assert(
      fc.property(world.messages, fc.nat(60), (all, stop) => {
        const straight = createTemplateSet();
        let interrupted = createTemplateSet();
        for (const [at, message] of all.entries()) {
          if (at === stop) interrupted = decodeTemplateSet(JSON.parse(encodeTemplateSet(interrupted)));
          const [one, other] = [straight, interrupted].map((set) => matchTemplate(set, message, at, 20));
          for (const pattern of [one, other]) if (pattern) pattern.lastAt = at;
          for (const { templates: patterns } of [straight, interrupted])
            for (const pattern of patterns.values()) pattern.json = null;
          expect(other?.fingerprint).to.equal(one?.fingerprint);
        }
        expect(encodeTemplateSet(interrupted)).to.equal(encodeTemplateSet(straight));
      }),
    );
  });

  it("take whatever comes: a message that comes again is of the kind that it was, under whatever name, and all is bounded", () => {
    fc.assert(
      fc.property(world.messages, (all) => {
        const set = createTemplateSet();
        for (const [at, message] of all.entries()) {
          const first = matchTemplate(set, message, at, 20);
          const again = matchTemplate(set, message, at, 20);
          expect(again).to.equal(first);
          expect(set.templates.size).to.be.at.most(20);
          expect(set.templates.get(first.id)).to.equal(first);
          expect(templateText(first)).to.satisfy((text: string) => text.isWellFormed() && text.length < 800);
        }
        const names = [...set.templates.values()].flatMap(({ fingerprint, aliases }) => [fingerprint, ...aliases]);
        expect(new Set(names).size).to.equal(names.length);
        const ids = [...set.templates.keys()];
        expect([...set.shapes.values()].map(({ id }) => id).sort()).to.deep.equal(ids.sort());
        expect(
          [...set.lengths.values()]
            .flat()
            .map(({ id }) => id)
            .sort(),
        ).to.deep.equal(ids);
      }),
    );
  });

  it("keep what is known of their occurrences, whatever joins them that only a backfill showed", () => {
    for (const isFirst of [true, false]) {
      const set = createTemplateSet();
      const shown = () => mine(set, "account of user anna is locked", "account of user ben is locked");
      if (isFirst) shown();
      const live = matchTemplate(set, "account of user carl is locked", 50);
      live.count = 7;
      live.statistics.slots = 300;
      if (!isFirst) shown();
      const united = matchTemplate(set, "account of user dora is locked", 60);
      expect([...set.templates.values()]).to.deep.equal([united]);
      expect(united).to.include({ count: 7, firstAt: 50, lastAt: 50 });
      expect(united.statistics).to.include({ slots: 300, isListed: false });
    }
  });

  it("keep count of every message and every character, whichever of them turn out to be one", () => {
    const known = ["host seen of anna of", "emil seen of 17 of", "0xff seen of user of"];
    const words = fc.constantFrom(
      ..."the user of was seen at host anna ben carl a.b x_y 17 0xff k=v k=17 'q' gone".split(" "),
    );
    const alike = fc
      .array(words, { minLength: 2, maxLength: 7 })
      .chain((plain) => fc.array(fc.tuple(...plain.map((word) => fc.oneof(fc.constant(word), words)))))
      .map((each) => each.map((message) => message.join(" ")));
    fc.assert(
      fc.property(alike, (all) => {
        const set = createTemplateSet();
        for (const [at, message] of all.entries()) matchTemplate(set, message, at).count++;
        const found = [...set.templates.values()];
        expect(found.reduce((sum, { count }) => sum + count, 0)).to.equal(all.length);
        expect(set.chars).to.equal(createTemplateSet(found).chars);
      }),
      { numRuns: 500, examples: [[known]] },
    );
  });

  it("are bounded by the length of what comes", () => {
    const bombs = [
      "a".repeat(262_144),
      "1".repeat(262_144),
      "a=".repeat(131_072),
      "/a".repeat(131_072),
      `"'`.repeat(131_072),
    ];
    for (const bomb of [...bombs, "a1-".repeat(80_000), "1e".repeat(9_000), "a0:".repeat(9_000), "[1 ".repeat(9_000)]) {
      expect(tokenizeMessage(bomb).tokens.join(" ").length).to.be.at.most(600);
      expect(templateOf(bomb)?.length).to.be.at.most(800);
    }
  });
});
