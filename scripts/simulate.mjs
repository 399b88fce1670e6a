// Plays the pipeline in a simulated world of faults: npm run simulate [SEEDS [FROM]], 10,000 where no number is given.
// FROM is the first seed; others than the usual ones have been in nobody's sight.
// TOCSIN_TEST_SEED=NUMBER replays one seed and prints its history.
import { runMocha } from "./mocha.mjs";
import { numberOf } from "./number-option.mjs";

const seeds = numberOf("seeds", process.argv[2] ?? "10000", { isWhole: true });
process.env.TOCSIN_TEST_SEEDS = String(seeds);
if (process.argv[3] !== undefined)
  process.env.TOCSIN_TEST_SEEDS_FROM = String(numberOf("from", process.argv[3], { isWhole: true }));
process.exitCode = await runMocha(["--exit", "test/simulation/simulation.test.ts"]);
