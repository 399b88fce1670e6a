// Asks every operation with hostile values for as long as it is told: npm run fuzz [SECONDS], an hour where none is given.
// TOCSIN_TEST_SEED=NUMBER repeats a run.
import { join } from "node:path";
import { root, run } from "./run.mjs";

const seconds = Number(process.argv[2] ?? 3600);
if (!Number.isSafeInteger(seconds) || seconds < 1)
  throw new Error("Usage: npm run fuzz [SECONDS], a whole number from 1 on.");
process.env.TOCSIN_FUZZ_SECONDS = String(seconds);

const { code } = await run(
  "node",
  [
    join(root, "node_modules/mocha/bin/mocha.js"),
    "--no-config",
    "--node-option=conditions=tocsin-source",
    "--require=../../scripts/temporary-folder.mjs",
    "--exit",
    "test/fuzz/operations.test.ts",
  ],
  { cwd: join(root, "packages/daemon"), withinMs: (seconds + 900) * 1000 },
);
process.exitCode = code;
