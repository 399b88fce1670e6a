import type { EntityManager } from "typeorm";
import { HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { COUNTED_HOURS_KEPT_MS, COUNTED_MINUTES_KEPT_MS, DEPLOYMENTS_KEPT_MS } from "../../model/ingestion-limits.ts";
import type { CountedBucket } from "../../model/telemetry-count.ts";
import type { Database } from "../sql/database.ts";
import { place, rowCount } from "../sql/sql-rows.ts";

const ADDING = `on conflict (organization_id, service, span, start) do update set
  events = telemetry_count.events + excluded.events, logs = telemetry_count.logs + excluded.logs,
  errors = telemetry_count.errors + excluded.errors`;
const COLUMNS = "organization_id, service, span, start, events, logs, errors";

// One text for any number of rows, which is prepared once: parsing thousands of parameters takes longer than adding.
const SQLITE = `insert into telemetry_count (${COLUMNS})
  select value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6 from json_each(?) where true
  ${ADDING}`;
const POSTGRES = `insert into telemetry_count (${COLUMNS})
  select * from unnest(
    $1::text[], $2::text[], $3::integer[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[]
  )
  ${ADDING}`;

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
  if (transaction.connection.options.type === "postgres") {
    const columns = (rows[0] as unknown[]).map((_, column) => rows.map((row) => row[column]));
    await transaction.query(POSTGRES, columns);
  } else {
    await transaction.query(SQLITE, [JSON.stringify(rows)]);
  }
}

/** Rows removed in one transaction, which holds up writers for some milliseconds. */
const REMOVED_AT_ONCE_MAX = 5_000;
/** And in one run: ten thousand services that send all the time leave as many minutes a minute behind. */
const REMOVED_MAX = 50_000;

/** Removes what is older than it is kept, in bounded steps along the index of age; answers how many rows went. */
export async function tidyCounts(database: Database, now: number): Promise<number> {
  const counts = "telemetry_count where span = ? and start < ? order by start limit ?";
  const deployments = "deployment where at < ? order by at limit ?";
  const steps = [
    [counts, COUNT_KEY, [MINUTE_MS, now - COUNTED_MINUTES_KEPT_MS - MINUTE_MS]],
    [counts, COUNT_KEY, [HOUR_MS, now - COUNTED_HOURS_KEPT_MS - HOUR_MS]],
    [deployments, DEPLOYMENT_KEY, [now - DEPLOYMENTS_KEPT_MS]],
  ] as const;
  let removed = 0;
  for (const [old, key, parameters] of steps) {
    for (let last = REMOVED_AT_ONCE_MAX; last === REMOVED_AT_ONCE_MAX && removed < REMOVED_MAX; removed += last) {
      last = await database.write((transaction) => remove(transaction, old, key, parameters));
    }
  }
  return removed;
}

const COUNT_KEY = "organization_id, service, span, start";
const DEPLOYMENT_KEY = "organization_id, service, at, event_id";

/** `old` names a table, and which of its rows. */
async function remove(
  transaction: EntityManager,
  old: string,
  key: string,
  parameters: readonly number[],
): Promise<number> {
  const table = old.slice(0, old.indexOf(" "));
  // By their places in PostgreSQL, which might else read the whole table to find a few keys.
  const rows =
    transaction.connection.options.type === "postgres"
      ? `ctid = any (array(select ctid from ${old}))`
      : `(${key}) in (select ${key} from ${old})`;
  const sql = place(transaction, `delete from ${table} where ${rows} returning 1 as gone`);
  return rowCount(await transaction.query(sql, [...parameters, REMOVED_AT_ONCE_MAX]));
}
