import { readFileSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { readPolicy } from "../../src/remediate/policy/policy-file.ts";
import { problemsIn } from "./policy-file-samples.ts";
import { NOW } from "./policy-samples.ts";

describe("Any policy file", () => {
  it("is documented by examples that hold", () => {
    const text = readFileSync(new URL("../../../../docs/policy.md", import.meta.url), "utf8");
    const examples = [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml = ""]) => yaml);
    expect(examples).to.have.length(4);
    for (const example of examples) expect(problemsIn(example), example).to.deep.equal([]);
  });

  it("never makes reading throw, whatever it holds", () => {
    const key = fc.constantFrom(
      "extends",
      "rules",
      "guardrails",
      "windows",
      "actions",
      "verification",
      "name",
      "verdict",
      "services",
      "type",
      "url",
      "parameters",
      "from",
      "cron",
      "timeZone",
      "values",
      "__proto__",
      "constructor",
      "toString",
      "<<",
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: "small" },
        fc.string(),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.constantFrom("auto", "deny", "default", "&a", "*a", "UTC"),
        tie("list"),
        tie("map"),
      ),
      list: fc.array(tie("any"), { maxLength: 4 }),
      map: fc.dictionary(key, tie("any"), { maxKeys: 6 }),
    })).map;
    const sound = readFileSync(new URL("../../../../examples/policy.yaml", import.meta.url), "utf8");
    const damaged = fc
      .tuple(fc.nat(sound.length), fc.nat(40), fc.string({ unit: "binary", maxLength: 12 }))
      .map(([at, length, put]) => sound.slice(0, at) + put + sound.slice(at + length));
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      value.map((each) => JSON.stringify(each)),
      damaged,
    );
    fc.assert(
      fc.property(text, (each) => {
        const read = readPolicy(each, NOW);
        if ("problems" in read) {
          expect(read.problems).to.have.length.within(1, 100);
          for (const { line, column, message } of read.problems) {
            expect(line).to.be.at.least(1);
            expect(column).to.be.at.least(1);
            expect(message).to.match(/^[^\n]+$/);
          }
        }
      }),
      { numRuns: 2000 },
    );
  }).timeout(60_000);
});
