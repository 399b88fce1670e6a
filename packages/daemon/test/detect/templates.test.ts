import { expect } from "chai";
import { tokenize } from "../../src/detect/templates/mask.ts";
import { createPatternSet, type PatternSet, patternOf, templateText } from "../../src/detect/templates/pattern-set.ts";

const mine = (set: PatternSet, ...messages: string[]): number[] =>
  messages.map((message, index) => patternOf(set, message, index).id);

describe("a template", () => {
  it("keeps the words and leaves out numbers, addresses, ids, paths and quoted values with digits", () => {
    const text = (message: string) => tokenize(message).join(" ");
    expect(text("Connection to 10.0.0.7:5432 timed out after 30ms")).to.equal("Connection to <*> timed out after <*>");
    expect(text("order 6f1c1c1e-8a1b-4b7e-9d0e-1f2a3b4c5d6e failed")).to.equal("order <*> failed");
    expect(text("cannot open /var/lib/app/data.db: denied")).to.equal("cannot open <*> denied");
    expect(text("user='u-17' at 0xdeadbeef")).to.equal("user <*> at <*>");
    expect(text("values 1, 2, 3 and 4")).to.equal("values <*> and <*>");
  });

  it("is shared by messages that differ in what varies, and by no others", () => {
    const set = createPatternSet();
    const [first, second, third] = mine(
      set,
      "pool exhausted after 30 ms",
      "pool exhausted after 4000 ms",
      "pool closed after 30 ms",
    );
    expect(second).to.equal(first);
    expect(third).to.not.equal(first);
  });

  it("takes a word for a value when it has many", () => {
    const set = createPatternSet();
    const users = ["anna", "ben", "carl", "dora", "emil", "fritz", "gerda", "hans"];
    mine(set, ...users.map((user) => `account of user ${user} is locked`));
    expect([...set.patterns.values()].map(templateText)).to.deep.equal(["account of user <*> is locked"]);
  });

  it("forgets the oldest unused one when there are too many", () => {
    const set = createPatternSet();
    const messages = ["alpha is gone", "bravo was lost now", "charlie", "delta delta delta delta delta"];
    for (const [at, message] of messages.entries()) patternOf(set, message, at + 1, 3);
    expect([...set.patterns.values()].map(templateText)).to.deep.equal(messages.slice(1));
    expect(set.overflowAt).to.equal(4);
  });
});
