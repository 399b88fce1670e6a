// Writes docs/settings.md from the settings as the daemon declares them; with --check it compares instead.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { settings } from "../packages/daemon/src/app/config/settings.ts";
import { root } from "./run.mjs";

const path = join(root, "docs/settings.md");
const shown = (fallback) => {
  if (fallback === undefined || (Array.isArray(fallback) && fallback.length === 0)) return "";
  return `\`${Array.isArray(fallback) ? fallback.map((each) => each.name ?? each).join(",") : fallback}\``;
};
const rows = Object.entries(settings).map(
  ([name, { env, fallback, sentence }]) => `| \`${env}\` | \`${name}\` | ${shown(fallback)} | ${sentence} |`,
);
const text = `# Settings

Every setting is an environment variable, or a line under the name in the second column in a YAML file that is given by \`tocsind --config FILE\`. The environment wins. A setting that is unknown or out of range stops the start with one line that names it.

| variable | in a file | default | meaning |
|---|---|---|---|
${rows.join("\n")}
`;

if (!process.argv.includes("--check")) writeFileSync(path, text);
else if (readFileSync(path, "utf8") !== text) {
  console.log("docs/settings.md is not what the settings say; run npm run generate.");
  process.exitCode = 1;
}
