import { expect } from "chai";
import { environmentNumber } from "../support/environment-number.ts";
import { type Form, runScenario, type ScenarioResult } from "./scenario.ts";
import type { Bug } from "./simulation.ts";
import { openStorage, type Storage } from "./storage.ts";
import { useVirtualTime } from "./virtual-time.ts";

const FIRST_SEED = 20261123;
const SEEDS = 200;
const RESET_SEEDS = 20;
const FAILURES_MAX = 10;
const PROGRESS_EVERY = 500;

/** A seed's number says in which form it is played, so that the number alone replays it. */
const formOf = (seed: number): Form => {
  if (seed % 10 === 0) return "embedded";
  return seed % 10 === 5 ? "restored" : "distributed";
};

const replayed = environmentNumber("TOCSIN_TEST_SEED", undefined);
const from = environmentNumber("TOCSIN_TEST_SEEDS_FROM", FIRST_SEED);
const seeds =
  replayed === undefined
    ? Array.from({ length: environmentNumber("TOCSIN_TEST_SEEDS", SEEDS) }, (_, index) => from + index)
    : [replayed];
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const reported = (seed: number, { violation, history }: ScenarioResult): string =>
  `TOCSIN_TEST_SEED=${seed}: ${violation}\n${history}`;

describe("the pipeline in a simulated world of faults", function () {
  this.timeout(0);
  let storage: Storage;
  let restore: () => void;
  before(async () => {
    storage = await openStorage();
    restore = useVirtualTime();
  });
  after(async () => {
    restore();
    await storage.close();
  });

  it(`loses and doubles nothing, and keeps the order of each service, over ${seeds.length} seeds from ${seeds[0]} on`, async () => {
    const failures: string[] = [];
    const began = performance.now();
    for (const [index, seed] of seeds.entries()) {
      const printing = replayed === undefined ? {} : { print };
      const result = await runScenario({ seed, storage, form: formOf(seed), ...printing });
      if (result.violation !== undefined) {
        failures.push(reported(seed, result));
        // A long run is ended early by people who have seen enough.
        print(reported(seed, result));
      }
      if (failures.length >= FAILURES_MAX) break;
      if ((index + 1) % PROGRESS_EVERY === 0) {
        const perSecond = (((index + 1) * 1000) / (performance.now() - began)).toFixed(1);
        print(`${index + 1} seeds, ${perSecond} a second, ${failures.length} broken`);
      }
    }
    expect(failures.length, failures.join("\n\n")).to.equal(0);
  });

  it(`processes all that the broker gave up while connections were reset, over ${RESET_SEEDS} seeds`, async () => {
    let givenUp = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RESET_SEEDS; seed += 1) {
      const result = await runScenario({ seed, storage, form: "reset" });
      expect(result.violation, reported(seed, result)).to.equal(undefined);
      givenUp += result.givenUp;
    }
    expect(givenUp).to.be.above(100);
  });

  it("plays a seed the same way again", async () => {
    for (const form of ["distributed", "embedded"] as const) {
      const [first, again] = [
        await runScenario({ seed: FIRST_SEED, storage, form }),
        await runScenario({ seed: FIRST_SEED, storage, form }),
      ];
      expect(again).to.deep.equal(first);
      expect(first.acknowledged).to.be.above(0);
    }
  });

  const BUGS: readonly { readonly bug: Bug; readonly form: Form }[] = [
    { bug: "queue begins below the consumed position", form: "restored" },
    { bug: "different numbers of partitions", form: "distributed" },
    { bug: "no lease comparison", form: "distributed" },
    { bug: "acknowledged before the commit", form: "distributed" },
    { bug: "state kept after a lost lease", form: "distributed" },
  ];
  for (const { bug, form } of BUGS) {
    it(`finds the bug "${bug}" within ${SEEDS} seeds when it is put back`, async () => {
      let found: string | undefined;
      for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS && found === undefined; seed += 1)
        found = (await runScenario({ seed, storage, form, bug })).violation;
      expect(found).to.be.a("string");
    });
  }
});
