import type { Sampled, SampleQuery } from "../../../archive/archive.ts";
import { HOUR_MS } from "../../../kernel/clock.ts";
import { PAGE_BYTES_MAX } from "../../../model/page-limits.ts";
import type { Scope } from "../../../model/scope.ts";
import type { LogLevel } from "../../../model/telemetry.ts";
import { raw, type Sql, sql } from "../../sql/statement.ts";
import { hourMark, levelMark, serviceMark } from "./postgres-index-marks.ts";
import type { Searcher } from "./postgres-search.ts";

/**
 * The cost is the number of rows read, each on a page of its own:
 *
 * 1. A service with few records is read whole, by the index in order of time.
 * 2. Severe levels are usually rare: the full-text index gives all of them, up to GATHERED_MAX, by whole hours.
 * 3. Otherwise each step is walked back from its end, WALKED_FOR_ONE records for each one wanted. The distance covered
 *    gives the weight of the records found.
 */
const WHOLE_MAX = 2000;
const SEVERE: ReadonlySet<LogLevel> = new Set(["warn", "error", "fatal"]);
const GATHERED_MAX = 10_000;
const WALKED_FOR_ONE = 10;
/** Records of one moment at the end of a step say little about the rest of it. */
const WEIGHT_MAX = 1000;

export async function sampleRecords(searcher: Searcher, scope: Scope, query: SampleQuery): Promise<readonly Sampled[]> {
  // PostgreSQL's text holds no U+0000, so no service does.
  if (query.service.includes("\u0000")) return [];
  if (query.among <= WHOLE_MAX) return walk(searcher, scope, query, 1, WHOLE_MAX);
  const isSevere = query.levels.length > 0 && query.levels.every((level) => SEVERE.has(level));
  const each = Math.max(1, Math.ceil(query.most / query.steps));
  const isRare = isSevere && query.most * WALKED_FOR_ONE < query.among;
  return (
    (isRare ? await gather(searcher, scope, query) : undefined) ??
    (await walk(searcher, scope, query, query.steps, each))
  );
}

/** At most `most` records of `weighed` and the bytes of a page, drawn by a hash of the id, so that all times are represented. */
const atMost = (most: number): Sql =>
  raw(`
  select json, weight * (select count(*) from weighed) / count(*) over () as weight from (
    select at, id, json, weight, count(*) over lots as nth, sum(octet_length(json)) over lots as bytes from weighed
    window lots as (order by hashtext(id::text), id)
  ) as drawn where nth <= ${most} and bytes <= ${PAGE_BYTES_MAX} order by at, id`);

async function walk(
  { ordered }: Searcher,
  { organizationId }: Scope,
  { service, levels, from, step, steps, most }: SampleQuery,
  pieces: number,
  each: number,
): Promise<readonly Sampled[]> {
  const length = (step * steps) / pieces;
  const [width, walked] = [raw(length), each * WALKED_FOR_ONE];
  const condition = levels.length > 0 ? sql`level = any (${[...levels]}::text[])` : sql`kind = 'metric'`;
  const starts = Array.from({ length: pieces }, (_, index) => from + index * length);
  const newest = sql`from record
    where organization_id = ${organizationId} and service = ${service}
      and at >= piece.start and at < piece.start + ${width} and at >= ${raw(from)} and at < ${from + step * steps}::bigint
    order by at desc, id desc`;
  // Nothing here counts what is walked: a walk ends with the one behind the last that is wanted. Where it ended early,
  // the records found represent all of their piece.
  const { rows } = await ordered.query<Sampled>(
    sql`with found as materialized (
          select piece.start, wanted.* from unnest(${starts}::bigint[]) as piece (start) cross join lateral (
            select at, id, json, row_number() over () as nth from (
              select at, id, json, kind, level ${newest} limit ${raw(walked)}
            ) as newest where ${condition} limit ${raw(each + 1)}
          ) as wanted
        ), ended as (
          select start, case
            when taken > ${raw(each)} then earliest
            else (select at ${newest} offset ${raw(walked - 1)} limit 1)
          end as at
          from (select start, count(*) as taken, min(at) as earliest from found group by start) as piece
        ), weighed as (
          select found.at, found.id, found.json, case
            when ended.at is null then 1
            else least(${raw(WEIGHT_MAX)}, ${width}::float8 / greatest(1, found.start + ${width} - ended.at))
          end as weight
          from found join ended on ended.start = found.start where found.nth <= ${raw(each)}
        ) ${atMost(most)}`,
  );
  return rows;
}

/** Undefined where there are more than GATHERED_MAX. */
async function gather(
  { gathering }: Searcher,
  { organizationId }: Scope,
  { service, levels, from, step, steps, most }: SampleQuery,
): Promise<readonly Sampled[] | undefined> {
  const end = from + step * steps;
  const hours = new Set([hourMark(organizationId, end - 1)]);
  for (let at = from; at < end; at += HOUR_MS) hours.add(hourMark(organizationId, at));
  const anyOf = (marks: Iterable<string>): string => `(${Array.from(marks, (mark) => `'${mark}'`).join(" | ")})`;
  const marks = levels.map((level) => levelMark(organizationId, level));
  const words = `'${serviceMark(organizationId, service)}' & ${anyOf(marks)} & ${anyOf(hours)}`;
  // The organization is compared in a way that no index serves, so that the planner uses the words.
  const { rows } = await gathering.query<Sampled & { total: number | null }>(
    sql`with match as materialized (
          select at, id, json from record
          where words @@ ${words}::tsquery and organization_id || '' = ${organizationId} and at >= ${from} and at < ${end}
          limit ${raw(GATHERED_MAX + 1)}
        ), total as (select count(*) as n from match), weighed as (
          select at, id, json, 1::float8 as weight from match where (select n from total) <= ${raw(GATHERED_MAX)}
        ) select n::integer as total, null as json, null as weight from total
        union all (select null, json, weight from (${atMost(most)}) as page)`,
  );
  const total = rows.find((row) => row.total !== null)?.total ?? 0;
  if (total > GATHERED_MAX) return undefined;
  return rows.flatMap(({ json, weight, total: counted }) => (counted === null ? [{ json, weight }] : []));
}
