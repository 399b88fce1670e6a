// Measures the daemon against a bare baseline in the same run on the same machine, and prints ratios.
// See docs/benchmarks.md for what the figures mean and which were reached.
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { numberOf } from "../../../scripts/number-option.mjs";
import { measureBoard } from "./board.mjs";
import { measureCommandLine } from "./command-line.mjs";
import { measureCore } from "./core-platform.mjs";
import { measureDetection } from "./detection.mjs";
import { measureDiagnosis } from "./diagnosis.mjs";
import { measureIngestBuffer } from "./ingest-buffer.mjs";
import { measureOrganizations } from "./organizations.mjs";
import { measurePolicy } from "./policy.mjs";
import { startBaseline, startDaemon } from "./processes.mjs";
import { measureRemediation } from "./remediation.mjs";
import { measureStream } from "./stream.mjs";
import { batch, log } from "./telemetry.mjs";
import { viewToken } from "./token.mjs";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "6" },
    rounds: { type: "string", default: "3" },
    /** A database with many incidents, to measure the core platform on in place of the pipeline. */
    on: { type: "string" },
    /** The board of the command line on a terminal, in place of the pipeline. */
    board: { type: "boolean", default: false },
    /** A server to make a database on, to measure diagnosis there too. */
    postgres: { type: "string" },
  },
});
const seconds = numberOf("seconds", values.seconds);
const rounds = numberOf("rounds", values.rounds, { isWhole: true });
const ORGANIZATION = "bench";

const SINGLES = {
  path: "/events/logs",
  connections: 64,
  bodies: Array.from({ length: 256 }, (_, n) => JSON.stringify(log(n))),
  events: 1,
};
const BATCHES = {
  path: "/events/logs/batch",
  connections: 8,
  bodies: Array.from({ length: 16 }, (_, n) => batch(n * 500, 500)),
  events: 500,
};

async function load(url, { path, connections, bodies, events }, duration = seconds) {
  const requests = bodies.map((body) => ({
    method: "POST",
    path,
    headers: { "content-type": "application/json", "x-organization-id": ORGANIZATION },
    body,
  }));
  const result = await autocannon({ url, connections, duration, requests });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were no 2xx, ${result.errors} requests failed.`);
  const accepted = result["2xx"];
  return { requestsPerSecond: accepted / result.duration, events: accepted * events, p99: result.latency.p99 };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Baseline and daemon in turns, so that whatever else the machine does meets both. */
async function compare(name, shape) {
  const rates = { baseline: [], daemon: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [who, start] of [
      ["baseline", startBaseline],
      ["daemon", () => startDaemon("ingest")],
    ]) {
      const target = await start();
      try {
        await load(target.url, shape, 1);
        rates[who].push((await load(target.url, shape)).requestsPerSecond);
      } finally {
        await target.stop();
      }
    }
  }
  const [baseline, daemon] = [median(rates.baseline), median(rates.daemon)];
  report(
    name,
    `${(daemon / baseline).toFixed(2)} of the baseline (${Math.round(daemon)} of ${Math.round(baseline)} requests/s)`,
  );
}

async function metric(url, name) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return text
    .split("\n")
    .filter((line) => line.startsWith(name))
    .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

async function sustained() {
  const daemon = await startDaemon("ingest,core,worker");
  try {
    const idle = daemon.memory().now;
    const began = performance.now();
    const { events } = await load(daemon.url, { ...BATCHES, connections: 4 }, seconds * 3);
    const accepting = (performance.now() - began) / 1000;
    while ((await metric(daemon.url, "tocsin_events_processed_total")) < events)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const whole = (performance.now() - began) / 1000;
    report(
      "accepted to processed",
      `${Math.round(events / whole)} events/s (${events} events, accepted in ${accepting.toFixed(1)} s, processed after ${whole.toFixed(1)} s)`,
    );
    report("memory, all roles", `${idle} MiB idle, ${daemon.memory().peak} MiB at the most`);
  } finally {
    await daemon.stop();
  }
}

async function latency() {
  const daemon = await startDaemon("ingest,core,worker");
  try {
    const { p50, p99, count, rate } = await measureStream(daemon, {
      token: viewToken(daemon.secret, ORGANIZATION),
      organization: ORGANIZATION,
      eventsPerSecond: 5000,
      seconds: seconds * 2,
    });
    report(
      "acceptance to stream message",
      `p50 ${p50} ms, p99 ${p99} ms over ${count} incidents at ${Math.round(rate)} events/s`,
    );
  } finally {
    await daemon.stop();
  }
}

const report = (name, figure) => console.log(`${name.padEnd(30)} ${figure}`);

if (values.board) {
  await measureBoard({ rounds, report });
} else if (values.on) {
  await measureCore(values.on);
} else {
  await compare("single events", SINGLES);
  await compare("batches of 500", BATCHES);
  await sustained();
  await latency();
  await measureOrganizations({ seconds: seconds * 3, report });
  await measureCommandLine();
  measurePolicy();
  measureDetection();
  await measureIngestBuffer();
  await measureRemediation();
  await measureDiagnosis({ rounds });
  if (values.postgres) await measureDiagnosis({ rounds, postgres: values.postgres });
}
