// Writes docs/commands.md from the commands themselves: node scripts/commands.mjs. With --check it fails where the
// page is old, or where a command lacks a summary or an example.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./run.mjs";

const cli = path.join(root, "packages/cli");
const load = (file) => import(pathToFileURL(path.join(cli, file)).href);
const { runFromSource } = await load("bin/from-source.js");
runFromSource();
const { Config, settings } = await import("@oclif/core");
const { helpTopics } = await load("src/help-topics.ts");
settings.enableAutoTranspile = false;

const pjson = JSON.parse(await readFile(path.join(cli, "package.json"), "utf8"));
Object.assign(pjson.oclif, { commands: "./src/commands", helpClass: "./src/help.ts" });
const config = await Config.load({ root: cli, pjson, ignoreManifest: true, errorOnManifestCreate: true });
const commands = config.plugins.get(pjson.name).manifest.commands;

const file = path.join(root, "docs/commands.md");
const wanted = page();
const lacking = Object.values(commands).filter(
  ({ hidden, summary, examples }) => !hidden && !(summary && examples?.length),
);
for (const { id } of lacking) console.error(`${words(id)} lacks a summary or an example.`);
if (lacking.length > 0) process.exitCode = 1;
if (process.argv.includes("--check")) {
  if ((await readFile(file, "utf8").catch(() => "")) !== wanted) {
    console.error("docs/commands.md is old: npm run generate");
    process.exitCode = 1;
  }
} else await writeFile(file, wanted);

function page() {
  const shown = Object.values(commands)
    .filter(({ hidden }) => !hidden)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const topics = Map.groupBy(shown, ({ id }) => (id.includes(":") ? id.split(":")[0] : ""));
  const sections = [...topics].map(([topic, members]) => {
    const title = topic === "" ? "tocsin" : `tocsin ${topic}`;
    const about = topic === "" ? "" : `${pjson.oclif.topics[topic]?.description ?? ""}\n\n`;
    return `## ${title}\n\n${about}${members.map(section).join("\n")}`;
  });
  const shared = Object.entries(helpTopics).map(
    ([name, { summary, text }]) =>
      `### ${name}\n\n${summary}\n\n${text.includes("\n  ") || text.startsWith("  ") ? `\`\`\`text\n${text}\n\`\`\`` : text}\n`,
  );
  return `# Commands\n\nGenerated from the commands; do not edit: npm run generate. Every command but completion takes \`--json\`, and all take \`--profile NAME\`, \`--no-color\` and \`--no-input\`.\n\n${sections.join("\n")}\n## Shared topics\n\n${shared.join("\n")}`;
}

function section({ id, aliases, summary, description, args, flags, examples, usage, strict }) {
  const typed = usage
    ? [usage].flat().map(fill).join("\n")
    : [words(id), ...Object.values(args).map(argument), strict === false ? "…" : ""].filter(Boolean).join(" ");
  const rows = Object.values(flags)
    .filter(({ name, hidden }) => !hidden && !["json", "profile"].includes(name))
    .map((flag) => `| \`${flagName(flag)}\` | ${cell(flag.summary ?? flag.description ?? "")}${defaultOf(flag)} |`);
  const argRows = Object.values(args).map(
    (arg) => `| \`${arg.name.toUpperCase()}\` | ${cell(arg.description ?? "")} |`,
  );
  const table = [...argRows, ...rows];
  return [
    `### ${words(id)}`,
    ...(aliases?.length ? [`Also \`${aliases.map(words).join("`, `")}\`.`] : []),
    fill(summary ?? ""),
    ...(description ? [fenced(fill(description))] : []),
    // Where there is nothing to fill in, the usage is an example too.
    `\`\`\`sh\n${[...new Set([`tocsin ${typed}`, ...(examples ?? []).map(example)])].join("\n")}\n\`\`\``,
    ...(table.length ? [`| | |\n|---|---|\n${table.join("\n")}`] : []),
    "",
  ].join("\n\n");
}

function words(id) {
  return id.replaceAll(":", " ");
}

function fill(text) {
  return text.replaceAll("<%= config.bin %>", "tocsin").replaceAll("<%= command.id %>", "");
}

/** Paragraphs that are set in are drawn as they are. */
function fenced(text) {
  return text
    .split("\n\n")
    .map((part) => (part.split("\n").every((line) => line.startsWith("  ")) ? `\`\`\`text\n${part}\n\`\`\`` : part))
    .join("\n\n");
}

function example(each) {
  return typeof each === "string" ? fill(each) : `# ${fill(each.description ?? "")}\n${fill(each.command)}`;
}

function argument({ name, required, options }) {
  const shown = options ? options.join("|") : name.toUpperCase();
  return required ? shown : `[${shown}]`;
}

function flagName({ name, char, type, helpValue, options, allowNo }) {
  const value =
    type === "boolean"
      ? ""
      : ` ${options ? options.join("|") : ([helpValue].flat()[0] ?? "VALUE").replace(/^<|>$/g, "")}`;
  return `${char ? `-${char}, ` : ""}--${allowNo ? "[no-]" : ""}${name}${value.replaceAll("|", "\\|")}`;
}

function defaultOf({ default: value, type }) {
  return value === undefined || typeof value === "function" || type === "boolean" ? "" : ` Default \`${value}\`.`;
}

function cell(text) {
  return fill(text).replaceAll("\n", " ").replaceAll("|", "\\|");
}
