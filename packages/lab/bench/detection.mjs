// Measures what detection costs an event, observing and writing down what was learned, against JSON.parse of the same
// events in the same run, and how much memory it holds after a long run of traffic in which nothing comes twice.
// A part of `npm run bench`; by itself: node packages/lab/bench/detection.mjs
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createDetectionEngine } from "../../daemon/dist/detect/engine/detection-engine.js";
import { parseRules } from "../../daemon/dist/detect/rules/rules-file.js";
import { hostile, ordinary } from "./detection-traffic.mjs";
import { at, inOrder } from "./timing.mjs";

const BUDGET_US = 10;
const MEMORY_BUDGET_MIB = 256;
const EVENTS = 60_000;
/** What was seen before anything is measured: all series and patterns are there. */
const BEFORE = 20_000;
const ROUNDS = 3;
const BREADTH = { series: 1000, patterns: 1000 };
const CASES = [
  // What the worker takes at once when it has much to do; with less to do it takes less, and each event costs more.
  { name: "50 services, batches of 4,000", services: 50, batch: 4000 },
  { name: "50 services, batches of 500", services: 50, batch: 500 },
  { name: "50 services, batches of 50", services: 50, batch: 50 },
  { name: "one service, batches of 500", services: 1, batch: 500 },
  { name: "one service, batches of 50", services: 1, batch: 50 },
];
const HOSTILE = { services: 400, events: 200_000, batch: 1000, seed: 7 };

const rulesPath = fileURLToPath(new URL("../../daemon/rules/default.yaml", import.meta.url));
const rules = parseRules(readFileSync(rulesPath, "utf8"));

function* batched(events, size) {
  let batch = [];
  for (const event of events) {
    batch.push(event);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** As a worker with a queue of its own does it: what isn't in memory comes from what was stored. */
function createWorker() {
  const engine = createDetectionEngine(rules);
  const stored = new Map();
  const spent = { observing: 0, encoding: 0 };
  const keyOf = ({ organizationId, service }) => `${organizationId} ${service}`;
  return {
    spent,
    stored,
    take(batch) {
      const began = process.cpuUsage();
      for (const key of engine.missing(batch)) engine.load(key, stored.get(keyOf(key))?.toString() ?? null);
      engine.observe(batch, batch.at(-1).receivedAt);
      const observed = process.cpuUsage();
      const changes = engine.takeChanges();
      spent.encoding += cpuSince(observed);
      spent.observing += cpuSince(began) - cpuSince(observed);
      // Outside of the heap that is measured.
      for (const change of changes) stored.set(keyOf(change), Buffer.from(change.state));
    },
  };
}

/** As a worker gets it from the queue: parsed, so that no text is left to be put together. */
const received = (batch) => JSON.parse(JSON.stringify(batch));

function parseAll(texts) {
  const began = process.cpuUsage();
  for (const text of texts) JSON.parse(text);
  return cpuSince(began) / texts.length;
}

function cpuSince(began) {
  const { user, system } = process.cpuUsage(began);
  return user + system;
}

function observeAll({ services, batch }, seed) {
  const worker = createWorker();
  const batches = [...batched(ordinary({ ...BREADTH, services, events: BEFORE + EVENTS, seed }), batch)].map(received);
  const before = BEFORE / batch;
  for (const part of batches.slice(0, before)) worker.take(part);
  worker.spent.observing = 0;
  worker.spent.encoding = 0;
  // With what the collector of garbage does on threads of its own.
  const began = process.cpuUsage();
  for (const part of batches.slice(before)) worker.take(part);
  const whole = cpuSince(began) / EVENTS;
  const texts = batches.slice(before).flatMap((part) => part.map((event) => JSON.stringify(event)));
  const chars = [...worker.stored.values()].reduce((sum, state) => sum + state.byteLength, 0) / worker.stored.size;
  const { observing, encoding } = worker.spent;
  return { whole, observing: observing / EVENTS, encoding: encoding / EVENTS, parsing: parseAll(texts), chars };
}

const middle = (results, field) => at(inOrder(results.map((each) => each[field])), 0.5);

function measureCase(shape) {
  const results = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const result = observeAll(shape, round + 1);
    // The first round warms up.
    if (round > 0) results.push(result);
  }
  const [whole, observing, encoding, parsing, chars] = ["whole", "observing", "encoding", "parsing", "chars"].map(
    (field) => middle(results, field),
  );
  return { name: shape.name, whole, observing, encoding, parsing, ratio: whole / parsing, chars };
}

function heapAfterCollection() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** What the engine holds, of telemetry of which nothing comes twice; the middle shows whether it still grows. */
function measureMemory() {
  const before = heapAfterCollection();
  const worker = createWorker();
  const held = [];
  let taken = 0;
  for (const batch of batched(hostile(HOSTILE), HOSTILE.batch)) {
    worker.take(batch);
    taken += batch.length;
    if (taken % (HOSTILE.events / 4) === 0) held.push(heapAfterCollection() - before);
  }
  const us = (worker.spent.observing + worker.spent.encoding) / HOSTILE.events;
  return { held, us };
}

export function measureDetection() {
  for (const shape of CASES) {
    const { name, whole, observing, encoding, parsing, ratio, chars } = measureCase(shape);
    const verdict = whole < BUDGET_US ? `under ${BUDGET_US} µs` : `NOT under ${BUDGET_US} µs`;
    console.log(
      `${`detection: ${name}`.padEnd(40)} ${whole.toFixed(2)} µs an event (${verdict}): observing ${observing.toFixed(2)}, encoding ${encoding.toFixed(2)}; ${ratio.toFixed(1)} times JSON.parse (${parsing.toFixed(2)}); state ${Math.round(chars / 1000)}k characters a service`,
    );
  }
  const { held, us } = measureMemory();
  const verdict = held.at(-1) < MEMORY_BUDGET_MIB ? `under ${MEMORY_BUDGET_MIB}` : `NOT under ${MEMORY_BUDGET_MIB}`;
  console.log(
    `${"detection: hostile cardinality".padEnd(40)} ${held.map((mib) => mib.toFixed(0)).join(", ")} MiB after each quarter of ${HOSTILE.events / 1e6} million events (${verdict}); ${us.toFixed(1)} µs an event`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) measureDetection();
