// Checks the sentences of documents, help texts and descriptions: node scripts/prose.mjs [--list] [--update] [FILE …].
// Files that don't pass yet are counted in prose/remaining.json; the counts can only shrink (--update lowers them).
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TextlintKernel } from "@textlint/kernel";
import markdown from "@textlint/textlint-plugin-markdown";
import { rules } from "./prose/rules.mjs";
import { root } from "./run.mjs";

const REMAINING = join(root, "scripts/prose/remaining.json");
const kernel = new TextlintKernel();
const plugin = { pluginId: "markdown", plugin: markdown.default ?? markdown };

async function problemsIn(name, text) {
  const { messages } = await kernel.lintText(text, {
    filePath: name,
    ext: ".md",
    plugins: [plugin],
    rules: Object.entries(rules).map(([ruleId, rule]) => ({ ruleId, rule })),
  });
  return messages.map(({ line, message, ruleId }) => ({ line, text: `${ruleId}: ${message}` }));
}

/** `docs/commands.md` holds the help texts of all commands; the changelog tells what was, in the words of its time. */
const documents = () =>
  execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "" && file !== "CHANGELOG.md" && existsSync(join(root, file)));

/** Summaries and descriptions of an OpenAPI document, with where each stands. */
function* descriptions(value, path = "") {
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Object.entries(value)) {
    if (key.startsWith("x-") || key === "example" || key === "examples") continue;
    if ((key === "description" || key === "summary") && typeof inner === "string") yield { path, text: inner };
    else yield* descriptions(inner, `${path}/${key}`);
  }
}

async function problemsOfInterface(file) {
  const said = new Map();
  for (const { path, text } of descriptions(JSON.parse(readFileSync(join(root, file), "utf8"))))
    if (!said.has(text)) said.set(text, path);
  const problems = [];
  for (const [text, path] of said)
    for (const problem of await problemsIn(file, text)) problems.push({ ...problem, text: `${path} ${problem.text}` });
  return problems;
}

const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith("--"));
const interfaces = ["packages/daemon/generated/core.json", "packages/daemon/generated/ingestion.json"];
const remaining = JSON.parse(readFileSync(REMAINING, "utf8"));
const counts = {};
let failed = false;
for (const file of [...documents(), ...interfaces].filter((each) => wanted.length === 0 || wanted.includes(each))) {
  const problems = interfaces.includes(file)
    ? await problemsOfInterface(file)
    : await problemsIn(file, readFileSync(join(root, file), "utf8"));
  if (problems.length > 0) counts[file] = problems.length;
  const isWorse = problems.length > (remaining[file] ?? 0);
  if (isWorse) failed = true;
  if (isWorse || args.includes("--list")) {
    for (const { line, text } of problems) console.log(`${file}:${line}: ${text}`);
    console.log(`${file}: ${problems.length} problems, at most ${remaining[file] ?? 0} are allowed`);
  }
}
if (args.includes("--update") && wanted.length === 0) {
  const lowered = Object.entries(counts).map(([file, count]) => [file, Math.min(count, remaining[file] ?? count)]);
  writeFileSync(REMAINING, `${JSON.stringify(Object.fromEntries(lowered.sort()), null, 2)}\n`);
} else if (failed) process.exitCode = 1;
