import { expect } from "chai";
import { mistakes } from "./policy-file-mistakes.ts";
import { problemsIn } from "./policy-file-samples.ts";

const lines = (...text: readonly string[]): string => `${text.join("\n")}\n`;

describe("A policy file with mistakes", () => {
  describe("with something wrong in it", () => {
    it("names every problem with line, column, field, what it should be and what is known", () => {
      const text = lines(
        "extends: standard",
        "rule: []",
        "rules:",
        "  - name: a",
        "    verdict: sometimes",
        "    sevices: [x]",
        "  - verdict: auto",
        "    severities: [HIGH, low]",
        "guardrails:",
        "  maxReplicas: -1",
      );
      expect(problemsIn(text)).to.deep.equal([
        '1:10 extends must be one of default; it is "standard"',
        "2:1 the file: rule is unknown; known are extends, approvalTtlMinutes, fourEyes, overridePermission, namespaces, rules, guardrails, windows, actions, verification",
        '5:14 rules[0] (a): verdict must be one of auto, manual, deny; it is "sometimes"',
        "6:5 rules[0] (a): sevices is unknown; known are name, verdict, organizations, actions, environments, severities, services, fourEyes, approvalTtlMinutes, reason",
        "7:5 rules[1]: name is missing",
        '8:24 rules[1]: severities[1] must be one of LOW, MEDIUM, HIGH, CRITICAL; it is "low"',
        "10:16 guardrails: maxReplicas must be a whole number from 0 to 100000, or null for no bound; it is -1",
      ]);
    });

    for (const [what, text, expected] of mistakes) {
      it(`says so: ${what}`, () => {
        const found = problemsIn(text);
        expect(
          found.some((problem) => expected.test(problem)),
          found.join("\n"),
        ).to.equal(true);
      });
    }

    it("points to what an alias stands for", () => {
      const text = lines("rules:", "  - &first { name: a, verdict: no }", "  - *first");
      expect(problemsIn(text).map((problem) => problem.split(" ")[0])).to.deep.equal(["2:32", "2:32"]);
    });

    it("tells 100 problems at most", () => {
      expect(problemsIn(`rules:\n${"  - { name: A }\n".repeat(500)}`)).to.have.length(100);
    });

    it("isn't read where it is larger than 1 MiB, holds too many rules, or aliases that multiply", () => {
      expect(problemsIn(`# ${"x".repeat(1024 * 1024)}`)[0]).to.match(
        /^1:1 the file must not be larger than 1048576 bytes/,
      );
      expect(problemsIn(`rules:\n${"- {name: a, verdict: auto}\n".repeat(5001)}`)[0]).to.match(
        /rules must be a list of at most 5000/,
      );
      const bomb = [
        "a: &a [x, x]",
        ..."bcdefghi"
          .split("")
          .map((key, index) => `${key}: &${key} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(", ")}]`),
      ];
      expect(problemsIn(bomb.join("\n"))[0]).to.match(/can't be read: Excessive alias count/);
      expect(problemsIn("[".repeat(50_000))[0]).to.match(/nested too deeply/);
    });
  });
});
