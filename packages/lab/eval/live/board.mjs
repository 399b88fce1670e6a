// How generated companies stand on the scoreboard: faults in some, nothing but daily life in others.
import { inThreads } from "../healthy/in-threads.mjs";
import { table } from "../table.mjs";
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
  {
    measure: "the right service or its caller named, by the incident or its family",
    cases: faulty.faults,
    value: faulty.rightService,
  },
  { measure: "the same, by the first incident alone", cases: faulty.faults, value: faulty.rightFirst },
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
  /** No kinds of faults: the family that is reported is not looked into. */
  tables: ({ results }) => ({
    world: table(
      ["companies", "number", "services each", "hours each", "events", "faults with an effect"],
      [true, false].map((isFaulty) => {
        const those = results.filter((result) => result.isFaulty === isFaulty);
        const { services, hours } = isFaulty ? FAULTY : QUIET;
        const sum = (read) => those.reduce((total, result) => total + read(result), 0);
        const events = `${(sum((result) => result.events) / 1e6).toFixed(1)} million`;
        return [
          isFaulty ? "with faults" : "without",
          those.length,
          services,
          hours,
          events,
          sum(({ faults }) => faults.length),
        ];
      }),
    ),
  }),
  lines: ({ family, faulty }) => `family ${family}: ${faulty.faults} faults`,
  predictions: () => ({}),
};
