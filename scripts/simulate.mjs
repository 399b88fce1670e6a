// Plays the pipeline in a simulated world of faults: npm run simulate [SEEDS], 10,000 where no number is given.
// TOCSIN_TEST_SEED=NUMBER replays one seed and prints its history.
import { join } from "node:path";
import { numberOf } from "./number-option.mjs";
import { root, run } from "./run.mjs";

const seeds = numberOf("seeds", process.argv[2] ?? "10000", { isWhole: true });
process.env.TOCSIN_TEST_SEEDS = String(seeds);

const { code } = await run(
  "node",
  [
    join(root, "node_modules/mocha/bin/mocha.js"),
    "--no-config",
    "--node-option=conditions=tocsin-source",
    "--require=../../scripts/temporary-folder.mjs",
    "--exit",
    "test/simulation/simulation.test.ts",
  ],
  { cwd: join(root, "packages/daemon") },
);
process.exitCode = code;
