// The house rules that are cheap to check: sizes, words, places. Each says what to do instead.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import ts from "typescript";
import { root } from "./run.mjs";
import { bannedNames, sharedNames } from "./tidy-names.mjs";

const FILE_LINES_MAX = 400;
const TEST_LINES_MAX = 150;
const FUNCTION_LINES_MAX = 70;

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));
const generated = (file) => file.includes("/generated/");
const source = tracked.filter((file) => /\.(ts|tsx|mjs|cjs|js)$/.test(file) && !generated(file));
const daemon = source.filter((file) => file.startsWith("packages/daemon/src/"));
const read = (file) => readFileSync(join(root, file), "utf8");

const problems = [];
const problem = (file, line, text) => problems.push(`${file}${line ? `:${line}` : ""}: ${text}`);

/** Names that don't follow the rules yet, counted by word; the counts can only shrink (--update lowers them). */
const REMAINING = join(root, "scripts/tidy-remaining.json");
const badNames = new Map();
const badName = (word, file, line, text) =>
  badNames.set(word, [...(badNames.get(word) ?? []), `${file}${line ? `:${line}` : ""}: ${text}`]);

/** Text that stands only in its place. */
const places = [
  {
    files: daemon,
    pattern: /\bprocess\.env\b/,
    only: /\/app\/config\/config\.ts$/,
    instead: "settings come from app/config/config.ts",
  },
  {
    files: daemon,
    pattern: /\bnew Date\(\)|\bDate\.now\(/,
    only: /\/kernel\//,
    instead: "take the time from a clock (kernel/clock.ts)",
  },
  {
    files: daemon,
    pattern: /\brandomUUID\(/,
    only: /\/(kernel\/|http\/problem)/,
    instead: "ids come from kernel/ids.ts",
  },
  {
    files: daemon,
    pattern: /\bimport (?!type\b).*"node:http2?"/,
    only: /^$/,
    instead: "take it from kernel/node-http.ts, which doesn't load undici into each thread",
  },
  {
    files: source.filter((file) => file.includes("/test/") && read(file).includes('from "fast-check"')),
    pattern: /\bDate\.now\(|\bnew Date\(\)|\bsystemClock\b/,
    only: /^$/,
    instead: "give a property a fixed time: its seed must fail again on any other day",
  },
  {
    files: source.filter((file) => file.includes("/src/")),
    pattern: /\bexport \*/,
    only: /^$/,
    instead: "name what is exported",
  },
  {
    files: source.filter((file) => file !== "scripts/tidy.mjs"),
    pattern: /\b(TODO|FIXME|XXX)\b/,
    only: /^$/,
    instead: "do it, or open an issue",
  },
];
for (const { files, pattern, only, instead } of places) {
  for (const file of files.filter((each) => !only.test(each))) {
    read(file)
      .split("\n")
      .forEach((line, index) => {
        if (pattern.test(line) && !line.trim().startsWith("*") && !line.trim().startsWith("//"))
          problem(file, index + 1, `${pattern.source}: ${instead}`);
      });
  }
}

for (const file of source) {
  if (/(service|manager|helper|util)s?\.(ts|tsx|mjs)$/i.test(basename(file)) && !/\/(services|service)\.ts$/.test(file))
    problem(file, 0, "name the file after what it does");
  const lines = read(file).split("\n").length;
  const linesMax = /\.test\.tsx?$/.test(file) ? TEST_LINES_MAX : FILE_LINES_MAX;
  if (lines - 1 > linesMax) problem(file, 0, `${lines - 1} lines; at most ${linesMax}: it does more than one thing`);
}

/** Functions that don't fit on a screen. */
for (const file of source.filter((each) => /\.(ts|tsx|mjs)$/.test(each))) {
  const tree = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const visit = (node) => {
    const isFunction =
      ts.isFunctionDeclaration(node) ||
      ts.isArrowFunction(node) ||
      ts.isFunctionExpression(node) ||
      ts.isMethodDeclaration(node);
    // A function that holds tests, or what they share, is a list, not something one reads from top to bottom.
    const isSuite = isFunction && file.includes("/test/") && /\b(it|before|beforeEach)\(/.test(node.getText(tree));
    if (isFunction && !isSuite && node.body) {
      const from = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line;
      // What documents the members of an object is no code that one has to follow.
      const lines = node
        .getText(tree)
        .split("\n")
        .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line)).length;
      if (lines > FUNCTION_LINES_MAX)
        problem(file, from + 1, `a function of ${lines} lines; at most ${FUNCTION_LINES_MAX}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  if (file === "scripts/tidy-names.mjs") continue;
  for (const { word, line, text } of bannedNames(tree)) badName(word, file, line, text);
}
for (const file of sharedNames(source)) badName("file name", file, 0, "another file of the module has this name");

/** Paths that the documents name and places that they link to must exist, and each document has one title. */
for (const file of tracked.filter((each) => each.endsWith(".md"))) {
  const text = read(file);
  const titles = text.replace(/```[\s\S]*?```/g, "").match(/^# .+$/gm) ?? [];
  if (titles.length !== 1) problem(file, 0, `${titles.length} titles; one`);
  for (const [, path] of text.matchAll(/`((?:packages|openapi|scripts|examples|docs|\.ci)\/[\w./-]+)`/g)) {
    if (!existsSync(join(root, path)) && !existsSync(join(root, dirname(file), path)))
      problem(file, 0, `names ${path}, which isn't there`);
  }
  for (const [, path] of text.matchAll(/`([a-z][\w-]*\/[\w./-]+\.test\.tsx?)`/g))
    if (!path.startsWith("packages/") && !existsSync(join(root, "packages/daemon/test", path)))
      problem(file, 0, `names the test ${path}, which isn't there`);
  // The page of a package is shown away from the repository, where nothing else of it is.
  const isPublished = /^packages\/(cli|daemon|sdk)\/README\.md$/.test(file);
  for (const [, link] of withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/i.test(link)) continue;
    const [path, anchor] = link.split("#");
    const target = path === "" ? file : join(dirname(file), path);
    if (isPublished && path !== "") problem(file, 0, `links to ${link}, which isn't published with it`);
    else if (!existsSync(join(root, target))) problem(file, 0, `links to ${link}, which isn't there`);
    else if (anchor && !anchors(target).includes(anchor))
      problem(file, 0, `links to ${link}, a heading that isn't there`);
  }
}

function withoutCode(markdown) {
  return markdown.replace(/```[\s\S]*?```/g, "").replace(/`[^`\n]*`/g, "");
}

/** What a link may name of a page, as GitHub makes it of the headings. */
function anchors(file) {
  const headings = read(file)
    .replace(/```[\s\S]*?```/g, "")
    .matchAll(/^#{1,6} (.+)$/gm);
  return [...headings].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}

const allowed = JSON.parse(readFileSync(REMAINING, "utf8"));
for (const [word, found] of badNames) if (found.length > (allowed[word] ?? 0)) problems.push(...found);
if (process.argv.includes("--update")) {
  const counts = [...badNames].map(([word, found]) => [word, Math.min(found.length, allowed[word] ?? found.length)]);
  const left = counts.filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(REMAINING, `${JSON.stringify(Object.fromEntries(left), null, 2)}\n`);
}

for (const each of problems) console.log(each);
process.exitCode = problems.length > 0 ? 1 : 0;
