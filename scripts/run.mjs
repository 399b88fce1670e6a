// Runs a command with what it prints going through, and gives back its exit code and its output. After `withinMs`, where
// that isn't 0, the command is told to end.
import { spawn } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The commands of this repository's packages, with its own Node before any other on the path. */
const path = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);

/** As timeout(1) has it. */
const TIMED_OUT = 124;

export function run(command, args, { cwd = root, env = {}, quiet = false, withinMs = 0 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env, PATH: path },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: withinMs,
      // What mocha hands on to the process that it starts.
      killSignal: "SIGINT",
    });
    let output = "";
    const take = (chunk, to) => {
      output += chunk;
      if (!quiet) to.write(chunk);
    };
    child.stdout.on("data", (chunk) => take(chunk, process.stdout));
    child.stderr.on("data", (chunk) => take(chunk, process.stderr));
    child.on("error", (error) => resolve({ code: 127, output: String(error) }));
    child.on("close", (code) => resolve({ code: child.killed ? TIMED_OUT : (code ?? 1), output }));
  });
}
