// Gives the alerts of several systems, which ring at the same time and don't say whose they are, to faults, by the
// product's built-in correlation and in the order of their times. How far that agrees with the faults that were
// injected is the adjusted Rand index: 1 is the same, 0 is chance.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { createAlertGrouping } from "../../../daemon/test/correlate/alert-grouping.ts";
import { filesBelow, readJson, readJsonLines } from "../files.mjs";
import { agreement } from "./agreement.mjs";

const MINUTE = 60_000;
/** One system's alerts are moved by so much against the others', so that other faults meet. */
const SHIFTS = [-60, -30, -15, -5, -2, -1, 1, 2, 5, 15, 30, 60];
/** A tenth of the hashes each; what of them is taken away in turn is a fifth of a topology's edges. */
const TENTHS = 10;

/** Each system with its alerts and what its topology joins. */
const readSystems = (folder) =>
  filesBelow(folder, ".alerts.jsonl.gz").map((file) => {
    const name = basename(file, ".alerts.jsonl.gz");
    const topology = join(file, "..", `${name}.topology.json`);
    const edges = existsSync(topology) ? readJson(topology).edges : [];
    return {
      name,
      alerts: readJsonLines(file).map((alert) => ({ ...alert, truth: `${name} ${alert.fault}`, tie: tieOf(alert) })),
      calls: edges.map(({ source, target }) => [source, target]),
    };
  });

/** Among alerts of one moment chance decides, so that the order of the files tells nothing. */
const tieOf = ({ fault: _truth, ...alert }) => createHash("sha256").update(JSON.stringify(alert)).digest("hex");

const inTime = (systems) =>
  systems.flatMap(({ alerts }) => alerts).sort((a, b) => a.t - b.t || (a.tie < b.tie ? -1 : Number(a.tie > b.tie)));

/** A kind of log lines says how many came, which isn't what is wrong. */
function alarmOf({ t, kind, component, other, what, how }) {
  const said = kind === "log" ? `new log lines of kind ${what}` : `${kind} ${what} ${how}`;
  const services = [...new Set([component, other ?? component])];
  return { at: t, key: JSON.stringify([component, other, said]), services, text: said };
}

/** The faults that the alerts are given to, as numbers. */
async function group(alerts, calls) {
  const around = new Map();
  for (const call of calls) {
    for (const end of call) around.set(end, [...(around.get(end) ?? []), call]);
  }
  const place = createAlertGrouping(async (services) => services.flatMap((service) => around.get(service) ?? []));
  const numbers = new Map();
  const given = [];
  for (const alert of alerts) {
    const { fault } = await place(alarmOf(alert));
    if (!numbers.has(fault)) numbers.set(fault, numbers.size);
    given.push(numbers.get(fault));
  }
  return given;
}

async function measure(systems, calls = systems.flatMap((system) => system.calls)) {
  const alerts = inTime(systems);
  const truth = alerts.map((alert) => alert.truth);
  return agreement(truth, await group(alerts, calls));
}

const moved = (systems, minutes) =>
  systems.map((system, index) =>
    index === 0
      ? system
      : { ...system, alerts: system.alerts.map((a) => ({ ...a, t: a.t + index * minutes * MINUTE })) },
  );

/** By the faults' beginnings: those of the first half of the time, or of the second. */
function halfOf(systems, second) {
  const times = systems.flatMap(({ alerts }) => alerts.map(({ t }) => t));
  const middle = (times.reduce((a, b) => Math.min(a, b)) + times.reduce((a, b) => Math.max(a, b))) / 2;
  return systems.map((system) => {
    const began = new Map();
    for (const { truth, t } of system.alerts) began.set(truth, Math.min(t, began.get(truth) ?? t));
    return { ...system, alerts: system.alerts.filter(({ truth }) => began.get(truth) >= middle === second) };
  });
}

const withoutTenths = (calls, first) =>
  calls.filter((call) => {
    const tenth = createHash("sha256").update(JSON.stringify(call)).digest()[0] % TENTHS;
    return tenth !== first && tenth !== (first + 1) % TENTHS;
  });

export async function runGrouping(folder) {
  const systems = readSystems(folder);
  const bySystem = {};
  for (const system of systems) bySystem[system.name] = await measure([system]);
  const calls = systems.flatMap((system) => system.calls);
  const crossValidated = {
    firstHalf: await measure(halfOf(systems, false)),
    secondHalf: await measure(halfOf(systems, true)),
    withoutTopology: await measure(systems, []),
  };
  for (let tenth = 0; tenth < TENTHS; tenth += 2) {
    crossValidated[`withoutFifth${tenth / 2 + 1}OfTopology`] = await measure(systems, withoutTenths(calls, tenth));
  }
  for (const minutes of SHIFTS) crossValidated[`movedBy${minutes}Minutes`] = await measure(moved(systems, minutes));
  return { measures: await measure(systems), bySystem, crossValidated };
}
