// How generated companies stand on the scoreboard: faults in some, nothing but daily life in others.
import { inThreads } from "../healthy/in-threads.mjs";
import { figure, table } from "../table.mjs";
import { summarise } from "./score-world.mjs";

/** The family that nothing was developed or chosen with. */
const FAMILY = "report";
const SEEDS = [611, 745, 897];
const FAULTY = { services: 16, hours: 24, everyMinutes: 40 };
const QUIET = { services: 20, hours: 36, everyMinutes: 0 };
const MODULE = new URL("./run-world.mjs", import.meta.url).href;

async function run(_, { family = FAMILY, seeds = SEEDS } = {}) {
  const shapes = seeds.flatMap((seed) => [
    { family, seed, ...FAULTY },
    { family, seed: seed + 1000, ...QUIET },
  ]);
  const results = await inThreads("runWorld", shapes, MODULE);
  const faulty = results.filter(({ isFaulty }) => isFaulty);
  const quiet = results.filter(({ isFaulty }) => !isFaulty);
  return { family, seeds, faulty: summarise(faulty), quiet: summarise(quiet), results };
}

const rowsOf = ({ faulty, quiet, seeds }) => [
  { measure: "faults with an effect seen within 5 minutes", cases: faulty.faults, value: faulty.within5 },
  { measure: "the same, within 15 minutes", cases: faulty.faults, value: faulty.within15 },
  {
    measure: "gross faults of hours 1 to 3 within 5 minutes",
    cases: faulty.earlyGross.faults,
    value: faulty.earlyGross.within5,
  },
  { measure: "the right service or its caller named", cases: faulty.faults, value: faulty.rightService },
  { measure: "incidents a fault", cases: faulty.faults, value: faulty.incidentsAFault },
  {
    measure: "false HIGH or CRITICAL a day of 20 services, first day",
    cases: seeds.length,
    value: quiet.falseWaking.firstDay,
  },
  { measure: "the same, later", cases: seeds.length, value: quiet.falseWaking.later },
  { measure: "false MEDIUM a day of 20 services, first day", cases: seeds.length, value: quiet.falseMedium.firstDay },
  { measure: "the same, later", cases: seeds.length, value: quiet.falseMedium.later },
  { measure: "false LOW a day of 20 services, first day", cases: seeds.length, value: quiet.falseLow.firstDay },
  { measure: "the same, later", cases: seeds.length, value: quiet.falseLow.later },
];

export const worldBoard = {
  name: "world",
  folder: null,
  run,
  digits: 2,
  rows: rowsOf,
  tables: ({ faulty }) => ({
    world: table(
      ["kind of fault", "times", "within 5 minutes", "ever"],
      Object.entries(faulty.kinds).map(([kind, { times, within5, ever }]) => [
        kind,
        times,
        figure(within5, 0),
        figure(ever, 0),
      ]),
    ),
  }),
  /** Nothing of single cases: the family that is reported is not looked into. */
  lines: ({ family, faulty }) => `family ${family}: ${faulty.faults} faults`,
  predictions: () => ({}),
};
