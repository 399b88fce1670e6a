// Every test that docs/threat-model.md names must exist: `FILE` followed by "TITLE", both as they stand in the test.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

const PAGE = "docs/threat-model.md";
/** Fewer would mean that this no longer reads the page. */
const NAMED_MIN = 20;

const page = readFileSync(join(root, PAGE), "utf8");
const named = [...page.matchAll(/`(packages\/[\w./-]+\.test\.tsx?)`: “([^”]+)”/g)].map(([, file, title]) => ({
  file,
  title,
}));
const problems = [];
for (const { file, title } of named) {
  if (!existsSync(join(root, file))) problems.push(`names ${file}, which isn't there`);
  else if (!titlesOf(file).some((each) => each.includes(title)))
    problems.push(`names the test “${title}”, which ${file} doesn't hold`);
}
for (const [line] of page.matchAll(/^.*`packages\/[\w./-]+\.test\.tsx?`(?!: “).*$/gm))
  problems.push(`names a file of tests without a title: ${line.slice(0, 100)}`);
if (named.length < NAMED_MIN) problems.push(`names only ${named.length} tests in the form that is checked`);

/** What stands in quotes behind `describe(` and `it(`, with what is filled in left as it is written. */
function titlesOf(file) {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/\b(?:it|describe)(?:\.only|\.skip)?\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(
    ([, , title]) => title.replaceAll(/\\(.)/g, "$1"),
  );
}

for (const problem of problems) console.log(`${PAGE}: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
