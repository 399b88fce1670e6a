// Alerts of two shops over one day, with their topologies and the faults that were injected. Each alert is about a pod, a
// service or a node; each of those is a service in view, and an alert an error line of it. Alerts are kept only of the
// minutes with a fault, though most of them come at all times: those of other faults' minutes stand in for the time before.
import { basename, join } from "node:path";
import { filesBelow, readJson, readJsonLines, readTable } from "../files.mjs";
import { createEvents, gridOver } from "./picture.mjs";

const MINUTE = 60_000;
/** A fault lasts so long. */
const FAULT = 9 * MINUTE;
/** So many others stand before one, for nearly the four hours that an incident's past is looked at. */
const OTHERS = 25;

/** Edges whose source needs the target to work. */
const NEEDS = new Set(["control_flow", "data_flow", "hosted_on", "has_instance"]);

export function* faultAlertCases(folder) {
  for (const faultFile of filesBelow(folder, ".faults.csv")) {
    const system = basename(faultFile, ".faults.csv");
    const alerts = readJsonLines(join(folder, `${system}.alerts.jsonl.gz`));
    const { nodes, edges } = readJson(join(folder, `${system}.topology.json`));
    const calls = edges.filter(({ label }) => NEEDS.has(label)).map(({ source, target }) => [source, target]);
    const faults = readTable(faultFile).map((fault) => {
      // Of the alerts' marks only this is read: when the first one came.
      const at = Math.min(...alerts.filter((alert) => alert.fault === fault.fault).map(({ t }) => t));
      return { ...fault, at, alerts: alerts.filter(({ t }) => t >= at && t < at + FAULT) };
    });
    for (const fault of faults) yield faultCase({ system, fault, faults, nodes, calls });
  }
}

/** One word, as names of alerts are, without digits, which aren't its name; that of a kind of log lines says which. */
function alertName({ kind, what, how }) {
  const name = kind === "log" ? `new_lines_of_kind_${letters(Number(what))}` : `${kind}_${what}_${how}`;
  return name.replaceAll(/[^A-Za-z]+/g, "_");
}

const letters = (number) => [...String(number)].map((digit) => "abcdefghij"[Number(digit)]).join("");

/** Other faults' alerts, of the ones nearest in time, the past ones first; none whose minutes are partly this one's. */
function othersOf(fault, faults) {
  const apart = faults.filter(({ at }) => Math.abs(at - fault.at) >= FAULT);
  const past = apart.filter(({ at }) => at < fault.at).sort((a, b) => b.at - a.at);
  const later = apart.filter(({ at }) => at > fault.at).sort((a, b) => a.at - b.at);
  return [...past, ...later].slice(0, OTHERS);
}

function faultCase({ system, fault, faults, nodes, calls }) {
  const before = othersOf(fault, faults).flatMap(({ at, alerts }, index) =>
    alerts.map((alert) => ({ ...alert, t: alert.t - at + fault.at - (index + 1) * FAULT })),
  );
  const events = createEvents();
  const telemetry = [...before, ...fault.alerts].map((alert) =>
    events.log(alert.t, alert.component, "error", alertName(alert)),
  );
  const seen = telemetry.map(({ service }) => service);
  return {
    id: `${system}/${fault.fault} ${fault.type}`,
    system: `${system} ${fault.level}`,
    truth: { service: fault.entity },
    knownOnset: fault.at,
    scene: {
      telemetry,
      grid: gridOver(fault.at - OTHERS * FAULT, fault.at + FAULT - 1, MINUTE),
      noticedAt: fault.at,
      primary: null,
      services: new Set([...nodes.map(({ id }) => id), ...seen]),
      calls,
    },
  };
}
