import type { Archive } from "../../../archive/archive.ts";
import { type Clock, systemClock } from "../../../kernel/clock.ts";
import { isUuid } from "../../../kernel/ids.ts";
import type { Telemetry } from "../../../model/telemetry.ts";
import { toRecordJson } from "../../../model/telemetry-record.ts";
import { openPool, type Pool } from "../../sql/postgres-pool.ts";
import { raw, type Sql, sql } from "../../sql/statement.ts";
import { wordsOf } from "./postgres-index-marks.ts";
import { createPartitions } from "./postgres-partitions.ts";
import { sampleRecords } from "./postgres-sample.ts";
import { openSearcher, searchRecords, walkRecords } from "./postgres-search.ts";

export interface PostgresArchiveOptions {
  readonly clock?: Clock;
  /** Connections of each of its three pools: for writing, and two for searching. */
  readonly connectionsMax?: number;
}

const CONNECTIONS_MAX = 4;
const ROWS_IN_STATEMENT_MAX = 2000;
const BYTES_IN_STATEMENT_MAX = 8 * 1024 * 1024;

/** Telemetry in PostgreSQL, one partition a day; `migrate` makes its table. */
export async function openPostgresArchive(url: string, options: PostgresArchiveOptions = {}): Promise<Archive> {
  const connectionsMax = options.connectionsMax ?? CONNECTIONS_MAX;
  const writer = openPool(url, { name: "archive", connectionsMax });
  const searcher = openSearcher(url, connectionsMax);
  const partitions = createPartitions(writer, options.clock ?? systemClock);
  return {
    async add(telemetry) {
      await partitions.prepare(telemetry.map(({ timestamp }) => timestamp));
      // In one order everywhere: two workers that add the same records never wait for each other in a circle.
      const inOrder = [...telemetry].sort((a, b) => a.timestamp - b.timestamp || (a.id < b.id ? -1 : 1));
      for (const rows of inStatements(inOrder)) await writer.query(insertOf(rows));
    },
    search: (scope, query) => searchRecords(searcher, scope, query),
    walk: (scope, query) => walkRecords(searcher, scope, query),
    sample: (scope, query) => sampleRecords(searcher, scope, query),
    async get(scope, id) {
      if (!isUuid(id)) return undefined;
      const { rows } = await searcher.ordered.query<{ json: string }>(
        // Compared in a way that no index on the organization serves.
        sql`select json from record where id = ${id} and organization_id || '' = ${scope.organizationId}`,
      );
      return rows[0]?.json;
    },
    async removeBefore(time, most) {
      const dropped = await partitions.dropBefore(time);
      return dropped >= most ? dropped : dropped + (await deleteBefore(writer, time, most - dropped));
    },
    bytes: partitions.bytes,
    dropOldestOver: partitions.dropOldestOver,
    closeUnused: async () => undefined,
    async close() {
      await Promise.all([writer.end(), searcher.ordered.end(), searcher.gathering.end()]);
    },
  };
}

interface Row {
  readonly telemetry: Telemetry;
  readonly json: string;
}

function* inStatements(telemetry: readonly Telemetry[]): Generator<Row[]> {
  let rows: Row[] = [];
  let bytes = 0;
  for (const item of telemetry) {
    const json = toRecordJson(item);
    rows.push({ telemetry: item, json });
    bytes += json.length;
    if (rows.length < ROWS_IN_STATEMENT_MAX && bytes < BYTES_IN_STATEMENT_MAX) continue;
    yield rows;
    rows = [];
    bytes = 0;
  }
  if (rows.length > 0) yield rows;
}

function insertOf(rows: readonly Row[]): Sql {
  const column = (type: string, value: (row: Telemetry) => unknown): Sql =>
    sql`${rows.map(({ telemetry }) => value(telemetry))}::${raw(type)}[]`;
  return sql`
    insert into record (organization_id, service, kind, level, at, id, json, words)
    select organization_id, service, kind, level, at, id, json, array_to_tsvector(string_to_array(words, ' '))
    from unnest(
        ${column("text", ({ organizationId }) => organizationId)}, ${column("text", ({ service }) => service)},
        ${column("text", ({ kind }) => kind)}, ${column("text", (each) => (each.kind === "log" ? each.level : null))},
        ${column("bigint", ({ timestamp }) => timestamp)}, ${column("uuid", ({ id }) => id)},
        ${rows.map(({ json }) => json)}::text[], ${column("text", wordsOf)}
      ) as given (organization_id, service, kind, level, at, id, json, words)
    on conflict do nothing`;
}

/** Deletes rows outside of whole partitions. Concurrent calls skip each other's rows. */
async function deleteBefore(pool: Pool, time: number, most: number): Promise<number> {
  const { rowCount } = await pool.query(
    sql`delete from record using (
          select id, at from record where at < ${Math.ceil(time)} limit ${most} for update skip locked
        ) as old where record.id = old.id and record.at = old.at`,
  );
  return rowCount ?? 0;
}
