// Runs tests of the daemon outside of `npm test`, without its configuration.
import { join } from "node:path";
import { root, run } from "./run.mjs";

const FLAGS = ["--no-config", "--node-option=conditions=tocsin-source", "--require=../../scripts/temporary-folder.mjs"];

/** `args`: files in the daemon's package, and more of mocha's flags. Resolves with the exit code. */
export async function runMocha(args, { withinMs = 0 } = {}) {
  const { code } = await run("node", [join(root, "node_modules/mocha/bin/mocha.js"), ...FLAGS, ...args], {
    cwd: join(root, "packages/daemon"),
    withinMs,
  });
  return code;
}
