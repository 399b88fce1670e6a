// Checks the sentences of documents, help texts, descriptions and comments: node scripts/prose.mjs [--list] [--update] [FILE …].
// Files that don't pass yet are counted in prose/remaining.json; the counts can only shrink (--update lowers them).
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TextlintKernel } from "@textlint/kernel";
import markdown from "@textlint/textlint-plugin-markdown";
import { commentsAsMarkdown } from "./prose/comments.mjs";
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

const listed = (...patterns) =>
  execFileSync("git", ["ls-files", ...patterns], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "" && existsSync(join(root, file)));

/** `docs/commands.md` holds the help texts of all commands; the changelog tells what was, in the words of its time. */
const documents = () => listed("*.md").filter((file) => file !== "CHANGELOG.md");

const sources = () =>
  listed("packages/*/src/*.ts", "packages/*/src/*.tsx").filter((file) => !file.includes("/generated/"));

/** The comments of a module are counted together: `packages/daemon/src/detect`. */
const isSource = (file) => /\.tsx?$/.test(file);
const counterOf = (file) => (isSource(file) ? file.split("/").slice(0, 4).join("/") : file);

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
const problems = new Map();
for (const file of [...documents(), ...interfaces, ...sources()]) {
  const counter = counterOf(file);
  if (wanted.length > 0 && !wanted.includes(file) && !wanted.includes(counter)) continue;
  const text = readFileSync(join(root, file), "utf8");
  const found = interfaces.includes(file)
    ? await problemsOfInterface(file)
    : await problemsIn(file, isSource(file) ? commentsAsMarkdown(text) : text);
  const lines = found.map(({ line, text: problem }) => `${file}:${line}: ${problem}`);
  problems.set(counter, [...(problems.get(counter) ?? []), ...lines]);
}
for (const [counter, lines] of problems) {
  const isWorse = lines.length > (remaining[counter] ?? 0);
  if (isWorse) process.exitCode = 1;
  if (!isWorse && !args.includes("--list")) continue;
  for (const line of lines) console.log(line);
  console.log(`${counter}: ${lines.length} problems, at most ${remaining[counter] ?? 0} are allowed`);
}
if (args.includes("--update") && wanted.length === 0) {
  const lowered = [...problems]
    .filter(([, lines]) => lines.length > 0)
    .map(([counter, lines]) => [counter, Math.min(lines.length, remaining[counter] ?? lines.length)]);
  writeFileSync(REMAINING, `${JSON.stringify(Object.fromEntries(lowered.sort()), null, 2)}\n`);
  process.exitCode = 0;
}
