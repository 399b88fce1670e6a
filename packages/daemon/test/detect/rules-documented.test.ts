import { readFileSync } from "node:fs";
import { expect } from "chai";
import { commonFields, patternFields } from "../../src/detect/rules/rule-fields.ts";
import { readRules } from "../../src/detect/rules/rules-file.ts";
import { builtInRules } from "./support.ts";

const text = readFileSync(new URL("../../../../docs/detection-rules.md", import.meta.url), "utf8");
const examplesIn = (part: string): string[] =>
  [...part.matchAll(/```yaml\n(.*?)```/gs)].map(([, example = ""]) => example);

describe("what is documented of detection rules", () => {
  it("has examples that hold", () => {
    const examples = examplesIn(text);
    expect(examples).to.have.length(13);
    for (const example of examples) {
      const read = readRules(example, builtInRules);
      expect("problems" in read ? read.problems : [], example).to.deep.equal([]);
    }
  });

  it("names every field that all rules have", () => {
    const [, common = ""] = text.split("\n## The file");
    for (const field of Object.keys(commonFields)) expect(common.split("\n### ")[0]).to.contain(`\`${field}\``);
  });

  for (const [pattern, fields] of Object.entries(patternFields)) {
    it(`has a part about ${pattern}, with an example that uses each of its fields or a table that names it`, () => {
      const part = text.split("\n### ").find((each) => each.startsWith(`\`${pattern}\``)) ?? "";
      const [example = ""] = examplesIn(part);
      expect(example).to.contain(`type: ${pattern}`);
      for (const field of Object.keys(fields)) {
        expect(part, field).to.contain(`\`${field}\``);
        if (pattern !== "metric-anomaly") expect(example, field).to.contain(`${field}:`);
      }
    });
  }
});
