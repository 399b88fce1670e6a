// Measures several workers on PostgreSQL and RabbitMQ: events a second, CPU per event, and the time that a rebalance takes.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connect } from "amqplib";
import pg from "pg";
import { numberOf } from "../../../scripts/number-option.mjs";
import { startDaemon } from "./processes.mjs";
import { log } from "./telemetry.mjs";
import { viewToken } from "./token.mjs";

const USAGE = "node packages/lab/bench/workers.mjs --postgres URL --amqp URL [--events N] [--rate N] [--seconds N]";
const { values } = parseArgs({
  options: {
    /** A server to make a database on. */
    postgres: { type: "string" },
    /** A virtual host of the bench's own: its queues are removed. */
    amqp: { type: "string" },
    /** Events of the backlog that the workers work off. */
    events: { type: "string", default: "200000" },
    /** Events a second of the steady load, in batches of 50. */
    rate: { type: "string", default: "2000" },
    seconds: { type: "string", default: "20" },
    /** Numbers of workers, comma separated; "" measures the noisy neighbour alone. */
    workers: { type: "string", default: "1,2,4" },
  },
});
if (values.postgres === undefined || values.amqp === undefined) throw new Error(USAGE);
const events = numberOf("events", values.events, { isWhole: true });
const rate = numberOf("rate", values.rate);
const seconds = numberOf("seconds", values.seconds);

const SERVICES = 60;
/** Each is a join and a leave, then a join and a death. */
const REBALANCES = 5;
const DATABASE = "tocsin_bench_workers";
const SECRETS = {
  TOCSIN_SECRET_KEY: "benchmark-only-Zt7mQw3xVb9kLr5NcY1pHd8sGf2aJe6u",
};

async function administer(sql) {
  const client = new pg.Client({ connectionString: values.postgres });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function emptyBroker() {
  const connection = await connect(values.amqp);
  const channel = await connection.createChannel();
  for (let partition = 0; partition < 256; partition += 1) await channel.deleteQueue(`tocsin.telemetry.${partition}`);
  for (const queue of ["dead", "unreadable"]) await channel.deleteQueue(`tocsin.telemetry.${queue}`);
  await channel.deleteExchange("tocsin.telemetry.owner");
  await connection.close();
}

const environment = () => {
  const url = new URL(values.postgres);
  url.pathname = `/${DATABASE}`;
  return { TOCSIN_DATABASE_URL: url.toString(), TOCSIN_AMQP_URL: values.amqp, ...SECRETS };
};

const bodyOf = (from, count) =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => log(from + index, { service: `service-${(from + index) % SERVICES}` })),
  );

async function post(url, body, organization = "bench") {
  const headers = { "content-type": "application/json", "x-organization-id": organization };
  const response = await fetch(`${url}/events/logs/batch`, { method: "POST", headers, body });
  if (response.status !== 202) throw new Error(`The batch got ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

async function fill(url) {
  const bodies = Array.from({ length: events / 500 }, (_, index) => index * 500);
  const send = async () => {
    for (let from = bodies.shift(); from !== undefined; from = bodies.shift()) await post(url, bodyOf(from, 500));
  };
  await Promise.all(Array.from({ length: 8 }, send));
}

/** Of a worker: events processed, and milliseconds of CPU. */
async function readMetrics({ core }) {
  const text = await (await fetch(`${core}/metrics`)).text();
  const sum = (name) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+]+)$`, "gm"))].reduce(
      (total, [, n]) => total + Number(n),
      0,
    );
  return { processed: sum("tocsin_events_processed_total"), cpuMs: sum("process_cpu_seconds_total") * 1000 };
}

/** Milliseconds of CPU of the database's sessions; those that have ended are missing. */
function databaseCpuMs() {
  let ticks = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(DATABASE)) continue;
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // The process has ended meanwhile.
    }
  }
  return ticks * 10;
}

const total = async (workers) =>
  (await Promise.all(workers.map(readMetrics))).reduce(
    (sum, { processed, cpuMs }) => ({ processed: sum.processed + processed, cpuMs: sum.cpuMs + cpuMs }),
    { processed: 0, cpuMs: 0 },
  );

async function untilProcessed(workers, count) {
  for (;;) {
    const now = await total(workers);
    if (now.processed >= count) return now;
    await wait(100);
  }
}

async function withWorkers(count, work) {
  await administer(`drop database if exists ${DATABASE} with (force)`);
  await administer(`create database ${DATABASE}`);
  await emptyBroker();
  const ingest = await startDaemon("ingest", environment());
  try {
    return await work(
      ingest,
      () => Promise.all(Array.from({ length: count }, () => startDaemon("worker", environment()))),
      () => startDaemon("core", environment()),
    );
  } finally {
    await ingest.stop();
  }
}

async function measureBacklog(count) {
  return withWorkers(count, async (ingest, startWorkers) => {
    await fill(ingest.url);
    const workers = await startWorkers();
    const [before, databaseBefore, began] = [await total(workers), databaseCpuMs(), performance.now()];
    const after = await untilProcessed(workers, events);
    const elapsed = (performance.now() - began) / 1000;
    const done = after.processed - before.processed;
    const shares = (await Promise.all(workers.map(readMetrics))).map(({ processed }) =>
      Math.round((100 * processed) / events),
    );
    const result = {
      perSecond: Math.round(done / elapsed),
      workerMicros: Math.round(((after.cpuMs - before.cpuMs) * 1000) / done),
      databaseMicros: Math.round(((databaseCpuMs() - databaseBefore) * 1000) / done),
      shares: shares.join("/"),
    };
    for (const worker of workers) await worker.stop();
    return result;
  });
}

async function measureSteady(count) {
  return withWorkers(count, async (ingest, startWorkers) => {
    const workers = await startWorkers();
    await post(ingest.url, bodyOf(0, 500));
    await untilProcessed(workers, 500);
    const [before, databaseBefore, began] = [await total(workers), databaseCpuMs(), performance.now()];
    let sent = 0;
    const pending = [];
    while (performance.now() - began < seconds * 1000) {
      const due = ((performance.now() - began) / 1000) * rate;
      for (; sent < due; sent += 50) pending.push(post(ingest.url, bodyOf(sent, 50)));
      await wait(5);
    }
    await Promise.all(pending);
    const after = await untilProcessed(workers, 500 + sent);
    const done = after.processed - before.processed;
    const result = {
      perSecond: Math.round(sent / seconds),
      workerMicros: Math.round(((after.cpuMs - before.cpuMs) * 1000) / done),
      databaseMicros: Math.round(((databaseCpuMs() - databaseBefore) * 1000) / done),
    };
    for (const worker of workers) await worker.stop();
    return result;
  });
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** From the acceptance of a quiet organization's event until it is found, beside one that sends all it can. */
async function measureNoisy(noisySenders) {
  return withWorkers(1, async (ingest, startWorkers, startCore) => {
    const core = await startCore();
    const workers = await startWorkers();
    const token = viewToken(core.secret, "quiet");
    const end = performance.now() + seconds * 1000;
    let sent = 0;
    const flood = async () => {
      while (performance.now() < end) {
        sent += 500;
        await post(ingest.url, bodyOf(sent, 500), "noisy");
      }
    };
    const find = async (message) => {
      const began = performance.now();
      await post(ingest.url, JSON.stringify([log(1, { service: "service-1", message })]), "quiet");
      for (;;) {
        const answer = await fetch(`${core.core}/events/search?q=${message}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        if ((await answer.json()).length > 0) return performance.now() - began;
        await wait(20);
      }
    };
    await find("warmup");
    const flooding = Array.from({ length: noisySenders }, flood);
    await wait(noisySenders > 0 ? seconds * 300 : 0);
    const times = [];
    while (performance.now() < end) {
      times.push(await find(`needle${times.length}`));
      await wait(200);
    }
    await Promise.all(flooding);
    const { processed } = await total(workers);
    for (const process of [...workers, core]) await process.stop();
    return {
      p50: Math.round(median(times)),
      max: Math.round(Math.max(...times)),
      count: times.length,
      noisyPerSecond: Math.round(sent / seconds),
      processedPerSecond: Math.round(processed / seconds),
    };
  });
}

/** Partitions that each worker holds. */
const held = (workers) =>
  Promise.all(
    workers.map(async ({ core }) => {
      const text = await (await fetch(`${core}/metrics`)).text();
      return Number(/^tocsin_partitions_held ([0-9]+)$/m.exec(text)?.[1] ?? 0);
    }),
  );

/** Seconds until these workers hold all partitions, in equal parts. */
async function untilShared(workers, partitions) {
  const began = performance.now();
  for (;;) {
    const each = await held(workers);
    const isAll = each.reduce((sum, count) => sum + count, 0) === partitions;
    if (isAll && Math.max(...each) - Math.min(...each) <= 1) return (performance.now() - began) / 1000;
    await wait(20);
  }
}

/** A second worker joins, leaves, joins again and is killed, while telemetry comes in. */
async function measureRebalance() {
  return withWorkers(1, async (ingest, startWorkers) => {
    const [first] = await startWorkers();
    const joining = () => startDaemon("worker", environment());
    let isOver = false;
    const flow = (async () => {
      for (let sent = 0; !isOver; sent += 50) {
        await post(ingest.url, bodyOf(sent, 50));
        await wait((50 * 1000) / rate);
      }
    })();
    await untilProcessed([first], 500);
    const [partitions] = await held([first]);
    const times = { join: [], leave: [], death: [] };
    for (let round = 0; round < REBALANCES; round += 1) {
      const leaving = await joining();
      times.join.push(await untilShared([first, leaving], partitions));
      const stopped = leaving.stop();
      times.leave.push(await untilShared([first], partitions));
      await stopped;
      const dying = await joining();
      times.join.push(await untilShared([first, dying], partitions));
      dying.kill();
      times.death.push(await untilShared([first], partitions));
    }
    isOver = true;
    await flow;
    await first.stop();
    const summary = (seconds) => `median ${median(seconds).toFixed(1)} s, at most ${Math.max(...seconds).toFixed(1)} s`;
    return Object.fromEntries(Object.entries(times).map(([name, seconds]) => [name, summary(seconds)]));
  });
}

console.log("a quiet organization alone:", JSON.stringify(await measureNoisy(0)));
console.log("beside a noisy one:", JSON.stringify(await measureNoisy(4)));
console.log("partitions taken over after a join, a leave, a death:", JSON.stringify(await measureRebalance()));
for (const count of values.workers.split(",").filter(Boolean).map(Number)) {
  console.log(`backlog of ${events}, ${count} workers:`, JSON.stringify(await measureBacklog(count)));
  console.log(`${rate} events/s in batches of 50, ${count} workers:`, JSON.stringify(await measureSteady(count)));
}
await administer(`drop database if exists ${DATABASE} with (force)`);
await emptyBroker();
process.exit(0);
