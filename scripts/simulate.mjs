// Plays the pipeline in a simulated world of faults: npm run simulate [SEEDS], 10,000 where no number is given.
// TOCSIN_TEST_SEED=NUMBER replays one seed and prints its history.
import { runMocha } from "./mocha.mjs";
import { numberOf } from "./number-option.mjs";

const seeds = numberOf("seeds", process.argv[2] ?? "10000", { isWhole: true });
process.env.TOCSIN_TEST_SEEDS = String(seeds);
process.exitCode = await runMocha(["--exit", "test/simulation/simulation.test.ts"]);
