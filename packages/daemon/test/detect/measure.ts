/**
 * Run by hand: `node test/detect/measure.ts`. Prints what an event costs, and, where the public benchmarks are at hand
 * (TOCSIN_EVAL_DATA), writes predictions for their scorers: LogHub's grouping and NAB's anomaly scores.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createDetectionEngine } from "../../src/detect/engine/detection-engine.ts";
import { createSeries, gather } from "../../src/detect/series/metric-series.ts";
import { minuteOf } from "../../src/methods/error-rates/minute-counts.ts";
import { createTemplateSet, matchTemplate } from "../../src/methods/log-templates/template-set.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { builtInRules, createChance, log, metric, START } from "./support.ts";

const chance = createChance(1);
const pick = (number: number): number => Math.floor(chance.next() * number);

function ordinary(count: number, services: number, errors: number, metrics: number): Telemetry[] {
  return Array.from({ length: count }, (_, index) => {
    const at = START + Math.floor(index / 2);
    const service = `service-${pick(services)}`;
    if (chance.next() < metrics) {
      const labels = { env: "production", pod: `p${index % 3}`, zone: "a" };
      return metric(at, 50 + 10 * chance.normal(), {
        service,
        name: ["cpu_usage", "memory_usage", "latency"][index % 3] as string,
        labels,
      });
    }
    const metadata = { env: "production", host: `h${index % 7}` };
    return chance.next() < errors
      ? log(at, {
          service,
          metadata,
          level: "error",
          message: `Connection to 10.0.${pick(255)}.7 failed for order ${pick(1e6)} after ${pick(900)} ms: pool timeout`,
        })
      : log(at, { service, metadata, message: `GET /orders/${index} 200 in ${index % 90} ms` });
  });
}

function measure(name: string, telemetry: readonly Telemetry[], batch: number): void {
  const engine = createDetectionEngine(builtInRules);
  let observing = 0n;
  let taking = 0n;
  let bytes = 0;
  for (let from = 0; from < telemetry.length; from += batch) {
    const part = telemetry.slice(from, from + batch);
    const begin = process.hrtime.bigint();
    for (const key of engine.missing(part)) engine.load(key, null);
    engine.observe(part, part.at(-1)?.timestamp ?? START);
    const between = process.hrtime.bigint();
    bytes = engine.takeChanges().reduce((most, change) => Math.max(most, change.state.length), 0);
    taking += process.hrtime.bigint() - between;
    observing += between - begin;
  }
  const each = (time: bigint): string => (Number(time) / 1000 / telemetry.length).toFixed(2).padStart(6);
  console.log(
    `${name.padEnd(44)} observe ${each(observing)} us/event, takeChanges ${each(taking)}, state ${bytes} chars`,
  );
}

/** The last field but two of LogHub's rows: the message. */
function contents(csv: string): string[] {
  const rows = csv
    .split("\n")
    .slice(1)
    .filter((line) => line !== "");
  const header = (csv.split("\n")[0] ?? "").trim().split(",");
  const column = header.indexOf("Content");
  return rows.map((row) =>
    (row.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.[column] ?? "")
      .replace(/,$/, "")
      .replace(/^"|"$/g, "")
      .replaceAll('""', '"'),
  );
}

/** A score for each row, which its minute gets when the next one begins. */
function scoresOf(csv: string): number[] {
  const rows = csv
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .slice(1)
    .map((line) => line.split(","));
  const scores = rows.map(() => 0);
  const series = createSeries("value", null, null, 0);
  let last = 0;
  rows.forEach(([time = "", value], row) => {
    const at = Date.parse(`${time.replace(" ", "T")}Z`);
    const before = series.minute;
    const judgement = gather(series, minuteOf(at), Number(value), String(row), at);
    if (series.minute === before) return;
    if (judgement !== null) scores[last] = judgement.score;
    last = row;
  });
  return scores;
}

function predict(data: string): void {
  const read = (path: string): string => gunzipSync(readFileSync(path)).toString();
  const loghub = join(data, "loghub_2k");
  const systems = readdirSync(loghub, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const groups = systems.map(({ name }) => {
    const set = createTemplateSet();
    const lines = contents(read(join(loghub, name, `${name}_2k.log_structured.csv.gz`)));
    return [
      name,
      lines.map((line, index) => matchTemplate(set, line, index, Number(process.env["TEMPLATES_MAX"] ?? 256)).id),
    ];
  });
  const nab = join(data, "nab");
  const files = readFileSync(join(nab, "files.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const scores = files.map((name) => [name, scoresOf(read(join(nab, "data", `${name}.gz`)))]);
  for (const [name, predictions] of [
    ["loghub", groups],
    ["nab", scores],
  ] as const) {
    const path = join(tmpdir(), `tocsin-${name}.json`);
    writeFileSync(path, JSON.stringify(Object.fromEntries(predictions)));
    console.log(`${name}: ${path}`);
  }
}

for (const round of ["cold", "warm"]) {
  measure(`${round}: logs, 3 % errors, 6 services, 500`, ordinary(200_000, 6, 0.03, 0), 500);
  measure(`${round}: 70 % logs, 30 % metrics, 6 services, 500`, ordinary(200_000, 6, 0.03, 0.3), 500);
  measure(`${round}: the same, 50 services, 500`, ordinary(200_000, 50, 0.03, 0.3), 500);
  measure(`${round}: all errors, all different, 6 services, 500`, ordinary(200_000, 6, 1, 0), 500);
  measure(`${round}: one event a call`, ordinary(50_000, 6, 0.03, 0.3), 1);
}
const data = process.env["TOCSIN_EVAL_DATA"] ?? new URL("../../../../../shared/data", import.meta.url).pathname;
if (existsSync(data)) predict(data);
else console.log(`no benchmarks in ${data}`);
