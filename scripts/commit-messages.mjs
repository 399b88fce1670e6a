// Checks the messages of the commits since the rule exists; a shallow clone has only some of them.
import { execFileSync } from "node:child_process";
import { root, run } from "./run.mjs";

/** The last commit before the rule. */
const BEFORE = "cd6cca3364101983fcf2e5e9e277d0d9c01c4598";

const git = (...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

function firstCommit() {
  try {
    git("merge-base", "--is-ancestor", BEFORE, "HEAD");
    return BEFORE;
  } catch {
    return undefined;
  }
}

const from = firstCommit();
const { code, output } = await run("commitlint", from ? ["--from", from] : ["--last"], { quiet: true });
if (code !== 0) console.log(output.trim());
process.exitCode = code;
