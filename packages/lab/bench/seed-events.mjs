// Fills an archive with a month of telemetry, by the daemon's own code, and the counts and deployments that signals
// go by; detection sees none of it. Where it was broken off, it goes on with --from and the number it said last:
//   node packages/lab/bench/seed-events.mjs --into DIRECTORY|postgres://… [--events 10000000] [--from 0]
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { numberOf } from "../../../scripts/number-option.mjs";
import { countTelemetry, deploymentsIn } from "../../daemon/src/ingest/count-telemetry.ts";
import { migrate } from "../../daemon/src/store/migrations/migrate.ts";
import { openDatabase } from "../../daemon/src/store/open-database.ts";
import { addDeployments } from "../../daemon/src/store/signals/deployment-store.ts";
import { addCounts } from "../../daemon/src/store/signals/telemetry-counts.ts";
import { openPostgresArchive } from "../../daemon/src/store/telemetry/postgres/postgres-archive.ts";
import { openSqliteArchive } from "../../daemon/src/store/telemetry/sqlite/sqlite-archive.ts";
import { sampleEvent } from "./event-samples.mjs";
import { databaseAt } from "./incident-database.mjs";
import { END, ORGANIZATION } from "./incident-samples.mjs";

/** As many as the archive takes in one transaction. */
const AT_ONCE = 10_000;
const REPORTED_EVERY = 100_000;

const { values } = parseArgs({
  options: {
    into: { type: "string" },
    events: { type: "string", default: "10000000" },
    from: { type: "string", default: "0" },
  },
});
const [total, from] = [numberOf("events", values.events, { isWhole: true }), Number(values.from)];
const { directory, target } = databaseAt(values.into);

if (directory) mkdirSync(directory, { recursive: true });
await migrate(target);
const database = await openDatabase(target);
const archive = directory
  ? openSqliteArchive(join(directory, "events.db"))
  : await openPostgresArchive(target.url, { clock: { now: () => END } });
const began = performance.now();

for (let first = from; first < total; first += AT_ONCE) {
  const length = Math.min(AT_ONCE, total - first);
  const telemetry = Array.from({ length }, (_, index) => sampleEvent(first + index, total));
  await archive.add(telemetry);
  await database.write(async (transaction) => {
    await addDeployments(transaction, deploymentsIn(telemetry, END));
    await addCounts(transaction, countTelemetry(telemetry, END));
  });
  const done = first + length;
  if (done % REPORTED_EVERY !== 0 && done !== total) continue;
  const seconds = (performance.now() - began) / 1000;
  console.error(`${done} of ${total} after ${Math.round(seconds)} s, ${Math.round((done - from) / seconds)} a second`);
}

await archive.close();
await database.close();
console.log(`${total} events of the organization ${ORGANIZATION}`);
