import type { Incident } from "../../src/model/incident.ts";
import { termsOf } from "../../src/store/incident-index/incident-terms.ts";
import { fillPostings } from "../../src/store/incident-index/posting-lists.ts";
import { incidentTable } from "../../src/store/incidents/incident-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";

/** Stores incidents as they are, the first with this number; nothing else is in their blocks of numbers. */
export async function plant(
  database: Database,
  organizationId: string,
  planted: readonly Incident[],
  first = 1,
): Promise<void> {
  const rows = planted.map((each, index) => ({
    ...each,
    organizationId,
    number: first + index,
    severityRank: 0,
    quietAt: null,
  }));
  await database.write(async (transaction) => {
    await insertRows(transaction, incidentTable, rows);
    const marked = rows.map((row) => ({ number: row.number, terms: termsOf(row) }));
    await fillPostings(transaction, organizationId, marked);
  });
}
