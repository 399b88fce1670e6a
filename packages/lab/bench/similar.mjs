// Measures GET /incidents/:id/similar through the daemon's interface, on what seed-incidents.mjs made:
//   node packages/lab/bench/similar.mjs --on DIRECTORY|postgres://… [--within DAYS]
// With --within, all incidents are first given times of creation within so many days before now: with 180 or less, the
// worst case, all of them are within the window.
import { parseArgs } from "node:util";
import { numberOf } from "../../../scripts/number-option.mjs";
import { openDatabase } from "../../daemon/src/store/open-database.ts";
import { query, sql } from "../../daemon/src/store/sql/statement.ts";
import { databaseAt } from "./incident-database.mjs";
import { names, ORGANIZATION } from "./incident-samples.mjs";
import { startDaemon } from "./processes.mjs";
import { figures, measure, queryOf } from "./timing.mjs";
import { viewToken } from "./token.mjs";

const DAY_MS = 86_400_000;
const EACH = 200;

const groups = {
  newest: {},
  halfway: { cursor: "r500000" },
  oldest: { cursor: `r${EACH + 2}` },
  "service frequent": { service: names.frequentService },
  "service rare": { service: names.rareService },
  "service of old": { service: names.formerService },
  "word rare": { search: "certificate" },
};

async function spread(target, days) {
  const database = await openDatabase(target);
  const [{ last }] = await database.reader.query("select max(number) as last from incident");
  await database.write((transaction) =>
    query(
      transaction,
      sql`update incident set created_at = ${Date.now()} - (${last} - number) * ${Math.floor((days * DAY_MS) / last)}
          where organization_id = ${ORGANIZATION}`,
    ),
  );
  await database.close();
}

const { values } = parseArgs({ options: { on: { type: "string" }, within: { type: "string" } } });
const { env, target } = databaseAt(values.on);
if (values.within) await spread(target, numberOf("within", values.within));
const daemon = await startDaemon("core", env);
daemon.headers = { authorization: `Bearer ${viewToken(daemon.secret, ORGANIZATION)}` };
try {
  for (const [name, filter] of Object.entries(groups)) {
    const query = queryOf({ ...filter, limit: EACH });
    const response = await fetch(`${daemon.core}/incidents?${query}`, { headers: daemon.headers });
    const paths = (await response.json()).map(({ id }) => `/incidents/${id}/similar?limit=20`);
    const { times } = await measure(daemon, paths);
    console.log(`${name.padEnd(20)} ${figures(times)}  ${paths.length} incidents`);
  }
} finally {
  await daemon.stop();
}
