// Asks every operation with hostile values for as long as it is told: npm run fuzz [SECONDS], an hour where none is given.
// TOCSIN_TEST_SEED=NUMBER repeats a run.
import { runMocha } from "./mocha.mjs";
import { numberOf } from "./number-option.mjs";

const seconds = numberOf("seconds", process.argv[2] ?? "3600", { isWhole: true });
process.env.TOCSIN_FUZZ_SECONDS = String(seconds);
process.exitCode = await runMocha(["--exit", "test/fuzz/operations.test.ts"], { withinMs: (seconds + 900) * 1000 });
