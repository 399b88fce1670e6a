// Everything that can be said about the code without running it: node scripts/check.mjs [STEP …].
import { readFileSync } from "node:fs";
import { run } from "./run.mjs";

/** A step that prints a file's path: the file must name this. */
const lists = (name) => (output) =>
  readFileSync(output.split(":")[0], "utf8").includes(`"${name}"`) ? undefined : `it doesn't list ${name}`;

/** Fewer would mean that the tool no longer sees the TypeScript files, and passes for that. */
const MODULES_MIN = 150;

const steps = [
  { name: "error codes are documented", command: ["node", "scripts/error-codes.mjs", "--check"] },
  { name: "generated code is up to date", command: ["node", "scripts/generate.mjs", "--check"] },
  { name: "settings are documented", command: ["node", "scripts/settings.mjs", "--check"] },
  { name: "commands are documented", command: ["node", "scripts/commands.mjs", "--check"] },
  { name: "types", command: ["tsc", "-b", "--force"] },
  { name: "names that the lab uses", command: ["node", "scripts/lab-names.mjs"] },
  { name: "lint and format", command: ["biome", "ci", "--colors=off", "."] },
  {
    name: "import direction",
    command: ["depcruise", "packages", "--config", ".dependency-cruiser.cjs"],
    also: (output) => {
      const seen = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
      return seen >= MODULES_MIN
        ? undefined
        : `only ${seen} modules were seen, where there are more than ${MODULES_MIN}`;
    },
  },
  { name: "the map of the modules is drawn", command: ["node", "scripts/module-map.mjs", "--check"] },
  { name: "no folder cycles", command: ["node", "scripts/folder-cycles.mjs"] },
  { name: "dead code", command: ["knip", "--no-config-hints"] },
  { name: "OpenAPI documents", command: ["node", "scripts/lint-openapi.mjs"] },
  { name: "house rules", command: ["node", "scripts/tidy.mjs"] },
  { name: "sentences and words of documents", command: ["node", "scripts/prose.mjs"] },
  { name: "commit messages", command: ["node", "scripts/commit-messages.mjs"] },
  { name: "licences of dependencies", command: ["node", "scripts/licences.mjs"] },
  { name: "tests that the threat model names", command: ["node", "scripts/threat-model.mjs"] },
  { name: "bill of materials", command: ["node", "scripts/sbom.mjs"], also: lists("better-sqlite3") },
  { name: "packages as published", command: ["node", "scripts/check-packages.mjs"] },
];

const wanted = process.argv.slice(2).join(" ");
let failed = 0;
for (const { name, command, also } of steps.filter((step) => step.name.includes(wanted))) {
  const [program, ...args] = command;
  const began = performance.now();
  const { code, output } = await run(program, args, { quiet: true });
  const problem = code === 0 ? also?.(output) : output.trim();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${problem === undefined ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
  if (problem === undefined) continue;
  failed += 1;
  console.log(problem);
}
process.exitCode = failed > 0 ? 1 : 0;
