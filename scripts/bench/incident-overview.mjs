// Measures stats, hourly counts, exports and postmortems through the daemon's interface, on what seed-incidents.mjs made:
//   node scripts/bench/incident-overview.mjs --on DIRECTORY|postgres://…
import { parseArgs } from "node:util";
import { databaseAt } from "./incident-database.mjs";
import { names, ORGANIZATION } from "./incident-samples.mjs";
import { startDaemon } from "./processes.mjs";
import { figures, measure, queryOf } from "./timing.mjs";
import { viewToken } from "./token.mjs";

const FEW = 40;

const stats = [undefined, 1, 30, 90, 365, 3650].map((days) => [
  days === undefined ? "stats, all time" : `stats, ${days} days`,
  [days === undefined ? "/incidents/stats" : `/incidents/stats?days=${days}`],
]);
const timelines = [1, 24, 744].map((hours) => [`timeline, ${hours} hours`, [`/incidents/timeline?hours=${hours}`]]);
const exports = [
  ["default", {}],
  ["10,000", { limit: 10_000 }],
  ["10,000 by severity", { limit: 10_000, sortBy: "severity" }],
  ["10,000 of a frequent service", { limit: 10_000, service: names.frequentService }],
  ["of a rare service", { limit: 10_000, service: names.rareService }],
].map(([name, filter]) => [`export, ${name}`, [`/incidents/export/csv?${queryOf(filter)}`]]);

const { values } = parseArgs({ options: { on: { type: "string" } } });
const daemon = await startDaemon("core", databaseAt(values.on).env);
daemon.headers = { authorization: `Bearer ${viewToken(daemon.secret, ORGANIZATION)}` };
try {
  const response = await fetch(`${daemon.core}/incidents?limit=${FEW}`, { headers: daemon.headers });
  const ids = (await response.json()).map(({ id }) => id);
  const postmortems = ["postmortem", ids.map((id) => `/incidents/${id}/postmortem`)];
  for (const [name, paths] of [...stats, ...timelines, ...exports, postmortems]) {
    const { times } = await measure(daemon, paths);
    console.log(`${name.padEnd(40)} ${figures(times)}`);
  }
} finally {
  await daemon.stop();
}
