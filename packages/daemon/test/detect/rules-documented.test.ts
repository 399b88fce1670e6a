import { readFileSync } from "node:fs";
import { expect } from "chai";
import { commonFields, detectorFields } from "../../src/detect/rules/rule-fields.ts";
import { readRules } from "../../src/detect/rules/rules-file.ts";
import { builtInRules } from "./support.ts";

const text = readFileSync(new URL("../../../../docs/detection-rules.md", import.meta.url), "utf8");
const examplesIn = (part: string): string[] =>
  [...part.matchAll(/```yaml\n(.*?)```/gs)].map(([, example = ""]) => example);

describe("what is documented of detection rules", () => {
  it("has examples that hold", () => {
    const examples = examplesIn(text);
    expect(examples).to.have.length(14);
    for (const example of examples) {
      const read = readRules(example, builtInRules);
      expect("problems" in read ? read.problems : [], example).to.deep.equal([]);
    }
  });

  it("names every field that all rules have", () => {
    const [, common = ""] = text.split("\n## The file");
    for (const field of Object.keys(commonFields)) expect(common.split("\n### ")[0]).to.contain(`\`${field}\``);
  });

  for (const [detector, fields] of Object.entries(detectorFields)) {
    it(`has a part about ${detector}, with an example that uses each of its fields or a table that names it`, () => {
      const part = text.split("\n### ").find((each) => each.startsWith(`\`${detector}\``)) ?? "";
      const [example = ""] = examplesIn(part);
      expect(example).to.contain(`type: ${detector}`);
      for (const field of Object.keys(fields)) {
        expect(part, field).to.contain(`\`${field}\``);
        if (detector !== "metric-anomaly") expect(example, field).to.contain(`${field}:`);
      }
    });
  }
});
