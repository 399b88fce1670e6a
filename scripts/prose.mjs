// Checks the sentences of documents, help texts, descriptions and comments: node scripts/prose.mjs [FILE …].
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TextlintKernel } from "@textlint/kernel";
import markdown from "@textlint/textlint-plugin-markdown";
import { commentsAsMarkdown } from "./prose/comments.mjs";
import { rules } from "./prose/rules.mjs";
import { root } from "./run.mjs";

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

/** The comments of the SDK's areas are written by hand, in openapi/. */
const sources = () => [
  ...listed("packages/*/src/*.ts", "packages/*/src/*.tsx").filter((file) => !file.includes("/generated/")),
  "packages/sdk/src/areas/generated/areas.gen.ts",
];

const isSource = (file) => /\.tsx?$/.test(file);

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
  const paths = new Map();
  for (const { path, text } of descriptions(JSON.parse(readFileSync(join(root, file), "utf8"))))
    if (!paths.has(text)) paths.set(text, path);
  const problems = [];
  for (const [text, path] of paths)
    for (const problem of await problemsIn(file, text)) problems.push({ ...problem, text: `${path} ${problem.text}` });
  return problems;
}

const wanted = process.argv.slice(2);
const interfaces = ["packages/daemon/generated/core.json", "packages/daemon/generated/ingestion.json"];
for (const file of [...documents(), ...interfaces, ...sources()]) {
  if (wanted.length > 0 && !wanted.some((path) => file === path || file.startsWith(`${path}/`))) continue;
  const text = readFileSync(join(root, file), "utf8");
  const found = interfaces.includes(file)
    ? await problemsOfInterface(file)
    : await problemsIn(file, isSource(file) ? commentsAsMarkdown(text) : text);
  for (const { line, text: problem } of found) console.log(`${file}:${line}: ${problem}`);
  if (found.length > 0) process.exitCode = 1;
}
