// RCD Sock Shop: a metric a second, a file of the time before the fault and one of the time with it. A column is called
// SERVICE_METRIC, a case's folder SERVICE-METRIC of what was disturbed.
import { basename, dirname, join } from "node:path";
import { filesBelow, readCsv } from "../files.mjs";
import { createEvents, gridOver } from "./picture.mjs";

const SECOND = 1000;

export function* rcdCases(folder) {
  for (const anomalousFile of filesBelow(folder, "/anomalous.csv.gz")) {
    const run = dirname(anomalousFile);
    const fault = basename(dirname(run));
    const normal = readRows(join(run, "normal.csv.gz"));
    const anomalous = readRows(anomalousFile);
    const start = normal.times[0];
    const onset = normal.times.at(-1) + SECOND;
    const shifted = { ...anomalous, times: anomalous.times.map((time) => time - anomalous.times[0] + onset) };
    const events = createEvents();
    const telemetry = [normal, shifted].flatMap((rows) => pointsOf(rows, events));
    const noticedAt = shifted.times.at(-1);
    yield {
      id: run.slice(folder.length + 1),
      system: fault,
      truth: { service: fault.slice(0, fault.lastIndexOf("-")), metric: fault.slice(fault.lastIndexOf("-") + 1) },
      knownOnset: onset,
      scene: {
        telemetry,
        grid: gridOver(start, noticedAt, SECOND),
        noticedAt,
        primary: null,
        services: new Set(telemetry.map(({ service }) => service)),
        calls: [],
      },
    };
  }
}

function readRows(path) {
  const [[, ...names], ...rows] = readCsv(path);
  return { names, times: rows.map(([seconds]) => Number(seconds) * SECOND), rows };
}

function pointsOf({ names, times, rows }, events) {
  return names.flatMap((column, index) => {
    const [, service, metric] = /^([^_]+)_(.+)$/.exec(column);
    return rows.flatMap((row, line) =>
      row[index + 1] === "" ? [] : [events.metric(times[line], service, metric, Number(row[index + 1]))],
    );
  });
}
