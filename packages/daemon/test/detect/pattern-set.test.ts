import { expect } from "chai";
import { createTemplateSet, matchTemplate, templateText } from "../../src/methods/log-templates/template-set.ts";
import { decodeTemplateSet, encodeTemplateSet } from "../../src/methods/log-templates/template-set-codec.ts";
import { mine } from "./templates-samples.ts";

const PEOPLE = ["anna", "ben", "carl", "dora", "emil", "fritz", "gerda", "hans"];

describe("Patterns", () => {
  it("that turn out to be one go on as the oldest, and their names lead to it", () => {
    const set = createTemplateSet();
    const named = mine(set, ...PEOPLE.map((name) => `account of user ${name} is locked`));
    expect(new Set(named).size).to.be.greaterThan(1);
    const stored = decodeTemplateSet(JSON.parse(encodeTemplateSet(set)));
    for (const each of [set, stored]) {
      expect(new Set(named.map((name) => each.ids.get(name)?.fingerprint))).to.deep.equal(new Set([named[0]]));
    }
  });

  it("that were stored with a type of value that is no longer told apart are found again", () => {
    const set = createTemplateSet();
    const [name] = mine(set, "waited 17 ms in line");
    const stored = decodeTemplateSet(JSON.parse(encodeTemplateSet(set).replace("<num>", "<duration>")));
    expect(mine(stored, "waited 18 ms in line")).to.deep.equal([name]);
  });

  it("that were not used longest leave when there are too many", () => {
    const set = createTemplateSet();
    const messages = ["alpha is gone", "bravo was lost now", "charlie", "delta delta delta delta delta"];
    for (const [at, message] of messages.entries()) matchTemplate(set, message, at + 1, 3);
    expect([...set.templates.values()].map(templateText)).to.deep.equal(messages.slice(1));
    expect(set.overflowAt).to.equal(4);
  });
});
