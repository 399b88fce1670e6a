// A day of twenty healthy services through the product's replay: what would have opened, by detector. And a day with
// faults in the same traffic, so that quiet isn't bought with blindness.
import { builtInRules } from "../../../daemon/src/app/config/detection-rules.ts";
import { countBy, openingOf, openingsIn } from "../replaying.mjs";
import { createChance } from "./chance.mjs";
import { planFaults } from "./faults.mjs";
import { createFleet } from "./fleet.mjs";
import { inThreads } from "./in-threads.mjs";
import { trafficOf } from "./traffic.mjs";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Monday; seeds begin on different days of the week. */
const MONDAY = Date.UTC(2026, 4, 4);

function daysOf({ seed, days, warmUpDays, services }) {
  const from = MONDAY + (seed % 7) * DAY;
  const judgedFrom = from + warmUpDays * DAY;
  return { fleet: createFleet(seed, services), from, judgedFrom, until: judgedFrom + days * DAY };
}

export function runSeed({ seed, rules, ...shape }) {
  const { fleet, from, judgedFrom, until } = daysOf({ seed, ...shape });
  const { events, episodes } = openingsIn(trafficOf(fleet, { from, until, seed }), rules, until);
  const openings = episodes.filter(({ openedAt }) => openedAt >= judgedFrom).map(openingOf);
  return { seed, events, learning: episodes.length - openings.length, openings };
}

/** Openings of healthy days: each is a false alarm. */
export async function run({ seeds = [1, 2, 3], days = 1, warmUpDays = 7, services = 20, rules = builtInRules() } = {}) {
  const shapes = seeds.map((seed) => ({ seed, days, warmUpDays, services, rules }));
  const results = await inThreads("runSeed", shapes);
  const openings = results.flatMap((result) => result.openings);
  const hours = seeds.length * days * 24;
  return {
    seeds,
    days,
    services,
    hours,
    incidents: openings.length,
    byRule: countBy(openings, ({ ruleId }) => ruleId),
    results,
  };
}

/** Where a fault shows: at its service, from its begin until it is over. */
function foundBy(fault, episodes) {
  const found = episodes.filter(
    ({ first, openedAt }) =>
      first.service === fault.service && openedAt >= fault.at && openedAt < fault.until + 5 * MINUTE,
  );
  const soonest = found[0];
  return {
    kind: fault.kind,
    service: fault.service,
    at: new Date(fault.at).toISOString(),
    isFound: soonest !== undefined,
    minutes: soonest === undefined ? null : (soonest.openedAt - fault.at) / MINUTE,
    ruleIds: [...new Set(found.map(({ first }) => first.ruleId))],
  };
}

export function runFaultySeed({ seed, rules, ...shape }) {
  const { fleet, from, judgedFrom, until } = daysOf({ seed, days: 1, ...shape });
  const faults = planFaults(fleet, judgedFrom, createChance(seed * 31 + 5));
  const { episodes } = openingsIn(trafficOf(fleet, { from, until, seed, faults }), rules, until);
  return faults.map((fault) => ({ seed, ...foundBy(fault, episodes) }));
}

/** A day with faults: how many are found, and after how many minutes. */
export async function runFaults({ seeds = [1, 2, 3], warmUpDays = 7, services = 20, rules = builtInRules() } = {}) {
  const shapes = seeds.map((seed) => ({ seed, warmUpDays, services, rules }));
  const faults = (await inThreads("runFaultySeed", shapes)).flat();
  return { faults: faults.length, found: faults.filter(({ isFound }) => isFound).length, results: faults };
}
