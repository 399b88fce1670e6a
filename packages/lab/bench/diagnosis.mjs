// Measures what a diagnosis of an incident with a million events in its window takes: gathering and analysing, in a
// process that does nothing else. Fills a database of its own first, by the daemon's own code, and removes it.
//   node packages/lab/bench/diagnosis.mjs [--events 1000000] [--postgres postgres://…] [--rounds 3]
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { numberOf } from "../../../scripts/number-option.mjs";
import { putEntry, setDependencies } from "../../daemon/src/catalog/change-catalog.ts";
import { countTelemetry, deploymentsIn } from "../../daemon/src/ingest/count-telemetry.ts";
import { createCatalogStore } from "../../daemon/src/store/catalog/catalog-store.ts";
import { termsOf } from "../../daemon/src/store/incident-index/incident-terms.ts";
import { fillPostings } from "../../daemon/src/store/incident-index/posting-lists.ts";
import { incidentTable } from "../../daemon/src/store/incidents/incident-tables.ts";
import { migrate } from "../../daemon/src/store/migrations/migrate.ts";
import { openDatabase } from "../../daemon/src/store/open-database.ts";
import { addDeployments } from "../../daemon/src/store/signals/deployment-store.ts";
import { addCounts } from "../../daemon/src/store/signals/telemetry-counts.ts";
import { insertRows } from "../../daemon/src/store/sql/sql-rows.ts";
import { openArchiveAt } from "./diagnosis-run.mjs";
import {
  callsOf,
  deploymentOf,
  incidentOf,
  nameOf,
  SCOPE,
  SERVICES,
  troubleEvent,
  WINDOW_MS,
} from "./diagnosis-samples.mjs";
import { databaseAt } from "./incident-database.mjs";

/** As many as the archive takes in one transaction. */
const AT_ONCE = 10_000;
const MINUTE_MS = 60_000;

async function seed(place, events, start) {
  const { target } = databaseAt(place);
  await migrate(target);
  const database = await openDatabase(target);
  const archive = await openArchiveAt(place, start);
  const now = start + WINDOW_MS;
  const add = async (telemetry) => {
    await archive.add(telemetry);
    await database.write(async (transaction) => {
      await addDeployments(transaction, deploymentsIn(telemetry, now));
      await addCounts(transaction, countTelemetry(telemetry, now));
    });
  };
  for (let first = 0; first < events; first += AT_ONCE) {
    const length = Math.min(AT_ONCE, events - first);
    await add(Array.from({ length }, (_, index) => troubleEvent(first + index, events, start)));
  }
  await add([deploymentOf(events, start)]);
  const catalog = createCatalogStore(database);
  for (let number = 0; number < SERVICES; number++) {
    await putEntry(catalog, SCOPE, nameOf(number), { ownerTeam: "bench", tier: "tier-1" }, start - WINDOW_MS);
    await setDependencies(catalog, SCOPE, nameOf(number), callsOf(number).map(nameOf), start - WINDOW_MS);
  }
  const incident = incidentOf(start);
  await database.write(async (transaction) => {
    await insertRows(transaction, incidentTable, [{ ...incident, number: 1, severityRank: 3, quietAt: null }]);
    await fillPostings(transaction, SCOPE.organizationId, [{ number: 1, terms: termsOf(incident) }]);
  });
  await archive.close();
  await database.close();
}

/** In a process of its own, so that the memory of seeding isn't in the figures. */
function run(place, start) {
  return new Promise((resolve, reject) => {
    const program = fileURLToPath(new URL("diagnosis-run.mjs", import.meta.url));
    const child = fork(program, [place, String(start)], { execArgv: ["--expose-gc"] });
    child.once("message", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The measured process ended with ${code}.`)));
  });
}

/** A database of its own, and how to remove it. */
async function temporaryPlace(postgres) {
  if (postgres === undefined) {
    const directory = mkdtempSync(join(tmpdir(), "tocsin-bench-"));
    return { place: directory, remove: async () => rmSync(directory, { recursive: true, force: true }) };
  }
  const name = `tocsin_bench_${process.pid}`;
  const administer = async (sql) => {
    const client = new pg.Client({ connectionString: postgres });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await administer(`create database ${name}`);
  const url = new URL(postgres);
  url.pathname = `/${name}`;
  return { place: url.toString(), remove: () => administer(`drop database ${name} with (force)`) };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** @param {{ events?: number, postgres?: string, rounds?: number }} [options] `postgres`: a server to measure on */
export async function measureDiagnosis({ events = 1_000_000, postgres, rounds = 3 } = {}) {
  const start = Math.floor((Date.now() - WINDOW_MS) / MINUTE_MS) * MINUTE_MS;
  const { place, remove } = await temporaryPlace(postgres);
  try {
    await seed(place, events, start);
    const runs = [];
    for (let round = 0; round < rounds; round++) runs.push(await run(place, start));
    const figure = (name) => Math.round(median(runs.map((each) => each[name])));
    const name = `diagnosis, ${databaseAt(place).target.kind}`.padEnd(30);
    console.log(
      `${name} ${figure("gatherMs") + figure("analyseMs")} ms (gathering ${figure("gatherMs")}, analysing ${figure("analyseMs")}; ` +
        `${figure("cpuMs")} ms of processor time), ${figure("rssMib")} MiB more memory (heap at most ${figure("heapMib")}), ` +
        `longest event loop block ${figure("eventLoopMs")} ms gathering, ${events} events; ${runs[0].cause}`,
    );
  } finally {
    await remove();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { events: { type: "string" }, postgres: { type: "string" }, rounds: { type: "string" } },
  });
  await measureDiagnosis({
    ...(values.events !== undefined && { events: numberOf("events", values.events, { isWhole: true }) }),
    ...(values.rounds !== undefined && { rounds: numberOf("rounds", values.rounds, { isWhole: true }) }),
    postgres: values.postgres,
  });
}
