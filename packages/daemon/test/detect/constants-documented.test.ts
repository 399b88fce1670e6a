import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { builtInRules } from "./support.ts";

const source = fileURLToPath(new URL("../../src/", import.meta.url));
const page = readFileSync(new URL("../../../../docs/methods/constants.md", import.meta.url), "utf8");

const NUMERIC =
  /^(?:[-+*/()[\],.\s\d]|\d[\d_]*(?:e-?\d+)?|0x[\da-f]+|[A-Z][A-Z_\d]*|Math\.(?:log|exp)|length|as const)+$/;
const NUMBERS = /^\{(?:\s*(?:\w+|"[\w ]+"): (?:-?[\d._e-]+|Math\.log\([\d.]+\)|null|\d+ \* [A-Z_]+),?)+\s*\}$/;
/** One unit of time. Other constants without a digit follow from constants that have a row. */
const UNIT = /^(?:SECOND|MINUTE|HOUR|DAY)_MS$/;
/** Digits of a number system and of a stored format. */
const ENCODINGS = ["methods/metric-series/compact-numbers.ts"];

const plain = (text: string): string => text.replaceAll(/[\s`]+/g, " ").trim();

/** `NAME = value` of the numeric constants of a file. */
function constantsOf(path: string): string[] {
  const text = readFileSync(`${source}${path}`, "utf8");
  return [...text.matchAll(/^(?:export )?const ([A-Z][A-Z_\d]*)(?:: [^=]+)? = ([^;]+);/gm)]
    .map(([, name = "", value = ""]) => ({ name, value: plain(value) }))
    .filter(({ value }) => NUMERIC.test(value) || NUMBERS.test(value))
    .filter(({ value }) => /\d/.test(value) || UNIT.test(value))
    .map(({ name, value }) => `${name} = ${value}`);
}

const sectionOf = (heading: string): string => page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";

/** The rows of a section of the page, by the names and values of their first two cells. */
const rowsOf = (heading: string): string[] =>
  [...sectionOf(heading).matchAll(/^\| (`.+?`) \| (`.+?`) \|/gm)].flatMap(([, names = "", values = ""]) => {
    const texts = values.split("; ");
    return names.split(", ").map((name, index) => `${plain(name)} = ${plain(texts[index] ?? "")}`);
  });

const files = globSync("{detect,methods}/**/*.ts", { cwd: source })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => !ENCODINGS.includes(path) && constantsOf(path).length > 0)
  .sort();

describe("the table of the constants of detection", () => {
  for (const path of files) {
    it(`has the constants of ${path} with their values, and no other`, () => {
      expect(rowsOf(`\`${path}\``)).to.have.members(constantsOf(path));
    });
  }

  it("has no section without a file", () => {
    const sections = [...page.matchAll(/^## `(.+)`$/gm)].map(([, path]) => path);
    expect(sections).to.deep.equal([...files, "rules/default.yaml"]);
  });

  it("has each number of the built-in rules, and no other", () => {
    const rows = new Set(rowsOf("`rules/default.yaml`"));
    const numbers = builtInRules.flatMap(({ id, resolveAfterMs, ...fields }) =>
      Object.entries({ ...fields, resolveAfterMinutes: resolveAfterMs / 60_000 })
        .filter(([, value]) => typeof value === "number")
        .map(([field, value]) => [`${field} = ${value}`, `${id}.${field} = ${value}`]),
    );
    expect(numbers.filter((names) => !names.some((name) => rows.has(name)))).to.deep.equal([]);
    const names = new Set(numbers.flat());
    expect([...rows].filter((row) => !names.has(row))).to.deep.equal([]);
  });

  it("names a source for each row", () => {
    const rows = page.split("\n").filter((line) => line.startsWith("| `"));
    const odd = rows.filter(
      (row) => !/\| (?:literature|arithmetic|contract|bound|leave-one-out|by hand)\b[^|]* \|$/.test(row),
    );
    expect(odd).to.deep.equal([]);
  });
});
