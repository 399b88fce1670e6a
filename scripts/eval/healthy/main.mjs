// Prints what opens on healthy days, on days with faults, and in the normal parts of public sets.
//   npm run eval:healthy -- [--seeds 1,2,3] [--days 1] [--warm-up 7] [--services 20] [--faults] [--data FOLDER] [--json]
import { parseArgs } from "node:util";
import { run as runNormalParts } from "./normal-parts.mjs";
import { run, runFaults } from "./run.mjs";

function tell({ results, incidentsADay, byRule }) {
  for (const { seed, events, learning, openings } of results) {
    console.log(`seed ${seed}: ${openings.length} incidents in ${events} events (${learning} while learning)`);
    for (const { at, ruleId, title, description } of openings)
      console.log(`  ${at} ${ruleId}: ${title}\n      ${description}`);
  }
  console.log(`${incidentsADay.toFixed(2)} incidents a day`, byRule);
}

function tellFaults({ faults, found, results }) {
  for (const { seed, kind, service, minutes, ruleIds } of results)
    console.log(
      `seed ${seed}: ${kind.padEnd(16)} ${service.padEnd(20)} ${minutes === null ? "not found" : `after ${minutes.toFixed(0)} min by ${ruleIds.join(", ")}`}`,
    );
  console.log(`${found} of ${faults} faults found`);
}

function tellNormalParts(sets) {
  for (const { name, parts, hours, incidents, byRule, results } of sets) {
    console.log(`${name}: ${incidents} incidents in ${hours.toFixed(1)} hours of ${parts} parts`, byRule);
    for (const { id, openings } of results)
      for (const { at, ruleId, title } of openings) console.log(`  ${id} ${at} ${ruleId}: ${title}`);
  }
}

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1,2,3" },
    days: { type: "string", default: "1" },
    "warm-up": { type: "string", default: "7" },
    services: { type: "string", default: "20" },
    faults: { type: "boolean", default: false },
    /** The public sets, whose normal parts are replayed in place of generated days. */
    data: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const shape = {
  seeds: values.seeds.split(",").map(Number),
  warmUpDays: Number(values["warm-up"]),
  services: Number(values.services),
};

function measured() {
  if (values.data !== undefined) return { result: runNormalParts(values.data), told: tellNormalParts };
  if (values.faults) return { result: runFaults(shape), told: tellFaults };
  return { result: run({ ...shape, days: Number(values.days) }), told: tell };
}

const { result, told } = measured();
if (values.json) console.log(JSON.stringify(result));
else told(result);
