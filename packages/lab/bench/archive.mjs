// Measures the archive of the embedded form alone: appending, searching, and giving back what is past its retention.
//   node --conditions=tocsin-source packages/lab/bench/archive.mjs --into DIRECTORY [--events 10000000] [--steps append,search,retention]
import { readdirSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { numberOf } from "../../../scripts/number-option.mjs";
import { openSqliteArchive } from "../../daemon/src/store/telemetry/sqlite/sqlite-archive.ts";
import { sampleEvent } from "./event-samples.mjs";
import { END, ORGANIZATION } from "./incident-samples.mjs";

const AT_ONCE = 10_000;
const SEARCHES = 200;
const RETENTION_STEP = 5_000;
const DAY_MS = 86_400_000;

const { values } = parseArgs({
  options: {
    into: { type: "string" },
    events: { type: "string", default: "10000000" },
    steps: { type: "string", default: "append,search,retention" },
  },
});
const total = numberOf("events", values.events, { isWhole: true });
const steps = values.steps.split(",");
const scope = { organizationId: ORGANIZATION, actor: "bench", permissions: [] };
await mkdir(values.into, { recursive: true });
const path = join(values.into, "events.db");
const open = (options = {}) => openSqliteArchive(path, { clock: { now: () => END }, ...options });

if (steps.includes("append")) await append();
if (steps.includes("search")) await search();
if (steps.includes("retention")) await retention();

/** Time spent in `add` alone, since making the samples takes its share. */
async function append() {
  const archive = open();
  const calls = [];
  let cpuMicroseconds = 0;
  for (let first = 0; first < total; first += AT_ONCE) {
    const length = Math.min(AT_ONCE, total - first);
    const telemetry = Array.from({ length }, (_, index) => sampleEvent(first + index, total));
    const [began, cpu] = [performance.now(), process.cpuUsage()];
    await archive.add(telemetry);
    calls.push(performance.now() - began);
    const { user, system } = process.cpuUsage(cpu);
    cpuMicroseconds += user + system;
  }
  await archive.close();
  const sum = calls.reduce((all, each) => all + each, 0);
  console.log(`append: ${Math.round(total / (sum / 1000))} events/s, calls of ${AT_ONCE}: ${distribution(calls)}`);
  console.log(`append: ${(cpuMicroseconds / total).toFixed(1)} µs of CPU an event`);
  console.log(`disk after: ${mib(diskOf(values.into))} MiB, ${(diskOf(values.into) / total).toFixed(0)} B an event`);
}

async function search() {
  const cases = {
    "newest page": () => ({}),
    "frequent word": () => ({ text: "topic" }),
    "frequent word, a random day": () => ({ text: "topic", to: END - Math.floor(Math.random() * 30 * DAY_MS) }),
    "two frequent words that never meet": () => ({ text: "cart topic", from: END - DAY_MS }),
    "rare word": () => ({ text: String(Math.floor(Math.random() * total)) }),
    "absent word": () => ({ text: `absent${Math.floor(Math.random() * 1e9)}` }),
    "fatal logs of a service": () => ({ service: "service-0", level: "fatal" }),
  };
  const began = performance.now();
  const archive = open({ readonly: true });
  await archive.search(scope, { text: "absentee", limit: 50 });
  console.log(`open and first search of an absent word: ${(performance.now() - began).toFixed(1)} ms`);
  for (const [name, query] of Object.entries(cases)) {
    const times = [];
    for (let n = 0; n < SEARCHES; n++) {
      const start = performance.now();
      await archive.search(scope, { limit: 50, ...query() });
      times.push(performance.now() - start);
    }
    console.log(`search, ${name}: ${distribution(times)}`);
  }
  const times = [];
  for (let n = 0; n < SEARCHES; n++) {
    const { id } = sampleEvent(Math.floor(Math.random() * total), total);
    const start = performance.now();
    if ((await archive.get(scope, id)) === undefined) throw new Error(`The archive does not hold ${id}.`);
    times.push(performance.now() - start);
  }
  console.log(`get by id: ${distribution(times)}`);
  console.log(`memory: ${mib(process.memoryUsage().rss)} MiB RSS`);
  await archive.close();
}

/** Removes the oldest days, at most for half a minute. */
async function retention() {
  const archive = open();
  const before = diskOf(values.into);
  const began = performance.now();
  let removed = 0;
  let calls = 0;
  let longest = 0;
  for (let day = 29; day >= 10 && performance.now() - began < 30_000; day--) {
    const cutoff = Math.floor((END - day * DAY_MS) / DAY_MS) * DAY_MS;
    for (;;) {
      const start = performance.now();
      const step = await archive.removeBefore(cutoff, RETENTION_STEP);
      longest = Math.max(longest, performance.now() - start);
      calls += 1;
      removed += step;
      if (step === 0 || performance.now() - began > 30_000) break;
    }
  }
  const seconds = (performance.now() - began) / 1000;
  const rate = Math.round(removed / seconds);
  const after = diskOf(values.into);
  console.log(
    `retention: ${removed} records in ${seconds.toFixed(2)} s, ${rate} a second, longest call ${longest.toFixed(1)} ms of ${calls}`,
  );
  console.log(`disk: ${mib(before)} MiB before, ${mib(after)} MiB after, ${mib(before - after)} MiB given back`);
  await archive.close();
}

function distribution(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`;
}

function diskOf(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function mib(bytes) {
  return (bytes / 2 ** 20).toFixed(1);
}
