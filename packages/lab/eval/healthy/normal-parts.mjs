// The parts of the public sets in which nothing is wrong, through the product's replay: what opens there is a false alarm.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { builtInRules } from "../../../daemon/src/app/config/detection-rules.ts";
import { nezhaCases } from "../diagnosis/cases-nezha.mjs";
import { petshopCases } from "../diagnosis/cases-petshop.mjs";
import { rcdCases } from "../diagnosis/cases-rcd.mjs";
import { rootCauseBenchCases } from "../diagnosis/cases-rootcausebench.mjs";
import { nabCorpus, timeOf } from "../nab/corpus.mjs";
import { telemetryOf } from "../nab/live.mjs";
import { countBy, openingOf, openingsIn } from "../replaying.mjs";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What lies before a case's fault; `before` is how long before it is surely healthy. */
function* beforeFaults(cases, before) {
  for (const { id, knownOnset, scene } of cases) {
    const from = scene.grid.start;
    const telemetry = scene.telemetry.filter(({ timestamp: at }) => at >= from && at < knownOnset - before);
    if (telemetry.length > 0) yield { id, telemetry };
  }
}

/** The quiet stretch is laid before each issue of a scenario, and is the same. */
function* onePerSystem(cases) {
  const seen = new Set();
  for (const each of cases) {
    if (seen.has(each.system)) continue;
    seen.add(each.system);
    yield each;
  }
}

/** A file as a series; where a window lies, the alarms are right. */
function* nabFiles(folder) {
  for (const file of nabCorpus(folder))
    yield { id: file.name, telemetry: telemetryOf(file), faulty: file.windows.map((window) => window.map(timeOf)) };
}

const SETS = [
  { name: "petshop", folder: "petshop", parts: (folder) => beforeFaults(onePerSystem(petshopCases(folder)), HOUR) },
  { name: "rcd", folder: "rcd_sockshop", parts: (folder) => beforeFaults(rcdCases(folder), 0) },
  { name: "nezha", folder: "nezha_trainticket", parts: (folder) => beforeFaults(nezhaCases(folder), MINUTE) },
  // The fault begins before the alert that was noticed.
  {
    name: "rootcausebench",
    folder: "rootcausebench",
    parts: (folder) => beforeFaults(rootCauseBenchCases(folder), HOUR),
  },
  { name: "nab", folder: "nab", parts: nabFiles },
];

export const FOLDERS = SETS.map(({ folder }) => folder);

const lies = (at, [from, to]) => at >= from && at <= to;

function runPart({ id, telemetry, faulty = [] }, rules) {
  const inOrder = telemetry.toSorted((a, b) => a.timestamp - b.timestamp);
  const [from, until] = [inOrder[0].timestamp, inOrder.at(-1).timestamp];
  const { episodes } = openingsIn([inOrder], rules, until);
  const openings = episodes.filter(({ openedAt }) => !faulty.some((window) => lies(openedAt, window)));
  const faultyMs = faulty.reduce((sum, [begin, end]) => sum + (end - begin), 0);
  return { id, hours: (until - from - faultyMs) / HOUR, openings: openings.map(openingOf) };
}

function runSet({ name, folder, parts }, dataFolder, rules) {
  const results = [...parts(join(dataFolder, folder))].map((part) => runPart(part, rules));
  const openings = results.flatMap((result) => result.openings);
  const hours = results.reduce((sum, result) => sum + result.hours, 0);
  return {
    name,
    parts: results.length,
    hours,
    incidents: openings.length,
    byRule: countBy(openings, ({ ruleId }) => ruleId),
    results,
  };
}

/** Of each set that is there: how long its normal parts are and what opened in them. */
export const run = (dataFolder, rules = builtInRules()) =>
  SETS.filter(({ folder }) => existsSync(join(dataFolder, folder))).map((set) => runSet(set, dataFolder, rules));
