// Options and help of `npm run eval`.
import { parseArgs } from "node:util";
import { numberOf } from "../../../scripts/number-option.mjs";

export const HELP = `Runs public benchmarks through detection, correlation and diagnosis, and prints a scoreboard.
What the figures mean: docs/scoreboard.md.

  npm run eval -- [--only nab,loghub] [--details] [--predictions FOLDER] [--write]
  npm run --silent eval -- --json > eval.json       # without --silent npm says the command's name on stdout, too

  --only A,B            some of the sets, by name or folder
  --details             more tables, and what was said of each case
  --json                everything, as one line for a program
  --predictions FOLDER  what was said of each row, line and case, for other scorers: a file for each set
  --write               put the figures into docs/scoreboard.md, with --only those of these sets; wants the days below as they are

Of the generated days of healthy and faults:
  --seeds 1,2,3         which days; their seeds
  --days 1              how many days of each are judged (healthy)
  --warm-up 7           days before them, which teach
  --services 20         how many services there are

Of the generated companies of world:
  --family report       develop, choose or report: what nothing was developed or chosen with

The data is read from the folder that TOCSIN_EVAL_DATA names, else from ../shared/data beside the checkout. What isn't
there is passed over, and said so.`;

const FAMILIES = ["develop", "choose", "report"];

/** @satisfies {import("node:util").ParseArgsConfig["options"]} */
const OPTIONS = /** @type {const} */ ({
  only: { type: "string" },
  json: { type: "boolean", default: false },
  details: { type: "boolean", default: false },
  predictions: { type: "string" },
  write: { type: "boolean", default: false },
  seeds: { type: "string" },
  days: { type: "string" },
  "warm-up": { type: "string" },
  services: { type: "string" },
  family: { type: "string" },
  help: { type: "boolean", default: false },
});

/**
 * `only` is a list of names, or undefined for all; `shape` holds what was said of the generated days and nothing else.
 * @throws in words for people where something is unknown, out of range or doesn't go together
 */
export function readOptions(argv) {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const { only, seeds, days, "warm-up": warmUpDays, services, family, ...rest } = values;
  const shape = {
    ...(family !== undefined && { family: oneOf("family", family, FAMILIES) }),
    ...(seeds !== undefined && { seeds: seeds.split(",").map((seed) => numberOf("seeds", seed, { isWhole: true })) }),
    ...(days !== undefined && { days: numberOf("days", days) }),
    ...(warmUpDays !== undefined && { warmUpDays: numberOf("warm-up", warmUpDays) }),
    ...(services !== undefined && { services: numberOf("services", services, { isWhole: true }) }),
  };
  if (rest.write && Object.keys(shape).length > 0)
    throw new Error(
      "--write wants the days as they are: leave --seeds, --days, --warm-up, --services and --family away.",
    );
  return { ...rest, only: only?.split(","), shape };
}

function oneOf(name, value, known) {
  if (known.includes(value)) return value;
  throw new Error(`--${name} is one of ${known.join(", ")}, not ${JSON.stringify(value)}.`);
}
