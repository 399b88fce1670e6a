// Fills an empty database with incidents, by the daemon's own schema, to measure lists on it:
//   node packages/lab/bench/seed-incidents.mjs --into DIRECTORY|postgres://… [--incidents 1000000] [--active]
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { numberOf } from "../../../scripts/number-option.mjs";
import { BLOCK_NUMBERS } from "../../daemon/src/store/incident-index/bitmap.ts";
import { termsOf } from "../../daemon/src/store/incident-index/incident-terms.ts";
import { fillPostings } from "../../daemon/src/store/incident-index/posting-lists.ts";
import { addToPeriods } from "../../daemon/src/store/incidents/incident-periods.ts";
import { incidentTable } from "../../daemon/src/store/incidents/incident-tables.ts";
import { migrate } from "../../daemon/src/store/migrations/migrate.ts";
import { openDatabase } from "../../daemon/src/store/open-database.ts";
import { insertRows } from "../../daemon/src/store/sql/sql-rows.ts";
import { join, query, sql } from "../../daemon/src/store/sql/statement.ts";
import { databaseAt } from "./incident-database.mjs";
import { ORGANIZATION, sampleIncident, severities } from "./incident-samples.mjs";

const { values } = parseArgs({
  options: {
    into: { type: "string" },
    incidents: { type: "string", default: "1000000" },
    /** None of them is over. */
    active: { type: "boolean", default: false },
  },
});
const total = numberOf("incidents", values.incidents, { isWhole: true });
const { directory, target } = databaseAt(values.into);

const activeStatuses = ["OPEN", "OPEN", "INVESTIGATING", "REMEDIATING"];
const activeOf = (incident, n) => ({
  ...incident,
  status: activeStatuses[n % activeStatuses.length],
  resolvedAt: null,
  parentIncidentId: null,
});

if (directory) mkdirSync(directory, { recursive: true });
await migrate(target);
const database = await openDatabase(target);
const tally = new Map();

for (let block = 0; block <= total; block += BLOCK_NUMBERS) {
  const first = Math.max(1, block);
  const length = Math.min(total + 1, block + BLOCK_NUMBERS) - first;
  const rows = Array.from({ length }, (_, index) => {
    const sample = sampleIncident(first + index - 1, total);
    const incident = values.active ? activeOf(sample, index) : sample;
    const { status, severity, parentIncidentId } = incident;
    const sort = JSON.stringify([status, severity, parentIncidentId === null ? 0 : 1]);
    tally.set(sort, (tally.get(sort) ?? 0) + 1);
    return { ...incident, number: first + index, severityRank: severities.indexOf(severity), quietAt: null };
  });
  await database.write(async (transaction) => {
    await insertRows(transaction, incidentTable, rows);
    const indexed = rows.map((row) => ({ number: row.number, terms: termsOf(row) }));
    await fillPostings(transaction, ORGANIZATION, indexed);
    const steps = rows.map((incident) => ({ incident, by: 1 }));
    await addToPeriods(transaction, ORGANIZATION, steps);
  });
}

await database.write(async (transaction) => {
  for (const [sort, count] of tally) {
    await query(
      transaction,
      sql`insert into incident_tally (organization_id, status, severity, merged, count)
          values (${join([ORGANIZATION, ...JSON.parse(sort), count])})`,
    );
  }
});
await database.close();
console.log(`${total} incidents of the organization ${ORGANIZATION}`);
