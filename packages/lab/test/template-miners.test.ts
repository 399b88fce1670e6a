import { expect } from "chai";

const script = (name: string) => import(new URL(`../eval/${name}.mjs`, import.meta.url).href);
const { normalizeTemplate } = await script("loghub/template-text");
const { parsingScore } = await script("loghub/score");
const { compareMethods } = await script("loghub/leave-one-out");
const { linesOf } = await script("log-styles/generate");

const EVENTS = ["user <*> signed in from <*>", "cache warmed in <*> ms"];
const system = (name: string, seed: number) => {
  const numbers = Array.from({ length: 40 }, (_, index) => (index * seed * 7) % 90);
  return {
    name,
    lines: numbers.map((number, index) =>
      index % 2 === 0 ? `user ${number} signed in from 10.0.0.${number}` : `cache warmed in ${number} ms`,
    ),
    events: numbers.map((_, index) => `E${index % 2}`),
    templates: numbers.map((_, index) => EVENTS[index % 2]),
  };
};

describe("the texts of templates", () => {
  it("are compared without digits, parts of words and adjacent variables, as in LogHub-2.0", () => {
    expect(normalizeTemplate("node-<num>  took 17 ms")).to.equal("node-<*> took <*> ms");
    expect(normalizeTemplate("worker<num> at <ip>:<num>.<num>")).to.equal("<*> at <*>");
    expect(normalizeTemplate("sent <path> and '<*>' twice")).to.equal("sent <*> and <*> twice");
  });

  it("are right by lines and by templates", () => {
    const score = parsingScore(["a <*>", "a <*>", "b", "c"], ["a <num>", "a <num>", "b", "b"]);
    expect(score).to.deep.equal({ accuracy: 0.75, f1: 2 / 5 });
  });
});

describe("methods with a system left out", () => {
  it("all find the two events of lines that differ in numbers", () => {
    const compared = compareMethods([system("one", 1), system("two", 3)]);
    for (const { name, scores } of compared) {
      expect(
        scores.map(({ accuracy }: { accuracy: number }) => accuracy),
        name,
      ).to.deep.equal([1, 1]);
    }
  });
});

describe("a generated log style", () => {
  it("has the same lines for the same seed, each with its true event", () => {
    const style = { name: "two", templates: ["in {number}", '{"level":"{user}"}'] };
    const { lines, events } = linesOf(style, 1);
    expect(linesOf(style, 1).lines).to.deep.equal(lines);
    for (const [line, text] of lines.entries()) expect(text.startsWith("in ")).to.equal(events[line] === 0);
  });
});
