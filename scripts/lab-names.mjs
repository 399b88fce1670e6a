// Finds names that the lab uses and the product doesn't have: node scripts/lab-names.mjs. The lab is plain JavaScript,
// so a renamed field would be `undefined` there, and a benchmark would measure nothing.
import { run } from "./run.mjs";

/** A missing module, export or property of a known type. Other errors say that a literal has a wider type. */
const MISSING_NAME = /error TS(?:2305|2307|2339|2551|2724):(?!.*(?:'unknown'|\/dist\/))/;

const { output } = await run("tsc", ["-p", "packages/lab", "--pretty", "false"], { quiet: true });
const missing = output.split("\n").filter((line) => MISSING_NAME.test(line));
for (const line of missing) console.log(line);
if (missing.length > 0) process.exitCode = 1;
