import type { EntityManager } from "typeorm";
import { HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { COUNTED_HOURS_KEPT_MS, COUNTED_MINUTES_KEPT_MS, DEPLOYMENTS_KEPT_MS } from "../../model/ingestion-limits.ts";
import type { CountedBucket } from "../../model/telemetry-count.ts";
import type { Database } from "../sql/database.ts";
import { isPostgres, query, raw, rowTable, type Sql, sql } from "../sql/statement.ts";

const COUNT_COLUMNS = "organization_id, service, span, start, events, logs, errors";
const TYPES = ["text", "text", "integer", "bigint", "bigint", "bigint", "bigint"];

/** Adds to what is counted. The last step of its transaction, and each bucket once, in the order of the keys. */
export async function addCounts(transaction: EntityManager, buckets: readonly CountedBucket[]): Promise<void> {
  if (buckets.length === 0) return;
  const rows = buckets.map(({ organizationId, service, span, start, events, logs, errors }) => [
    organizationId,
    service,
    span,
    start,
    events,
    logs,
    errors,
  ]);
  await query(
    transaction,
    sql`insert into telemetry_count (${raw(COUNT_COLUMNS)}) ${rowTable(transaction, TYPES, rows)} where true
      on conflict (organization_id, service, span, start) do update set
        events = telemetry_count.events + excluded.events, logs = telemetry_count.logs + excluded.logs,
        errors = telemetry_count.errors + excluded.errors`,
  );
}

/** Rows removed in one transaction, which holds up writers for some milliseconds. */
const REMOVED_AT_ONCE_MAX = 5_000;
/** And in one run: ten thousand services that send all the time leave as many minutes a minute behind. */
const REMOVED_MAX = 50_000;

/** Removes what is older than it is kept, in bounded steps along the index of age. Returns the number of rows removed. */
export async function tidyCounts(database: Database, now: number): Promise<number> {
  const countsBefore = (span: number, before: number): OldRows => ({
    table: "telemetry_count",
    key: "organization_id, service, span, start",
    condition: sql`span = ${span} and start < ${before} order by start`,
  });
  const steps: OldRows[] = [
    countsBefore(MINUTE_MS, now - COUNTED_MINUTES_KEPT_MS - MINUTE_MS),
    countsBefore(HOUR_MS, now - COUNTED_HOURS_KEPT_MS - HOUR_MS),
    {
      table: "deployment",
      key: "organization_id, service, at, event_id",
      condition: sql`at < ${now - DEPLOYMENTS_KEPT_MS} order by at`,
    },
  ];
  let removed = 0;
  for (const step of steps) {
    for (let last = REMOVED_AT_ONCE_MAX; last === REMOVED_AT_ONCE_MAX && removed < REMOVED_MAX; removed += last) {
      last = await database.write((transaction) => removeOld(transaction, step));
    }
  }
  return removed;
}

interface OldRows {
  readonly table: string;
  readonly key: string;
  readonly condition: Sql;
}

async function removeOld(transaction: EntityManager, { table, key, condition }: OldRows): Promise<number> {
  const old = sql`from ${raw(table)} where ${condition} limit ${REMOVED_AT_ONCE_MAX}`;
  // PostgreSQL might read the whole table to find a few keys; it finds rows by their ctid at once.
  const rows = isPostgres(transaction)
    ? sql`ctid = any (array(select ctid ${old}))`
    : sql`(${raw(key)}) in (select ${raw(key)} ${old})`;
  return (await query(transaction, sql`delete from ${raw(table)} where ${rows} returning 1 as gone`)).length;
}
