// Alerts of two shops over one day, with their topologies and the faults that were injected. Each alert is about a pod, a
// service or a node; each of those is a service in view, and an alert an error line of it.
import { basename, join } from "node:path";
import { filesBelow, readJson, readJsonLines, readTable } from "./files.mjs";
import { createEvents, gridOver, pictureOf } from "./picture.mjs";

const HOUR = 3_600_000;
/** A fault lasts so long. */
const FAULT = 540_000;
const STEP = 20_000;

/** Whoever stands first needs the second to work. */
const DEPENDS = {
  control_flow: ({ source, target }) => [source, target],
  data_flow: ({ source, target }) => [source, target],
  hosted_on: ({ source, target }) => [source, target],
  has_instance: ({ source, target }) => [source, target],
};

export function* faultAlertCases(folder) {
  for (const faultFile of filesBelow(folder, ".faults.csv")) {
    const system = basename(faultFile, ".faults.csv");
    const alerts = readJsonLines(join(folder, `${system}.alerts.jsonl.gz`));
    const { nodes, edges } = readJson(join(folder, `${system}.topology.json`));
    const calls = edges.flatMap((edge) => (edge.label in DEPENDS ? [DEPENDS[edge.label](edge)] : []));
    for (const fault of readTable(faultFile)) yield faultCase({ system, fault, alerts, nodes, calls });
  }
}

function faultCase({ system, fault, alerts, nodes, calls }) {
  // Of the alerts' marks only this is read: when the first one came.
  const noticedAt = Math.min(...alerts.filter((alert) => alert.fault === fault.fault).map(({ t }) => t));
  const [start, end] = [noticedAt - HOUR, noticedAt + FAULT];
  const events = createEvents();
  const telemetry = alerts
    .filter(({ t }) => t >= start && t < end)
    .map(({ t, component, what, how, kind }) => events.log(t, component, "error", `${kind} ${what} ${how}`));
  const seen = telemetry.map(({ service }) => service);
  return {
    id: `${system}/${fault.fault} ${fault.type}`,
    system: `${system} ${fault.level}`,
    truth: { service: fault.entity },
    toldOnset: noticedAt,
    picture: pictureOf({
      telemetry,
      grid: gridOver(start, end - 1, STEP),
      noticedAt,
      primary: null,
      services: new Set([...nodes.map(({ id }) => id), ...seen]),
      calls,
    }),
  };
}
