// PetShop: five-minute metrics of nodes of a call graph. Each traffic scenario has a stretch without an issue and, for
// each issue, the few minutes around it with the node that showed it.
import { dirname, join } from "node:path";
import { filesBelow, readCsv, readJson } from "../files.mjs";
import { createEvents, gridOver } from "./picture.mjs";

const STEP = 300_000;
/** Steps of the quiet stretch that an issue is laid behind. */
const QUIET_STEPS = 230;
const HEADER_ROWS = 4;

export function* petshopCases(folder) {
  for (const targetFile of filesBelow(folder, "/target.json")) {
    const issue = dirname(targetFile);
    const scenario = dirname(dirname(issue));
    const { target, root_cause: rootCause } = readJson(targetFile);
    const calls = readGraph(join(scenario, "graph.csv"));
    const during = readMetrics(join(issue, "metrics.csv"));
    const start = during.times[0] - QUIET_STEPS * STEP;
    const quiet = readMetrics(join(scenario, "noissue/metrics.csv"));
    const events = createEvents();
    const telemetry = [endingAt(quiet, during.times[0]), during].flatMap((table) => pointsOf(table, events));
    // The figures of the five minutes with the target's time are there when those are over.
    const noticedAt = target.timestamp * 1000 + STEP;
    const services = new Set([...calls.flat(), ...telemetry.map(({ service }) => service)]);
    yield {
      id: issue.slice(folder.length + 1),
      system: scenario.slice(folder.length + 1),
      truth: { service: rootCause.node },
      knownOnset: target.timestamp * 1000,
      scene: {
        telemetry,
        grid: gridOver(start, during.times.at(-1), STEP),
        noticedAt,
        primary: target.node,
        services,
        calls,
        title: `${target.metric} of ${target.node}`,
      },
    };
  }
}

/** Pairs of caller and callee, from a matrix with a row for each caller. */
function readGraph(path) {
  const [[, ...callees], ...rows] = readCsv(path);
  return rows.flatMap(([caller, ...cells]) =>
    callees.filter((_, column) => Number(cells[column]) > 0).map((callee) => [caller, callee]),
  );
}

function readMetrics(path) {
  const rows = readCsv(path);
  const [nodes, metrics, statistics] = rows;
  const columns = nodes
    .map((node, column) => ({ node, name: metricName(metrics[column], statistics[column]), column }))
    .slice(1);
  const values = rows.slice(HEADER_ROWS);
  return { columns, times: values.map(([seconds]) => Number(seconds) * 1000), values };
}

const metricName = (metric, statistic) => (/^p\d+$/.test(statistic) ? `${metric}_${statistic}` : metric);

/** Moves a table in time, so that it ends one step before. */
function endingAt(table, end) {
  const by = end - STEP - table.times.at(-1);
  return { ...table, times: table.times.map((time) => time + by) };
}

function pointsOf({ columns, times, values }, events) {
  return columns.flatMap(({ node, name, column }) =>
    values.flatMap((row, index) => (row[column] ? [events.metric(times[index], node, name, Number(row[column]))] : [])),
  );
}
