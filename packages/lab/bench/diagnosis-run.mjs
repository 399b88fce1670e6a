// One diagnosis in a process that does nothing else; tells its parent what it took.
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { gatherDeps } from "../../daemon/src/app/wiring/diagnosis-wiring.ts";
import { analyse } from "../../daemon/src/diagnose/analyse/analyse.ts";
import { createGather } from "../../daemon/src/diagnose/gather/gather.ts";
import { openDatabase } from "../../daemon/src/store/open-database.ts";
import { openPostgresArchive } from "../../daemon/src/store/telemetry/postgres/postgres-archive.ts";
import { openSqliteArchive } from "../../daemon/src/store/telemetry/sqlite/sqlite-archive.ts";
import { incidentOf, nameOf, SCOPE, SERVICES, WINDOW_MS } from "./diagnosis-samples.mjs";
import { databaseAt } from "./incident-database.mjs";

const MIB = 2 ** 20;
const SAMPLED_MS = 5;

export async function openArchiveAt(place, now) {
  const { directory, target } = databaseAt(place);
  return directory
    ? openSqliteArchive(join(directory, "events.db"))
    : openPostgresArchive(target.url, { clock: { now: () => now } });
}

async function measure(place, start) {
  const clock = { now: () => start + WINDOW_MS };
  const database = await openDatabase(databaseAt(place).target);
  const archive = await openArchiveAt(place, start);
  const gather = createGather(gatherDeps(database, archive, clock));
  const incident = incidentOf(start);
  const { signal } = new AbortController();
  // A daemon that has been up for a while has its code loaded, its connections open and its caches filled.
  for (let number = 0; number < SERVICES; number++) {
    await archive.search(SCOPE, { service: nameOf(number), limit: 1000 });
  }
  await gather(SCOPE, { ...incident, primaryService: "nobody", affectedServices: ["nobody"] }, clock.now(), signal);
  globalThis.gc?.();
  const before = process.memoryUsage();
  const cpu = process.cpuUsage();
  const peak = { rss: 0, heap: 0 };
  const look = () => {
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
    peak.rss = Math.max(peak.rss, rss - before.rss);
    peak.heap = Math.max(
      peak.heap,
      heapUsed + external + arrayBuffers - before.heapUsed - before.external - before.arrayBuffers,
    );
  };
  const looking = setInterval(look, SAMPLED_MS);
  const eventLoop = monitorEventLoopDelay({ resolution: 1 });
  eventLoop.enable();
  const began = performance.now();
  const picture = await gather(SCOPE, incident, clock.now(), signal);
  const gathered = performance.now();
  eventLoop.disable();
  look();
  const { diagnosis } = analyse(picture);
  const analysed = performance.now();
  look();
  clearInterval(looking);
  const { user, system } = process.cpuUsage(cpu);
  process.send({
    gatherMs: gathered - began,
    analyseMs: analysed - gathered,
    cpuMs: (user + system) / 1000,
    rssMib: peak.rss / MIB,
    heapMib: peak.heap / MIB,
    eventLoopMs: eventLoop.max / 1e6,
    cause: `${diagnosis.hypotheses[0]?.service ?? "no hypothesis"} first, ${picture.patterns.length} patterns, ${picture.metrics.length} series`,
  });
  await archive.close();
  await database.close();
  process.disconnect();
}

if (process.send !== undefined) await measure(process.argv[2], Number(process.argv[3]));
