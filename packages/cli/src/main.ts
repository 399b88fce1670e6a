import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { flush, run, settings } from "@oclif/core";
import { explain, printFailure } from "./failure/explain.ts";
import { exitCodes, Failure } from "./failure/failure.ts";
import { loadConfig } from "./load-config.ts";
import { cleanJson } from "./text/clean-text.ts";
import { closestMatch } from "./text/closest-match.ts";
import { programs } from "./text/program-names.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const fromSource = import.meta.url.endsWith(".ts");

/** Runs the command line. It sets the exit code and throws nothing. */
export async function main(typed: readonly string[]): Promise<void> {
  let argv = applyGlobalFlags(typed);
  process.on("SIGINT", () => process.exit(130));
  for (const stream of [process.stdout, process.stderr]) stream.on("error", leaveQuietly);
  // oclif would register a loader for TypeScript, which Node has already.
  settings.enableAutoTranspile = false;
  leaveScriptFolder();
  let known: string[] = [];
  try {
    argv = commandFirst(argv);
    const config = await loadConfig(root, manifest(), fromSource);
    known = config.commands.flatMap(({ id, aliases }) => [id, ...aliases].map((each) => each.replaceAll(":", " ")));
    if (argv[0] === "complete" && argv[1] === "--") {
      const { answerCompletion } = await import("./completion/answer-completion.ts");
      process.stdout.write(await answerCompletion(argv.slice(2), config));
    } else await run(argv, config);
    await flush();
  } catch (error) {
    const helped = helpful(error, argv, known);
    // Commands report their own failures; this one came before a command ran.
    if (!argv.includes("--json")) return printFailure(helped);
    const { json, exitCode } = explain(helped);
    process.stdout.write(`${cleanJson({ error: json }, 2)}\n`);
    process.exitCode = exitCode;
  }
}

/** Replaces global flags by their environment variables, wherever they stand. */
function applyGlobalFlags(typed: readonly string[]): string[] {
  const variables: Readonly<Record<string, string>> = { "--no-color": "NO_COLOR", "--no-input": "TOCSIN_NO_INPUT" };
  const end = typed.includes("--") ? typed.indexOf("--") : typed.length;
  return typed.filter((word, index) => {
    const variable = index < end ? variables[word] : undefined;
    if (variable) process.env[variable] = "1";
    return variable === undefined;
  });
}

/** Moves a profile before the command behind it; without a command the board starts. */
function commandFirst(typed: readonly string[]): string[] {
  const [first = "", value, ...others] = typed;
  if (first === "--profile") {
    const hint = `To see them: ${programs.cli} config profiles`;
    if (value === undefined) throw new Failure("--profile needs the name of a stored login.", exitCodes.usage, hint);
    return withProfile(value, others);
  }
  if (first.startsWith("--profile=")) return withProfile(first.slice("--profile=".length), typed.slice(1));
  return typed.length === 0 ? ["board"] : [...typed];
}

function withProfile(profile: string, typed: readonly string[]): string[] {
  const argv = commandFirst(typed);
  // Help takes no profile.
  if (argv[0] === "help") return argv;
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  return argv.toSpliced(end, 0, "--profile", profile);
}

/** The package file with the commands of src or dist, and the name of the program. */
function manifest() {
  const pjson = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  if (fromSource) Object.assign(pjson.oclif, { commands: "./src/commands", helpClass: "./src/help.ts" });
  pjson.oclif.bin = programs.cli;
  return pjson;
}

/** `npm run` starts scripts in the folder of the checkout; relative paths refer to the folder where it was typed. */
function leaveScriptFolder(): void {
  const { npm_lifecycle_event: script, INIT_CWD: typedIn } = process.env;
  if (script !== "tocsin" || !typedIn) return;
  try {
    process.chdir(typedIn);
  } catch {
    // The folder is gone; paths that need it will fail.
  }
}

/** The reader of a pipe, such as `head`, has closed it. */
function leaveQuietly(error: NodeJS.ErrnoException): void {
  process.exit(error.code === "EPIPE" ? 0 : 1);
}

/** oclif's message has no suggestion. */
function helpful(error: unknown, argv: readonly string[], known: readonly string[]): unknown {
  if (!(error instanceof Error) || !/^command .* not found$/.test(error.message)) return error;
  const words = argv.filter((word) => !word.startsWith("-")).join(" ") || argv.join(" ");
  const guess = closestMatch(words, known);
  error.message = `Unknown command ${JSON.stringify(words)}.${guess ? ` Did you mean: ${programs.cli} ${guess}` : ""}\nAll commands: ${programs.cli} help`;
  return error;
}
