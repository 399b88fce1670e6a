import { expect } from "chai";
import fc from "fast-check";
import { diagnosis, draft, seen } from "./postmortem-fixture.ts";
import { reported } from "./postmortem-samples.ts";

describe("The draft of a postmortem about hostile text", () => {
  it("keeps its form whatever the texts hold", () => {
    const formOf = (text: string): string[] =>
      text
        .split("\n")
        .map((line) =>
          line.startsWith("#")
            ? line.startsWith("# ")
              ? "title"
              : line
            : `${line.slice(0, 2)} ${line.match(/(?<!\\)\|/g)?.length ?? 0}`,
        );
    const made = (hostile: string): string =>
      draft(
        {
          title: hostile,
          environment: hostile,
          primaryService: hostile,
          affectedServices: [hostile],
          diagnosis: { ...diagnosis, evidence: [seen({ id: hostile, summary: hostile, at: hostile })] },
        },
        { timeline: [reported("note", 1, {}, { actor: hostile, title: hostile, detail: hostile })] },
      );
    const pieces = [
      "\n",
      "\r",
      "# ",
      "## x",
      "|",
      "\\",
      "- ",
      "1. ",
      "> ",
      "```",
      "<b>",
      "[a](b)",
      "---",
      "\u2028",
      "a",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 6 }), (drawn) => {
        expect(formOf(made(`x${drawn.join("")}`))).to.deep.equal(formOf(made("x")));
      }),
    );
  });
});
